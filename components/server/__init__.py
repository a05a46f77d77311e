"""The web server around the pages: routes, prerendered documents, security, jobs."""
