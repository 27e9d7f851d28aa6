"""English: a new match."""

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
NAME_HINT_PRESS = "OK letter, ✓ done"  # on boards whose OK, held, is another key
NAME_TWICE = "There is a %s already."
ABANDON = "The match on the table is put away as it stands. A new one?"
CONFIRM_HINT = "OK: yes   BACK: no"

# Keys, by their codes; on a board with fewer than four, what one of them is when it is held.
KEYS = ("▲", "▼", "OK", "BACK")
KEY_HELD = "Hold %s: %s"
