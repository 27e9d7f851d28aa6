"""Which characters the device can show, and where their pictures come from.

A glyph is one cell of 5x8 pixels, and there are 256 of them. Printable ASCII keeps its own
numbers; pictures that are two cells wide come first, so that a number alone tells a wide one.
"""

PORTUGUESE = "ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúüªº"
GREEK = "αβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ" + "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ"
OTHER_LETTERS = "ÄÈÑÖßäèñö"
SIGNS = "«»–—‘’“”…·€×÷−°½"

FROM_X = PORTUGUESE + GREEK + OTHER_LETTERS + SIGNS
"""Taken from misc-fixed besides ASCII. Characters that look the same there share a glyph."""

WIDE = "♠♥♦♣★"
"""Ours, two cells each."""

MARKS = "▲▼◀▶✓●○│┃"
"""Ours, one cell each."""

BIG = "0123456789-+"
"""Ours, 2x2 cells each: digits for totals."""

UNKNOWN = "□"
"""Ours: stands for every character that has no glyph."""
