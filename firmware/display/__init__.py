"""The display drivers: one bit a pixel, in pages of eight rows as most controllers have them."""

_TYPE_CHECKING = const(0)


class Display:
    """A display of 128x64 pixels.

    What shall be shown in one page, a byte a column with its lowest bit on top, is put into
    `cells`, five columns each and all in one buffer; then `span` sends it. Every method raises
    OSError when the display does not take what is sent.
    """

    cells: "tuple[memoryview[int], ...]"

    def renew(self) -> bool:
        """Where a display cannot tell that it lost its power or its settings: give it those again
        and say True, as everything has to be sent again then."""
        return False

    if _TYPE_CHECKING:  # every driver has these of its own

        def init(self) -> None:
            """Start the display from whatever state it is in, with all pixels dark."""

        def span(self, page: int, x: int, n: int) -> None:
            """Show the first `n` columns of the buffer in a page from column `x` on: whole cells,
            or the width of the display. Allocates nothing."""

        def contrast(self, value: int) -> None:
            """Set the brightness, 0..255."""

        def power(self, on: bool) -> None:
            """Switch the glass on or off; the picture is kept, and may change meanwhile."""

        def flip(self, on: bool) -> None:
            """Turn the picture upside down for a display built in that way, or back. It starts
            the display anew, so everything has to be sent again."""
