"""Write a story as plain files: ``python -m components.commands.publish site``.

The story is the project's own, or what ``STORY_DATA`` names. The folder is made anew; what somebody
else has put into it stays. One that holds anything and no site is left alone.
"""

import argparse
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from components.i18n import LANGUAGES
from components.i18n.language import match_language
from components.loading.served_story import list_undated_rows, public_story, startup_problems
from components.presentation.pages import PAGES
from components.site.published import site_files
from components.site.site_options import DOWNLOADS, SiteOptions

#: A file of every site: a folder with other content that lacks it is left alone.
SITE_MARK: Final = "worker.js"
#: Lists the paths that were written into a folder: other files in it belong to somebody else.
FILE_LIST: Final = ".published"
SLUGS_BY_NAME: Final = {page.slug or "overview": page.slug for page in PAGES}


def _parse_site_address(text: str) -> str:
    """Return an address of a site, or an empty text.

    Raises
    ------
    ArgumentTypeError
        It has no host, or a query or a fragment.
    """
    parts = urlsplit(text)
    has_host = parts.scheme in {"http", "https"} and parts.netloc
    if text and (not has_host or parts.query or parts.fragment):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address of a site: write it like https://example.org/story/"
        )
    return text


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Write a story as plain files.")
    parser.add_argument("folder", type=Path, help="where the files are written")
    address_type = _parse_site_address
    parser.add_argument(
        "--base",
        type=address_type,
        default="",
        help="the address the site will have",
    )
    parser.add_argument(
        "--app",
        type=address_type,
        default="",
        help="the address of the app",
    )
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        action="append",
        help="a language; the first stands at the top",
    )
    page_help = "a page; all without it"
    parser.add_argument(
        "--page",
        choices=SLUGS_BY_NAME,
        action="append",
        help=page_help,
    )
    parser.add_argument("--no-files", action="store_true", help="leave downloads and pictures out")
    return parser.parse_args(arguments)


def _site_options(namespace: argparse.Namespace) -> SiteOptions:
    files: tuple[str, ...] = DOWNLOADS
    if namespace.no_files:
        files = ()
    return SiteOptions(
        base=namespace.base,
        app=namespace.app,
        languages=tuple(match_language([code]) for code in namespace.lang or LANGUAGES),
        pages=tuple(SLUGS_BY_NAME[name] for name in namespace.page or SLUGS_BY_NAME),
        files=files,
    )


def _is_other_file(path: Path, written_paths: Collection[str]) -> bool:
    """Return whether a file in the folder of a site was not written by this command.

    A site without a list is of an earlier version, which wrote no hidden files.
    """
    if written_paths:
        return path.as_posix() not in written_paths
    return path.parts[0].startswith(".")


def _copy_other_files(folder: Path, new_folder: Path) -> None:
    """Copy into a new site the files of its folder that this command did not write."""
    written_paths: list[str] = []
    file_list = folder / FILE_LIST
    if file_list.exists():
        written_paths = file_list.read_text("utf-8").splitlines()
    for file in folder.rglob("*"):
        path = file.relative_to(folder)
        new_file = new_folder / path
        is_other_file = _is_other_file(path, written_paths) and not file.is_dir()
        if is_other_file and not new_file.exists():
            new_file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, new_file, follow_symlinks=False)


def _old_folder(new_folder: Path) -> Path:
    """Return where the site of before is while the new one takes its place."""
    return new_folder.with_suffix(".old")


def _replace_folder(new_folder: Path, folder: Path) -> None:
    """Put a new site in the place of a folder, or into it if it cannot be moved, as a mount."""
    old_folder = _old_folder(new_folder)
    try:
        if folder.exists():
            folder.rename(old_folder)
        new_folder.rename(folder)
    except OSError:
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        shutil.copytree(new_folder, folder, dirs_exist_ok=True)
        shutil.rmtree(new_folder)
    shutil.rmtree(old_folder, ignore_errors=True)


def _clean_up(folder: Path, new_folder: Path) -> None:
    """Remove what an interrupted run of this command has left."""
    old_folder = _old_folder(new_folder)
    if old_folder.exists() and not folder.exists():
        # That run ended between its last two steps.
        old_folder.rename(folder)
    shutil.rmtree(new_folder, ignore_errors=True)
    shutil.rmtree(old_folder, ignore_errors=True)


class WrittenSite(NamedTuple):
    """How many files a site has, and how many bytes."""

    file_count: int
    byte_count: int


def _write_site(folder: Path, options: SiteOptions) -> WrittenSite:
    """Write the public story as a site into a folder that does not exist."""
    paths = []
    byte_count = 0
    for path, content in site_files(public_story(), options):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        paths.append(path)
        byte_count += len(content)
    (folder / FILE_LIST).write_text("\n".join([FILE_LIST, *paths]), "utf-8")
    return WrittenSite(len(paths), byte_count)


def publish_site(folder: Path, options: SiteOptions) -> WrittenSite:
    """Write a site in the place of a folder; whoever is interrupted leaves the site of before.

    Parameters
    ----------
    folder
        The folder; files in it that this command did not write stay.
    options
        What is published.
    """
    absolute_folder = folder.absolute()
    new_folder = absolute_folder.with_name(f".{absolute_folder.name}.new")
    _clean_up(folder, new_folder)
    site = _write_site(new_folder, options)
    if folder.exists():
        _copy_other_files(folder, new_folder)
    _replace_folder(new_folder, folder)
    return site


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the site; return 1 if it could not be written."""
    namespace = _parse_arguments(arguments)
    folder: Path = namespace.folder
    is_filled = folder.exists() and any(folder.iterdir())
    if is_filled and not (folder / SITE_MARK).exists():
        sys.stderr.write(f"{folder} holds something else; name a new folder or an empty one.\n")
        return 1
    story_problems = startup_problems()
    if story_problems:
        sys.stderr.write(f"{story_problems}\n")
        return 1
    undated_rows = list_undated_rows()
    if undated_rows:
        sys.stderr.write(f"Rows without a date are not shown:\n{undated_rows}\n")
    try:
        site = publish_site(folder, _site_options(namespace))
    except OSError as error:
        sys.stderr.write(f"{folder} could not be written: {error.strerror or error}.\n")
        return 1
    megabytes = site.byte_count / 1e6
    sys.stdout.write(f"{site.file_count} files, {megabytes:.1f} MB, in {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
