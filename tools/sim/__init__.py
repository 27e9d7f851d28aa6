"""The simulator: the real firmware on MicroPython's unix port, on simulated chips and keys."""
