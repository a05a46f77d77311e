"""Write a story as plain files: ``python -m components.commands.publish site``.

The story is the project's own, or what ``STORY_DATA`` names. The folder is made anew; what somebody
else has put into it stays. One that holds anything and no site is left alone.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from components.i18n import LANGUAGES
from components.i18n.language import match_language
from components.presentation.pages import PAGES
from components.presentation.stories import public_story, startup_problems
from components.site.published import site_files
from components.site.site_options import DOWNLOADS, SiteOptions

#: Tells a folder that this command wrote from any other.
MARK: Final = "worker.js"
#: The paths that were written into a folder: what else lies there is somebody's own, and stays.
LIST: Final = ".published"
NAMES: Final = {page.slug or "overview": page.slug for page in PAGES}


def _address(text: str) -> str:
    parts = urlsplit(text)
    whole = parts.scheme in {"http", "https"} and parts.netloc
    if text and (not whole or parts.query or parts.fragment):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address of a site: write it like https://example.org/story/"
        )
    return text


def _keep_others(folder: Path, made: Path) -> None:
    """Copy into a new site what lies in the folder of the one before and was not written by it."""
    listed = folder / LIST
    ours = listed.read_text("utf-8").splitlines() if listed.exists() else None
    for path in folder.rglob("*"):
        own = path.relative_to(folder)
        # A site that has no list is of an earlier version; what is hidden is of none.
        kept = own.as_posix() not in ours if ours else own.parts[0].startswith(".")
        if kept and not path.is_dir() and not (made / own).exists():
            (made / own).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, made / own, follow_symlinks=False)


def _put(made: Path, folder: Path) -> None:
    """Put a folder in another's place; into it where it cannot be replaced, as one mounted."""
    old = made.with_suffix(".old")
    try:
        if folder.exists():
            folder.rename(old)
        made.rename(folder)
    except OSError:
        for one in folder.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        shutil.copytree(made, folder, dirs_exist_ok=True)
        shutil.rmtree(made)
    shutil.rmtree(old, ignore_errors=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write a story as plain files.")
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("--base", type=_address, default="", help="the address the site will have")
    parser.add_argument("--app", type=_address, default="", help="the address of the app")
    parser.add_argument(
        "--lang", choices=LANGUAGES, action="append", help="a language; the first stands at the top"
    )
    parser.add_argument("--page", choices=NAMES, action="append", help="a page; all without it")
    parser.add_argument("--no-files", action="store_true", help="leave downloads and pictures out")
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        sys.stderr.write(f"{folder} holds something else; name a new folder or an empty one.\n")
        return 1
    if wrong := startup_problems():
        sys.stderr.write(f"{wrong}\n")
        return 1
    options = SiteOptions(
        base=asked.base,
        app=asked.app,
        languages=tuple(match_language([one]) for one in asked.lang or LANGUAGES),
        pages=tuple(NAMES[name] for name in asked.page or NAMES),
        files=() if asked.no_files else DOWNLOADS,
    )
    # Beside the folder, so that whoever is interrupted leaves the site of before.
    made = folder.absolute().with_name(f".{folder.absolute().name}.new")
    size, paths = 0, [LIST]
    try:
        old = made.with_suffix(".old")
        if old.exists() and not folder.exists():
            # The one before was ended between its two last steps.
            old.rename(folder)
        for left in (made, old):
            shutil.rmtree(left, ignore_errors=True)
        for path, content in site_files(public_story(), options):
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            paths.append(path)
            size += len(content)
        (made / LIST).write_text("\n".join(paths), "utf-8")
        if folder.exists():
            _keep_others(folder, made)
        _put(made, folder)
    except OSError as error:
        sys.stderr.write(f"{folder} could not be written: {error.strerror or error}.\n")
        return 1
    sys.stdout.write(f"{len(paths) - 1} files, {size / 1e6:.1f} MB, in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
