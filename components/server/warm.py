"""Loads what a worker may need, in the process that workers are forked from.

That process imports this module before it forks the first one; each then begins within
milliseconds, with the story and the libraries in memory.
"""

import gc

from components.work.workers import die_with_parent, workers

with die_with_parent():
    # The rooms whose files workers make, and the libraries of these: each would load them anew.
    import geopandas  # noqa: F401
    import pyogrio  # noqa: F401

    import components.lesson.entry
    import components.site.published  # noqa: F401
    from components.export.pictures import KIND_NAMES
    from components.export.view_files import file_bytes
    from components.loading.served_story import data_stamp, startup_problems
    from components.query.view import View
    from components.server.preload import preload_public_story

    workers.loaded = "refused" if startup_problems() else data_stamp()
    if not startup_problems():
        preload_public_story()
        # Each picture is drawn once: what the drawings keep is there before the first reader.
        for kind in KIND_NAMES:
            file_bytes(f"{kind}.svg", View(), "en")
        gc.freeze()
