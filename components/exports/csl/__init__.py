"""The citation processor and the styles it reads; :mod:`components.exports.citations` uses it."""
