"""English: taking back, and what happened."""

# Taking back
NOTHING_TO_UNDO = "Nothing has happened in this match yet."
UNDO_HINT = "OK: take it back"
REDO_HINT = "▲: bring back"
BACK_HINT = "BACK: to the table"

# By operation, what an event was.
EVENTS = {
    1: "the rules",
    2: "the players",
    3: "the scores from paper",
    4: "the beginning of hand %d",
    5: "the trump: %s",
    6: "%s: new meld %s",
    7: "%s: %s on %s",
    8: "%s: the tally",
    9: "%s took the biribaki",
    10: "%s's packet came up",
    11: "%s closed",
    12: "the stock was out",
    13: "%s said passo",
    14: "%s left the match",
    15: "left with %s: %d",
    16: "cards left with %s",
    17: "%s: adjusted by %s",
}
