"""Every export of one real run on one page: ``python scripts/gallery.py``.

Every file in ``docs/gallery`` and the page about them, ``docs/gallery.md``, are made by the program's own command
line. Run it after a change of an export, look at every file at full size, and commit them.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
SENTENCE = "Das Tier überquerte die Straße nicht, weil es zu müde war."
RUN = "run.npz"
SHOWN = {".png", ".svg", ".gif", ".apng"}  #: what a page can show by itself
HEAD = "--layer 3 --head 1"  #: the head that aligns words best


@dataclass(frozen=True)
class Piece:
    """One file: what it is, and the words of the command line that make it."""

    file: str
    about: str
    words: str

    @property
    def command(self) -> list[str]:
        """The whole command, without the program."""
        name, _, rest = self.words.partition(" ")
        return [name, *shlex.split(rest), "--out", self.file]


def _of_run(options: str) -> str:
    return f"export {RUN} {options}"


def _of_sentence(options: str) -> str:
    """With the vectors behind the weights, which the file of the run leaves out."""
    return f"export {shlex.quote(SENTENCE)} {options}"


#: Heading → its pieces, in the order of the page.
SECTIONS: dict[str, tuple[Piece, ...]] = {
    "The run": (
        Piece(RUN, "Every token, weight, mask and candidate, for numpy and for Headscope itself.",
              f"trace {shlex.quote(SENTENCE)}"),
    ),
    "Pictures": (
        Piece("one-head.png", "One head, as an image.", _of_run(f"--view one_head {HEAD}")),
        Piece("one-head.svg", "The same as vectors: cells are shapes, letters are letters.",
              _of_run(f"--view one_head {HEAD}")),
        Piece("one-head.pdf", "The same for LaTeX; its text can be searched.", _of_run(f"--view one_head {HEAD}")),
        Piece("one-head-dark-ko.png", "Dark, with Korean words, row totals and the √ scale.",
              _of_run(f"--view one_head {HEAD} --theme dark --language ko --row-totals --scale sqrt")),
        Piece("one-layer.svg", "Every head of a layer.", _of_run("--view one_layer --layer 3")),
        Piece("all-layers.svg", "Every layer and head, the most focused heads first.",
              _of_run("--view all_layers --heads-by focus")),
        Piece("links.svg", "Three heads as named lines.", _of_run(f"--view links {HEAD} --heads 1,2,4 --lines 1")),
        Piece("masks.svg", "What the decoder may attend to, and what that makes of its scores.",
              _of_sentence("--view masks --kind decoder --layer 2 --head 2")),
        Piece("positions.png", "The positional encoding that this model uses.",
              _of_sentence("--view embeddings_layers --topic position --dimension 20")),
        Piece("teacher-forcing.png", "Input, next token and loss of each position.", _of_run("--view teacher_forcing")),
        Piece("beam-tree.svg", "Every hypothesis that a beam of 4 looked at, with its score.",
              _of_sentence("--view beam_tree --beam 4")),
        Piece("words-rollout.png", "Sub-words joined to words, attention rolled out over the layers.",
              _of_run("--view one_head --layer 3 --rollout --words")),
    ),
    "For a paper and for a slide": (
        Piece("column.pdf", "One column of a paper, 3.35 inches wide.",
              _of_run(f"--view one_head {HEAD} --preset paper-column --no-values --no-title")),
        Piece("slide.png", "A slide, with letters for the last row.",
              _of_run(f"--view one_head {HEAD} --preset slide")),
    ),
    "The steps as a film": (
        Piece("steps.gif", "As GIF, for any slide.",
              _of_run(f"--view one_head {HEAD} --step all --size-in 9x6 --dpi 96")),
        Piece("steps.apng", "As APNG: every colour exact.",
              _of_run(f"--view one_head {HEAD} --step all --size-in 9x6 --dpi 96")),
    ),
    "Numbers": (
        Piece("one-head.csv", "What is shown, one row for each cell; Excel opens it in Korean too.",
              _of_run(f"--view one_head {HEAD}")),
        Piece("one-head.tsv", "What is shown, as a matrix to paste.", _of_run(f"--view one_head {HEAD}")),
        Piece("one-head.json", "What is shown, for programs.", _of_run(f"--view one_head {HEAD}")),
        Piece("alignment.jsonl", "The words that this head aligns, as Pharaoh's links and as weights.",
              _of_run(f"--view one_head {HEAD}")),
    ),
    "Pages": (
        Piece("page.html", "A page that people can poke at, in any browser, without a network.", f"page {RUN} {HEAD}"),
        Piece("handout.pdf", "A handout: sentence, masks, a page for each step, and everything that was set.",
              f"handout {shlex.quote(SENTENCE)}"),
        Piece("handout-ko.pdf", "The same in Korean.", f"handout {shlex.quote(SENTENCE)} --language ko"),
    ),
}  # fmt: skip


def main() -> int:
    """Make every file and the page; returns the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for piece in pieces():
        done = subprocess.run([sys.executable, str(ROOT / "main.py"), *piece.command], cwd=FOLDER, check=False)
        if done.returncode:
            print(f"error: {piece.file}: it could not be made. See above.")
            return 2
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
    return 0


def pieces() -> list[Piece]:
    """Every file, in order: the run first, from which the others are made."""
    return [piece for section in SECTIONS.values() for piece in section]


def page() -> str:
    """The page, as Markdown."""
    lines = [
        "# What can be taken away",
        "",
        "One run of the shipped checkpoint, in every form. Each file was made by the command above it;",
        "`python scripts/gallery.py` makes them all again. In the window: *File → Export…* (Ctrl+E).",
    ]
    for heading, section in SECTIONS.items():
        lines += ["", f"## {heading}"]
        for piece in section:
            lines += ["", f"**{piece.file}** {piece.about}", "", "```", f"python main.py {shown(piece)}", "```", ""]
            link = f"gallery/{piece.file}"
            lines.append(f"![{piece.about}]({link})" if Path(link).suffix in SHOWN else f"[{piece.file}]({link})")
    return "\n".join(lines) + "\n"


def shown(piece: Piece) -> str:
    """The command as it is typed."""
    return shlex.join(piece.command)


if __name__ == "__main__":
    sys.exit(main())
