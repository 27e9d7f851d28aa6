"""English: why something does not go."""

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
