"""The app with a first document whose text cannot be made: what follows must bear it."""

from components.server.first import text


def _fails(*_: object) -> None:
    raise RuntimeError("this text cannot be made")


text.page_text = _fails  # type: ignore[assignment]

from app import app  # noqa: E402

__all__ = ["app"]
