"""The languages. Screens take their words from `words`; a language is a module here.

Texts are laid out in columns (see `firmware.canvas`); a test checks that every word has its
glyphs and that what has a limit keeps it.
"""

from firmware.lang import en

words = en
