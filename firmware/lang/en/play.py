"""English: what can be done at the table, melds and lay-offs."""

# What can be done
GO_ON = "Go on"
ACTIVATE = "%s's packet is up"
TRUMP_TURNED = "Trump (turned card)"
NEW_MELD = "New meld"
LAY_OFF = "Lay off, see melds"
BIRIBAKI = "Takes the biribaki"
END_HAND = "End of the hand"
TALLY = "Tally (points as a sum)"
SHEET = "Score of this hand"
STANDINGS = "All hands"
ADJUST = "Adjust points"
TRUMP_CHANGE = "Change the trump"

# New meld
STAGES = (
    "suit",
    "from",
    "to",
    "wild?",
    "wild where?",
    "rank",
    "how many ♠",
    "how many ♥",
    "how many ♦",
    "how many ♣",
    "wild?",
)
SET = "set"
WILD_IS = "Wild:"
NO_WILD = "none"
MELD_SUIT_HINT = "▲▼ choose   OK next"
MELD_FROM_HINT = "Lowest card? ▲▼, OK"
MELD_WORTH = "%s, %d points"
BIRIBA_WORTH = "%s %d+%d"

# Melds and lay-offs
CARDS_COUNT = "%d cards"
NOTHING_GOES = "No card goes on this"
ACE_LOW = " low"
ACE_HIGH = " high"
TWO_HOME = "The two goes home: clean"
WILD_IN_SET = "A wild joins the set"
WILD_FOR = "%s stands for the %s"
WILD_FREED = "%s is free at an end"
WILD_MOVES = "%s moves to the %s"

# Biribaki
BIRIBAKI_TITLE = "Who takes the biribaki?"
BY_PLAY = "by play"
BY_DISCARD = "by discard"
BY_PLAY_MEANS = "Laid down the whole hand and plays on at once."
BY_DISCARD_MEANS = "Discarded the last card: the packet waits for the next turn."
