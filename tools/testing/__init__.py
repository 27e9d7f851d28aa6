"""What has to hold, as named suites: `python3 -m tools test`."""
