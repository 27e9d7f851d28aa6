"""The wiring of each board as a table and a drawing, and the same in the manuals."""

from pathlib import Path
from typing import Any

import pytest

from tools import pinout
from tools.sim import boards

# A board on SPI that a Pico plugs into, with two keys that stand for four and an LED of its own.
_HAT: dict[str, Any] = {
    "NAME": "A hat",
    "BUS": "spi",
    "SPI_ID": 1,
    "SCK": 10,
    "MOSI": 11,
    "CS": 9,
    "DC": 8,
    "RST": None,
    "BL": 13,
    "LED": (6, 25),
    "FLIP": False,
    "KEYS": ((15, 2, 3), (17, 0, 1)),
    "LABELS": ("A", "B"),
    "UNCONFIRMED": ("KEYS", "BL"),
}


def test_the_places_of_pins_on_a_pico() -> None:
    # Corners and sides of the drawing in the data sheet; the others lie between.
    places = {0: 1, 1: 2, 2: 4, 5: 7, 6: 9, 9: 12, 10: 14, 13: 17, 14: 19, 15: 20}
    places |= {16: 21, 17: 22, 18: 24, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
    assert {pin: pinout.PLACES[pin] for pin in places} == places
    assert not pinout.PLACES.keys() & {23, 24, 25}
    ground_and_power = {3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40}
    assert set(pinout.PLACES.values()) == set(range(1, 41)) - ground_and_power
    assert [place for place, name in enumerate(pinout.EDGE, 1) if name == "GND"] == [
        *(3, 8, 13, 18, 23, 28, 33, 38)
    ]


def _cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]


def test_the_table_of_the_board_on_the_breadboard() -> None:
    rows = _cells(pinout.table(boards.load("pico_ssd1306").facts))
    assert ["display VCC", "3V3", "36", "yes"] in rows
    assert ["display GND", "GND", "38", "yes"] in rows
    assert ["display SDA", "GP4", "6", "yes"] in rows
    assert ["key OK", "GP12", "16", "not yet"] in rows


def test_the_table_of_a_board_on_spi() -> None:
    assert _cells(pinout.table(_HAT))[2:] == [
        ["display SCK", "GP10", "14", "yes"],
        ["display MOSI", "GP11", "15", "yes"],
        ["display CS", "GP9", "12", "yes"],
        ["display DC", "GP8", "11", "yes"],
        ["display BL", "GP13", "17", "not yet"],
        ["key OK, held: BACK (A)", "GP15", "20", "not yet"],
        ["key UP, held: DOWN (B)", "GP17", "22", "not yet"],
        ["LED", "GP6", "9", "yes"],
        ["LED", "GP25", "-", "yes"],
    ]


def test_the_pins_of_the_other_bus_are_no_part_of_a_board() -> None:
    facts = boards.load("waveshare_oled_1_3").facts
    whats = [wire.what for wire in pinout.wires(facts)]
    assert "SDA" in facts and "display SDA" not in whats
    assert "display MOSI" in whats


@pytest.mark.parametrize("identifier", boards.identifiers())
def test_the_drawing_has_every_wire_at_its_place(identifier: str) -> None:
    facts = boards.load(identifier).facts
    drawing = pinout.drawing(facts).splitlines()
    assert len(drawing) == 22
    for wire in pinout.wires(facts):
        if wire.place is None:
            continue
        left = wire.place <= 20
        line = drawing[wire.place if left else 41 - wire.place]
        before, between, after = line.split("|")
        assert between.split()[0 if left else 1] == str(wire.place)
        assert wire.pin in (before if left else after).split()
        assert wire.what in (before if left else after)
    ends = {line.index("|") for line in drawing[1:-1]}
    assert len(ends) == 1


@pytest.mark.parametrize("identifier", boards.identifiers())
def test_no_pin_has_two_wires(identifier: str) -> None:
    wires = pinout.wires(boards.load(identifier).facts)
    assert len({wire.pin for wire in wires}) == len(wires)
    assert any(wire.what.startswith("display ") for wire in wires)


@pytest.mark.parametrize("path", pinout.MANUALS, ids=lambda path: str(path.parent.name))
def test_the_manuals_have_what_is_made(path: Path) -> None:
    manual = path.read_text(encoding="utf-8")
    assert "<!-- made by python3 -m tools boards" in manual
    assert pinout.written(manual) == manual, "python3 -m tools boards --write"


def test_what_stands_between_the_marks_is_made_anew() -> None:
    board, end = "<!-- made by python3 -m tools boards pico_ssd1306 -->\n", "<!-- end -->"
    every = "<!-- made by python3 -m tools boards -->\n"
    manual = pinout.written(f"a\n{board}old{end}\nb\n{every}{end}\nc\n")
    assert pinout.page("pico_ssd1306") in manual
    assert pinout.overview() in manual
    assert "old" not in manual
    assert [line for line in manual.splitlines() if len(line) == 1] == ["a", "b", "c"]
    assert pinout.written(manual) == manual


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert pinout.main([]) == 0
    assert capsys.readouterr().out == pinout.overview()
    for identifier in boards.identifiers():
        assert f"`{identifier}`" in pinout.overview()
        assert pinout.main([identifier]) == 0
        assert capsys.readouterr().out == pinout.page(identifier)
    assert pinout.main(["toaster"]) == 2
    assert "There is no board 'toaster'" in capsys.readouterr().err
