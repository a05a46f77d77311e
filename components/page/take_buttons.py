"""Buttons for files of an opened story: made when pressed, and sent to nobody else."""

import json
from collections.abc import Iterable

from markupsafe import Markup

from components.export.view_files import DownloadFile
from components.i18n import I18n
from components.presentation.markup import render


def render_take_buttons(files: Iterable[DownloadFile], i18n: I18n) -> Markup:
    """Render the buttons for some files as items of a list; ``download.js`` requests them."""
    files_and_requests = []
    for file in files:
        body = ""
        if file.body is not None:
            body = json.dumps(file.body)
        request = {
            "address": file.opened_address,
            "name": file.name,
            "body": body,
        }
        files_and_requests.append((file, json.dumps(request)))
    return render("takes.html", i18n, files=files_and_requests)
