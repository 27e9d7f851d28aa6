"""Finding the firmware image that the emulated Pico runs."""

from pathlib import Path

import pytest

from tools.pico import firmware


def test_the_newest_usable_image_of_the_cache_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    names = ("20231005-v1.21.0", "20241025-v1.24.0", "20241129-v1.24.1", "20240105-v1.22.1")
    for name in names:
        (tmp_path / f"RPI_PICO-{name}.uf2").touch()
    (tmp_path / "RPI_PICO_W-20260406-v1.28.0.uf2").touch()
    assert firmware.find_image(tmp_path).name == "RPI_PICO-20241129-v1.24.1.uf2"


def test_without_an_image_one_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    (tmp_path / "RPI_PICO-20231005-v1.21.0.uf2").touch()
    with pytest.raises(firmware.NoImageError) as error:
        firmware.find_image(tmp_path)
    assert str(error.value) == firmware.HOW_TO
    assert "\n" not in firmware.HOW_TO


def test_a_named_image_that_is_not_there_is_no_reason_to_take_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "RPI_PICO-20241129-v1.24.1.uf2").touch()
    monkeypatch.setenv(firmware.VARIABLE, str(tmp_path / "gone.uf2"))
    with pytest.raises(firmware.NoImageError, match=r"gone\.uf2 is no file"):
        firmware.find_image(tmp_path)
