"""The laptop side of the companion; `python3 -m tools` is its command line."""
