"""English: cards, biribas and trumps by their names."""

RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A")

SET_BIRIBA = "set"
TRUMP_BIRIBA = "trump"
FULL_BIRIBA = "full"
PURITY = ("clean", "semi", "dirty")

TRUMP_TITLE = "Trump"
TRUMPS = ("spades", "hearts", "diamonds", "clubs", "none")
TRUMP_LATER = "said later"
