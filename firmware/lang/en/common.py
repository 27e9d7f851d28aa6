"""English: what the table shows, what many screens say, and what has to be there at once."""

DEALS_LEADS = "%s deals, %s leads"
DEALS = "%s deals▶%s"
BIRIBAKI_STATES = ("no biribaki", "packet waits", "biribaki ✓")
BIRIBAKI_SIGNS = ("", "…", "✓")
MAY_CLOSE = "may close ✓"

# By refusal code, what a team lacks for closing.
LACKS = {
    "close-no-clean": "needs clean",
    "close-no-biriba": "needs biriba",
    "close-no-biribaki": "needs packet",
    "close-pending": "no close yet",
}
MELDS_COUNT = "Melds %d "
TALLIED = "Tally "
TABLE_ENDED = "Hand over. OK: go on"
UNDO = "Take back"
NEW_MATCH = "New match"
FINISHED = "Finished matches"

# Faults
NOT_SAVED = "Could not save! The match goes on, but without power it is lost."
CRASH_TITLE = "Something broke"
CRASH_SAFE = "The match is saved."
CRASH_UNSAVED = "It could not be saved."
CRASH_HINT = "Any key: back to it"
OUT_OF_MEMORY = "Out of memory."
