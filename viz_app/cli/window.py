"""``window``: the program itself; the default when no command is given."""

from __future__ import annotations

import argparse
import gc

from model.common.languages import LANGUAGES
from model.common.text import Text
from viz_app.cli.shared.common import DEVICES, add_checkpoint, output_path

HELP = Text("open the window (the default), or save a picture of it")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help=Text("a checkpoint, a trace file or a session to open"))
    parser.add_argument("--reuse", action="store_true", help=Text("open FILE in a window that is there, if one is"))
    add_checkpoint(parser)
    parser.add_argument("--sentence", metavar="TEXT", help=Text("translate this at once"))
    parser.add_argument("--device", choices=DEVICES, default="auto", help=Text("where to compute (auto)"))
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=None, help=Text("of the interface"))
    parser.add_argument(
        "--snapshot", metavar="OUT.png", help=Text("save a picture of the window and end; no display needed")
    )
    parser.add_argument("--size", default="1600x1000", metavar="WxH", help=Text("of the snapshot (1600x1000)"))
    parser.add_argument("--theme", choices=("system", "light", "dark"), default=None, help=Text("as in the settings"))


def run(arguments: argparse.Namespace) -> int:
    if arguments.snapshot:
        output_path(arguments.snapshot, ".png")
    from viz_app.platform.display import OFFSCREEN, require_libraries
    from viz_app.platform.library_imports import import_libraries

    require_libraries(OFFSCREEN)  # the least that importing Qt needs
    gc.disable()  # all that is made until the first paint stays; see viz_app.deferred_startup
    try:
        import_libraries()
        from viz_app.app import run_window

        return run_window(arguments)
    finally:
        gc.enable()
