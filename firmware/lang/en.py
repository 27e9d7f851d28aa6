"""English."""

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A")
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"
DEFAULT_NAMES = ("Ana", "Bruno", "Carla", "Diogo", "Eva", "Filipe")
TEAM_LETTERS = ("team A", "team B", "team C")

# Name and description (two lines) of each profile, in the engine's order.
PROFILES = (
    ("Austere", "Runs and a trump; passo. Clean biribas close."),
    ("Partners", "Two pairs, runs and sets, no trump."),
    ("Pinella", "Runs and sets; twos are wild, semi biribas."),
    ("Mpirimpa", "Runs only, a trump if you like one."),
    ("Casual", "As mpirimpa, with sets."),
)

# For each option of a profile its name and its choices.
OPTIONS = (
    ("Decks", "2", "3"),
    ("Bonuses", "double", "table"),
    ("Biribaki of", "11 cards", "13 cards"),
    ("Cards left", "count", "don't count"),
    ("Semi: wild", "at an end", "after 7"),
)

# New match
CHOOSE_RULES = "Which rules?"
FOR_PLAYERS = "%s players"
LOW = "Disk nearly full: soon the oldest matches go. python3 -m tools pull keeps them on a laptop."
BEGIN_MATCH = "Begin the match"
BEGIN_MATCH_HINT = "OK deals the first hand"
PLAYERS = "Players"
NAMES = "Names"
NAMES_HINT = "OK: change the names"
TARGET = "Played to"
DEALER = "Deals first"
LEADER = "Leads first"
CHANGE_HINT = "OK: change"
START_OF = "Paper: %s"
START_TITLE = "Score from paper"
START_HINT = "OK: points so far"
NAMES_TITLE = "Who plays?"
NAMES_FOOT = "In turn order. OK: change"
NAME_TITLE = "Name instead of %s"
NAME_LABEL = "Name:"
NAME_HINT = "OK letter, hold: last one"
NAME_TWICE = "There is a %s already."

# The table
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

# What can be done
GO_ON = "Go on"
ACTIVATE = "%s's packet is up"
TRUMP_TURNED = "Trump (turned card)"
NEW_MELD = "New meld"
LAY_OFF = "Lay off, melds"
BIRIBAKI = "Takes the biribaki"
END_HAND = "End of the hand"
TALLY = "Tally (points as a sum)"
UNDO = "Take back"
SHEET = "Score of this hand"
STANDINGS = "All hands"
ADJUST = "Adjust points"
TRUMP_CHANGE = "Change the trump"
NEW_MATCH = "New match"
FINISHED = "Finished matches"

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
MELD_SUIT_HINT = "▲▼ choose, OK on"
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

SET_BIRIBA = "set"
TRUMP_BIRIBA = "trump"
FULL_BIRIBA = "full"
PURITY = ("clean", "semi", "dirty")

# Biribaki
BIRIBAKI_TITLE = "Who takes the biribaki?"
BY_PLAY = "by play"
BY_DISCARD = "by discard"
BY_PLAY_MEANS = "Laid down the whole hand and plays on at once."
BY_DISCARD_MEANS = "Discarded the last card: the packet waits for the next turn."

# Trump
TRUMP_TITLE = "Trump"
TRUMPS = ("spades", "hearts", "diamonds", "clubs", "none")
TRUMP_LATER = "said later"

# Points
POINTS_HINT = "▲▼ change OK next, hold ✓"
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
SHEET_LINES = ("Cards", "Biribas", "Closing", "B.baki", "Left", "Adjust")
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
WINNER_HINT = "OK new match  ▼ all hands"
UNDECIDED = "Not played to its end."

# Taking back
NOTHING_TO_UNDO = "Nothing has happened in this match yet."
UNDO_HINT = "OK: take it back"
REDO_HINT = "▲: bring back"
BACK_HINT = "BACK: to the table"
CONFIRM_HINT = "OK: yes   BACK: no"
ABANDON = "The match on the table is put away as it stands. A new one?"
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

# Faults
NOT_SAVED = "Could not save! The match goes on, but without power it is lost."
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
DAMAGED = "damaged"
NEWER = "newer"
NOT_PUT_AWAY = "The match could not be put away. It stays on the table."
NOT_LOADED = "The saved match could not be read."
CRASH_TITLE = "Something broke"
CRASH_SAFE = "The match is saved."
CRASH_UNSAVED = "It could not be saved."
WITHOUT_LAST = "It broke twice here. The last event is taken back; Take back, ▲ brings it."
CRASH_HINT = "Any key: back to it"
OUT_OF_MEMORY = "Out of memory."

# What is amiss with the order of things.
ORDERS = (
    "There are no rules yet.",
    "Nobody sits at the table yet.",
    "No hand has begun.",
    "The hand is still open. End it first.",
    "The hand has ended.",
    "That has been said before.",
    "Too late for that: a hand has begun.",
)
WILDS_BESIDE_TWO = "One wild at most, and beside a natural two only a joker."
# By refusal code.
REFUSALS = {
    "syntax": "That is no event.",
    "rules": "There are no such rules.",
    "option": "These rules do not have that option.",
    "seats": "Every player needs a name of his own.",
    "unknown-player": "There is no such player.",
    "unknown-team": "There is no such team.",
    "unknown-meld": "There is no such meld.",
    "unknown-card": "There is no such card.",
    "number": "Points go in fives: %d does not.",
    "trump": "These rules have no such trump.",
    "category": "These rules have no such biriba.",
    "match-over": "The match is over.",
    "mixed": "Melds or a tally, not both in one hand.",
    "short": "A meld needs three cards, here are %d.",
    "sets-off": "These rules have no sets.",
    "wilds": "Too many wilds: one at most in a meld.",
    "meld": "These cards make no meld.",
    "biribaki-taken": "%s's team has had its biribaki.",
    "biribaki-no-biriba": "%s's team needs a biriba first.",
    "biribaki-not-pending": "%s has no packet waiting.",
    "close-no-clean": "%s's team needs a clean biriba.",
    "close-no-biriba": "%s's team needs a biriba.",
    "close-no-biribaki": "%s's team has no biribaki.",
    "close-pending": "%s's biribaki is not in play yet.",
    "passo-off": "These rules have no passo.",
    "passo-used": "Passo was said before.",
    "passo-lead": "Not far enough behind: %d points missing.",
    "left-closer": "%s closed and has nothing left.",
    "left-pending": "%s's packet is not counted.",
    "left-again": "That was said for %s.",
    "copies": "There is no other %s.",
}
