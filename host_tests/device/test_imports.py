"""Every module of the engine is there, and importing it does nothing but define."""

import gc
import sys

import engine_core

_MODULES = ("cards", "codes", "events", "hand", "history", "match", "meld", "profiles", "record")


def test_each_module_is_there_alone() -> None:
    for name in _MODULES:
        module = __import__("engine_core." + name, None, None, (name,))
        assert getattr(engine_core, name) is module


def test_the_whole_engine_leaves_room() -> None:
    for name in _MODULES:
        __import__("engine_core." + name)
    gc.collect()
    if sys.implementation.name == "micropython":
        # Cells of 32 bytes there, of 16 on a Pico: this is half the limited heap.
        assert gc.mem_free() > 96 * 1024, gc.mem_free()
