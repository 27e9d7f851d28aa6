"""The matches on a device, saved on this computer as the files they are there."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from tools import venv
from tools.flash.device import FOLDER, Device, Entry
from tools.flash.failures import DeviceFailure, LaptopFailure
from tools.flash.update import sha256

# Where `firmware.store` keeps matches: running, finished, damaged; and what the app has noted when
# something broke.
KEPT = ("/match", "/done", "/kept", "/broken.txt")

BACKUPS = venv.ROOT / "backups"
_UNFINISHED = ".part"


def listing(device: Device, top: Iterable[str]) -> dict[str, Entry]:
    """Return what there is to save; `top` is what the root holds."""
    return device.listing(*(path for path in KEPT if path.lstrip("/") in top))


def fetch(device: Device, there: Mapping[str, Entry]) -> dict[str, bytes]:
    """Return the files among those `there`, by path without the leading slash."""
    files: dict[str, bytes] = {}
    for path, entry in sorted(there.items()):
        if entry.size == FOLDER:
            continue
        content = device.read(path)
        if sha256(content) != entry.sha256:
            raise DeviceFailure(f"{path} did not arrive as it is there. Run this command again.")
        files[path.lstrip("/")] = content
    return files


def _same(folder: Path, there: Mapping[str, Entry]) -> bool:
    """Whether a backup holds just the files that are on the device."""
    kept = {
        "/" + path.relative_to(folder).as_posix(): sha256(path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }
    return kept == {path: entry.sha256 for path, entry in there.items() if entry.size != FOLDER}


def save(device: Device, there: Mapping[str, Entry], backups: Path) -> tuple[Path, bool] | None:
    """Save the files among those `there`; None if there are none.

    Returns the backup's folder, and whether it is new: what was saved last and has not changed is
    not saved again. Raises LaptopFailure.
    """
    if all(entry.size == FOLDER for entry in there.values()):
        return None
    try:
        earlier = sorted(
            path for path in backups.glob("*") if path.is_dir() and path.suffix != _UNFINISHED
        )
        if earlier and _same(earlier[-1], there):
            return (earlier[-1], False)
    except OSError:
        pass  # one that cannot be read is none
    files = fetch(device, there)
    folder = backups / f"{datetime.now():%Y-%m-%d %H.%M.%S}"
    number = 1
    while folder.exists():
        number += 1
        folder = backups / f"{datetime.now():%Y-%m-%d %H.%M.%S} {number}"
    # It gets its name when it is whole, so that no half of one is taken for it.
    unfinished = folder.with_name(folder.name + _UNFINISHED)
    try:
        for name, content in files.items():
            path = unfinished / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        unfinished.rename(folder)
    except OSError as error:
        raise LaptopFailure(
            f"The matches on the device could not be saved to {folder}: {error.strerror}. Nothing "
            "on the device was changed."
        ) from error
    return (folder, True)
