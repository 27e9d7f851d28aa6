"""English: what can be amiss with a saved match."""

DAMAGED = "The saved match was damaged: %d events read, %d lost."
NOT_PUT_AWAY = "The match could not be put away. It stays on the table."
NEWER = "Saved by a newer version. A new match keeps those files aside."
NOT_LOADED = "The saved match could not be read."
WITHOUT_LAST = "It broke twice here. The last event is taken back; Take back, ▲ brings it."
SETTINGS = "Some settings make no sense; the usual ones hold. Flash again."
