"""English: what can be amiss with a saved match."""

# By what is amiss with a match, beginning with CUT in `storage.form`.
DAMAGES = (
    "Its file ends too soon.",
    "Its file has wrong bytes.",
    "A part of it is missing.",
    "Its events do not fit.",
    "Saved by a newer version.",
    "Its file is not ours.",
)
DAMAGE_TITLE = "Damaged match"
DAMAGE_READ = "%d events read."
DAMAGE_LOST = " At least %d lost."
DAMAGE_LAST = " The last read: %s"
NEWER_TITLE = "Newer version"
DAMAGE_NEWER = "Nothing is lost: update this device to go on with it."
DAMAGE_ASIDE = "Playing on moves it to"
DAMAGE_HINT = "OK: go on"

NOT_PUT_AWAY = "The match could not be put away. It stays on the table."
NOT_LOADED = "The saved match could not be read."
WITHOUT_LAST = "It broke twice here. The last event is taken back; Take back, ▲ brings it."
SETTINGS = "Some settings make no sense; the usual ones hold. Flash again."
