"""Who plays: the names in turn order."""

from ..lang import load
from ..lists import ListScreen

words = load("setup")

_TYPE_CHECKING = const(0)
if _TYPE_CHECKING:
    from ..app import App
    from ..screen import Screen
    from .new_match import NewMatch


class Names(ListScreen):
    """The seats; OK changes a name."""

    title = words.NAMES_TITLE
    foot_rows = 1

    def __init__(self, app: "App", form: "NewMatch") -> None:
        super().__init__(app)
        self._form = form

    def count(self) -> int:
        """One row a seat."""
        return self._form.seats

    def row(self, i: int) -> tuple[str, str]:
        """A seat's name and team."""
        return (self._form.names[i], words.TEAM_LETTERS[i % self._form.teams])

    def foot(self, i: int) -> str:
        """How the seats go."""
        return words.NAMES_FOOT

    def chosen(self, i: int) -> "Screen | int | None":
        """Change a name."""
        from .name import Name

        return Name(self.app, self._form.names, i, self._form.seats)
