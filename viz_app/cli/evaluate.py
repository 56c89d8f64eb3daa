"""``evaluate``: BLEU of a checkpoint on held-out pairs, with sacreBLEU's signature."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from viz_app.cli.shared.common import add_checkpoint, add_device, add_languages, lines_of, open_spoken
from viz_app.cli.shared.decoding import add_search, search_of
from viz_app.cli.shared.what_if import add_what_if, asked, what_if_of
from viz_app.cli.shared.workers import add_workers, shared_work

if TYPE_CHECKING:
    from model.corpus.executors import Workforce
    from model.corpus.opened import CheckpointAddress
    from model.training.evaluation import Answers, Scored

if TYPE_CHECKING:
    from model.decoding.beam_tree import SearchRules

HELP = Text("measure translation quality (sacreBLEU)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_checkpoint(parser, positional=True)
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("--pairs", metavar="F.tsv[.gz]", help=Text("source TAB references joined by ' ||| '"))
    given.add_argument("--source", metavar="F", help=Text("one source per line"))
    parser.add_argument(
        "--reference", nargs="+", metavar="F", default=[], help=Text("one translation per line, each file")
    )
    add_search(parser, Text("hypotheses kept by beam search (5)"), 5)
    parser.add_argument("--lowercase", action="store_true", help=Text("ignore case"))
    parser.add_argument(
        "--tokenize", choices=("13a", "spacy"), default="13a", help=Text("before n-grams are counted (13a)")
    )
    add_languages(parser)
    add_device(parser)
    add_workers(parser, usual=1)
    add_what_if(parser)


def run(arguments: argparse.Namespace) -> int:
    from model.training.data import Pair, read_pairs
    from model.training.evaluation import Scored, evaluate

    if arguments.pairs:
        pairs = read_pairs(Path(arguments.pairs))
    else:
        sources, *references = (lines_of(name) for name in (arguments.source, *arguments.reference))
        _check_references(arguments.source, sources, references)
        pairs = [Pair(source, tuple(row)) for source, *row in zip(sources, *references, strict=True)]
    what_if_of(arguments)
    rules = search_of(arguments)
    checkpoint = asked(open_spoken(arguments), arguments)
    with shared_work(arguments, checkpoint) as shared:
        answers = None if shared is None else _elsewhere(*shared, rules)
        for event in evaluate(checkpoint, pairs, rules, arguments.lowercase, arguments.tokenize, answers):
            if isinstance(event, Scored):
                _tell(event, rules, arguments)
            else:
                progress(f"{event} of {len(pairs)} sentences")
    return 0


def _elsewhere(force: Workforce, address: CheckpointAddress, rules: SearchRules) -> Answers:
    """Batches translated by workers."""
    from model.corpus.translations import piece_of_sources

    def answers(batches: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
        return force.answers(piece_of_sources, ((n, (address, batch, rules)) for n, batch in enumerate(batches)))

    return answers


def _tell(found: Scored, rules: SearchRules, arguments: argparse.Namespace) -> None:
    progress("")
    print(f"BLEU {found.bleu:.2f}  {found.detail}")
    changes = "".join(f"|what-if:{written}" for written in arguments.what_if)
    print(f"signature {found.signature}|beam:{rules.width}{_unusual(rules)}{changes}")
    print(f"{found.sentences} sentences, {found.seconds:.1f} s")


def _unusual(rules: SearchRules) -> str:
    """What of a search is not as usual, in a signature."""
    usual = type(rules)(rules.width)
    told = {"length-penalty": (rules.penalty, usual.penalty), "stop": (rules.stop, usual.stop)}
    return "".join(f"|{name}:{value}" for name, (value, its) in told.items() if value != its)


def _check_references(name: str, sources: list[str], references: list[list[str]]) -> None:
    if not references:
        raise Problem(
            Text("arguments"), Text("--source needs --reference"), Text("Add at least one file of translations")
        )
    for lines in references:
        if len(lines) != len(sources):
            raise Problem(
                name,
                Text("it has %1 lines and a reference %2", len(sources), len(lines)),
                Text("Use files with one line per sentence"),
            )
