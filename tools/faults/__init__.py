"""Faults made on purpose: power that goes in the middle of a flash operation, and what follows.

These modules run on MicroPython's unix port, whose LittleFS is the device's own, with the
checkout on the path; the tests that start them are in `host_tests/test_faults_*.py`.
"""
