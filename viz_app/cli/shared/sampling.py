"""``--temperature``, ``--top-k``, ``--top-p`` and ``--seed``: tokens that are drawn instead of the likeliest."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from model.common.text import Text
from viz_app.cli.shared.common import MOST_COUNTED, whole

if TYPE_CHECKING:
    from model.decoding.sampling import Sampling

NAMES = ("temperature", "top_k", "top_p", "seed")  #: of the options
FARTHEST = 1e6
LARGEST_SEED = 999_999_999_999  #: twelve digits


def add_sampling(parser: argparse.ArgumentParser) -> None:
    """The four options; any of them asks for drawing."""
    for name, kind, metavar, told in (
        ("temperature", number, "T", Text("draw tokens: logits divided by T (1)")),
        ("top-k", above_nothing, "K", Text("draw tokens: from the K likeliest (all)")),
        ("top-p", number, "P", Text("draw tokens: from the likeliest that together have P (1)")),
        ("seed", seed, "S", Text("draw tokens: the number that they follow from (0)")),
    ):
        parser.add_argument(f"--{name}", type=kind, metavar=metavar, help=told)


def sampling_of(arguments: argparse.Namespace) -> Sampling | None:
    """The rules that were asked for; None where none was. Raises :class:`Problem` for impossible ones."""
    from model.decoding.sampling import Sampling

    given = {name: value for name in NAMES if (value := getattr(arguments, name)) is not None}
    return Sampling(**given) if given else None


def number(text: str) -> float:
    """One within what anybody asks for; for argparse."""
    try:
        value = float(text[:40])
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a number") from error
    if not abs(value) <= FARTHEST:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a number up to {FARTHEST:g}")
    return value


def above_nothing(text: str) -> int:
    """A whole number from 1; for argparse."""
    return whole(text, 1, MOST_COUNTED)


def seed(text: str) -> int:
    """For argparse."""
    return whole(text, 0, LARGEST_SEED)
