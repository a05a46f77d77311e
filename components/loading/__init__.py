"""Stories in memory: what a reader opens, what the server is configured to show, and its caches."""
