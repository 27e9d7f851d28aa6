"""Matches on the disk: the running one and the finished ones. `firmware.store` is the face."""
