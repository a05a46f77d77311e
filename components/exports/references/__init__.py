"""One source as a bibliography entry in APA, Chicago and ISO 690."""
