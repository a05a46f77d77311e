"""A version that was kept, as a folder."""

from pathlib import Path
from tempfile import TemporaryDirectory

from components.story.package_files import archived_files


class Unpacked:
    """A kept version as a folder, for as long as this object lives."""

    def __init__(self, archive: Path) -> None:
        self._folder = TemporaryDirectory(prefix="version-")
        self.path = Path(self._folder.name)
        for name, content in archived_files(archive).items():
            file = self.path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
