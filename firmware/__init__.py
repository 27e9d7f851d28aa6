"""The companion's device side: screens, canvas, drivers, keys and storage."""

import engine_core as engine_core  # on CPython it makes `const`, before any module here needs it
