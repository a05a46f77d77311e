"""Our files in other people's programs: ``make interop`` opens them and writes docs/interop.md."""
