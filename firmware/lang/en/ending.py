"""English: the end of a hand and of the match, points and score sheets."""

# Points
POINTS_HINT = "▲▼ change OK next, hold ✓"
POINTS_HINT_PRESS = "▲▼ change OK next"
LEFT_TITLE = "Left in hand"
LEFT_WITH = "Points left with %s"
ADJUST_TITLE = "Adjust this hand"
TALLY_CARDS = "Cards on the table"
TALLY_DONE = "Done"
TALLY_SUM = "Comes to %d"

# End of the hand
END_TITLE = "How did the hand end?"
CLOSES = "%s closed"
DRY = "The stock is out"
PASSO = "Passo: %s"
QUITS = "A player leaves"
QUITS_MEANS = "Ends the match; the team of who leaves cannot win."
QUITS_TITLE = "Who leaves?"
QUITS_SURE = "OK: %s leaves and the match is over."

# Score sheets
SHEET_TITLE = "Hand %d"
SHEET_LINES = ("Cards", "Biribas", "Closing", "Packet", "Left", "Adjust")
SHEET_HAND = "= hand"
SHEET_TOTAL = "Total"
NO_HANDS = "No hand has ended yet."
NEXT_TITLE = "Hand %d"
BEGIN_HAND = "Begin the hand"
NEXT_DEALER = "Dealer"
ROLES = "%s deals\n%s cuts\n%s leads"
MATCH_OVER = "The match is over"
DRAW = "A draw!"
WINS = "%s won!"
UNDECIDED = "Not played to its end."
DAMAGED = "damaged"
NEWER = "newer"
WINNER_HINT = "OK new match  ▼ all hands"
