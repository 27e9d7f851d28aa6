"""`python3 -m tools score`: the score sheet of match records (RECORD.md)."""
