"""The citation styles APA, Chicago and ISO 690, a module each."""
