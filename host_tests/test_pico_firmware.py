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
    assert str(error.value).startswith(firmware.HOW_TO)
    assert "simulate --pico" in str(error.value)
    assert "\n" not in firmware.HOW_TO


def test_a_named_image_that_is_not_there_is_no_reason_to_take_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "RPI_PICO-20241129-v1.24.1.uf2").touch()
    monkeypatch.setenv(firmware.VARIABLE, str(tmp_path / "gone.uf2"))
    with pytest.raises(firmware.NoImageError, match=r"gone\.uf2 is no file"):
        firmware.find_image(tmp_path)


def _listed(folder: Path, **images: bytes) -> list[str]:
    """Addresses of images, by name."""
    folder.mkdir()
    for name, content in images.items():
        (folder / f"{name}.uf2").write_bytes(content)
    return [path.as_uri() for path in folder.iterdir()]


def test_the_newest_release_is_fetched_into_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(firmware.VARIABLE, raising=False)
    names = ("20240105-v1.22.1", "20250911-v1.26.1", "20260911-v1.30.0-preview.65.g52b5fbcb4b")
    images = {f"RPI_PICO-{name}": b"UF2\n" + name.encode() for name in names}
    addresses = _listed(tmp_path / "there", **images)
    cache = tmp_path / "cache"
    fetched = firmware.fetch_image(cache, addresses)
    assert fetched.read_bytes() == b"UF2\n20250911-v1.26.1"
    assert firmware.find_image(cache) == fetched
    assert list(cache.iterdir()) == [fetched]
    assert "v1.26.1.uf2" in capsys.readouterr().err


@pytest.mark.parametrize("page", [b"<html>not here</html>", b""])
def test_what_is_no_image_is_not_kept(tmp_path: Path, page: bytes) -> None:
    addresses = _listed(tmp_path / "there", **{"RPI_PICO-20250911-v1.26.1": page})
    with pytest.raises(firmware.NoImageError, match=r"is no firmware image; .*BIRIBA_PICO_UF2"):
        firmware.fetch_image(tmp_path / "cache", addresses)
    assert not (tmp_path / "cache").exists()


def test_what_cannot_be_fetched_is_told_with_the_way_by_hand(tmp_path: Path) -> None:
    gone = (tmp_path / "RPI_PICO-20250911-v1.26.1.uf2").as_uri()
    with pytest.raises(firmware.NoImageError, match=r"could not be fetched .*BIRIBA_PICO_UF2"):
        firmware.fetch_image(tmp_path / "cache", [gone])


def test_the_emulator_knows_where_usable_images_are() -> None:
    names = [Path(address).name for address in firmware.known_images()]
    assert any(firmware.version(Path(name)) >= firmware.OLDEST for name in names)
