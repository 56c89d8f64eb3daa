"""``config.json`` and ``generation_config.json`` of a Hugging Face folder, read as plain data and checked.

Nothing here knows a network; a value of the wrong type or size is a :class:`Problem` that names the
file and the field. Field names as in huggingface/transformers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.checkpoints.assumptions import Assumption
from model.checkpoints.files.model_file import ModelFile
from model.common.plain_file import read_plain
from model.common.problems import Problem, unreadable
from model.common.text import Text
from model.decoding.beam_tree import SearchRules, Stop
from model.network.config import InvalidField

CONFIG, GENERATION = "config.json", "generation_config.json"
MAX_JSON = 4 * 2**20  #: bytes; published ones have a few thousand
LARGEST = 2**31 - 1
ADVICE = Text("Correct it, or download the folder again")
Json = Mapping[str, Any]

#: Their name of an activation → ours. Several names mean one function.
ACTIVATIONS = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "silu": "silu",
    "swish": "silu",
}

#: Their ``early_stopping`` → ours; without a word about it theirs is False.
EARLY_STOPPING: Mapping[str, Stop] = {"true": "enough", "false": "bound", "none": "bound", "never": "never"}

#: What a folder may ask of the search and a greedy run does not do, with the value that asks for nothing.
NOT_APPLIED: Mapping[str, Any] = {
    "num_beams": 1, "do_sample": False, "length_penalty": 1.0, "no_repeat_ngram_size": 0, "repetition_penalty": 1.0,
    "encoder_no_repeat_ngram_size": 0, "min_length": 0, "min_new_tokens": 0, "begin_suppress_tokens": [],
    "forced_decoder_ids": [], "sequence_bias": {}, "exponential_decay_length_penalty": [],
}  # fmt: skip


@dataclass(frozen=True)
class HfSettings:
    """The fields of one JSON file over a family's defaults."""

    path: Path  #: the file, for messages
    values: Json

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.values.get(name) is not None

    def count(self, name: str, least: int = 1) -> int:
        """A whole number. Raises :class:`Problem`."""
        value = self.values.get(name)
        if type(value) is not int or not least <= value <= LARGEST:
            raise self.wrong(name, Text("a whole number from %1", least))
        return value

    def flag(self, name: str) -> bool:
        """True or false; null is false. Raises :class:`Problem`."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(name, Text("true or false"))
        return bool(value)

    def number(self, name: str) -> float:
        """A finite number. Raises :class:`Problem`."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
            raise self.wrong(name, Text("a number"))
        return float(value)

    def text(self, name: str, default: str = "") -> str:
        """A string; null is ``default``. Raises :class:`Problem`."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, str):
            raise self.wrong(name, Text("a text"))
        return default if value is None else value

    def activation(self, name: str) -> Any:
        """Our name of an activation. Raises :class:`Problem`."""
        theirs = self.text(name)
        if theirs not in ACTIVATIONS:
            raise self.wrong(name, Text("one of %1", ", ".join(ACTIVATIONS)))
        return ACTIVATIONS[theirs]

    def token(self, name: str, size: int) -> int | None:
        """A token id below ``size``, or None for null. Raises :class:`Problem`."""
        value = self.values.get(name)
        return None if value is None else self._ids(name, [value], size)[0]

    def tokens(self, name: str, size: int) -> tuple[int, ...]:
        """Token ids: a list or one number; () for null. Raises :class:`Problem`."""
        value = self.values.get(name)
        if value is None:
            return ()
        return self._ids(name, value if isinstance(value, list) else [value], size)

    def single_words(self, name: str, size: int) -> tuple[int, ...]:
        """The one-token entries of a list of token lists; longer ones are left out. Raises :class:`Problem`."""
        value = self.values.get(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, list) and item for item in value):
            raise self.wrong(name, Text("a list of lists of token ids"))
        return self._ids(name, [item[0] for item in value if len(item) == 1], size)

    def _ids(self, name: str, values: Iterable[Any], size: int) -> tuple[int, ...]:
        ids = tuple(values)
        if not all(type(index) is int and 0 <= index < size for index in ids):
            raise self.wrong(name, Text("token ids from 0 to %1", f"{size - 1:,}"))
        return ids

    def wrong(self, name: str, wanted: str) -> Problem:
        """The :class:`Problem` of a field that is not ``wanted``."""
        value = self.values.get(name)
        why = Text("%1 is %2 and must be %3", name, repr(value)[:40], wanted)
        if value is None:
            why = Text("%1 is missing and must be %2", name, wanted)
        return Problem(str(self.path), why, ADVICE)


#: Our field of a network → what config.json may call it.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "width": ("d_model",), "source_vocabulary": ("vocab_size", "src_vocab_size"),
    "target_vocabulary": ("decoder_vocab_size", "vocab_size", "tgt_vocab_size"),
    "layers": ("encoder_layers", "decoder_layers", "num_layers", "num_decoder_layers"), "head_width": ("d_kv",),
    "heads": ("encoder_attention_heads", "decoder_attention_heads", "num_heads"),
    "feed_forward_width": ("encoder_ffn_dim", "decoder_ffn_dim", "d_ff"),
    "max_length": ("max_position_embeddings", "n_positions"), "norm_eps": ("layer_norm_epsilon",),
    "relative_buckets": ("relative_attention_num_buckets",), "relative_distance": ("relative_attention_max_distance",),
    **dict.fromkeys(("dropout.embedding", "dropout.residual"), ("dropout", "dropout_rate")),
    "dropout.attention": ("attention_dropout",), "dropout.feed_forward": ("activation_dropout",),
}  # fmt: skip


@contextmanager
def in_their_words(settings: HfSettings) -> Iterator[None]:
    """Inside, what no network can have is told of the user's own file, under the name that it has there."""
    try:
        yield
    except InvalidField as problem:
        names = [name for name in FIELDS.get(problem.field, ()) if settings.values.get(name) == problem.value]
        raise Problem(
            str(settings.path), problem.told.filled((*names, problem.field)[0], *problem.told.values[1:]), ADVICE
        ) from problem


@dataclass(frozen=True)
class Generation:
    """The rules of decoding that a folder states."""

    padding: int
    start: int | None  #: None where only the target language tells it (mBART)
    ends: tuple[int, ...]
    forced: tuple[int, ...]  #: first token whatever the model thinks
    last: int | None  #: token at the limit whatever the model thinks
    suppressed: tuple[int, ...]
    told: tuple[Assumption, ...]  #: what the folder asks for and greedy decoding does not do
    search: SearchRules | None = None  #: the beam that it asks for


def model_type(file: ModelFile) -> str:
    """``model_type`` of the folder's config.json, also where only the weights in it were opened; "" if none."""
    values = file.config
    if values is None and not file.path.is_dir():
        try:
            values = read_json(file.folder / CONFIG)
        except Problem:
            return ""
    kind = (values or {}).get("model_type")
    return kind if isinstance(kind, str) else ""


def read_settings(file: ModelFile, defaults: Json) -> HfSettings:
    """The folder's config.json over ``defaults``. Raises :class:`Problem`."""
    path = file.folder / CONFIG
    values = file.config if file.config is not None else read_json(path)
    return HfSettings(path, {**defaults, **values})


def read_generation(settings: HfSettings, size: int) -> Generation:
    """Special ids and decoding rules, by generation_config.json where there is one. Raises :class:`Problem`.

    ``size`` is the number of target tokens.
    """
    path = settings.path.with_name(GENERATION)
    rules = HfSettings(path, read_json(path)) if path.is_file() else settings
    either = HfSettings(rules.path, {**settings.values, **{k: v for k, v in rules.values.items() if v is not None}})
    padding = either.token("pad_token_id", size)
    if padding is None:
        raise either.wrong("pad_token_id", Text("a token id"))
    ends = either.tokens("eos_token_id", size)
    if not ends:
        raise either.wrong("eos_token_id", Text("a token id"))
    start = either.token("decoder_start_token_id", size)
    start = either.token("bos_token_id", size) if start is None else start
    forced, last = rules.token("forced_bos_token_id", size), rules.tokens("forced_eos_token_id", size)
    suppressed = rules.single_words("bad_words_ids", size) + rules.tokens("suppress_tokens", size)
    return Generation(
        padding, start, ends, () if forced is None else (forced,), last[0] if last else None,
        tuple(sorted(set(suppressed))), _not_applied(rules), _search(rules),
    )  # fmt: skip


def _search(rules: HfSettings) -> SearchRules | None:
    """The beam that a folder asks for, with their values for what it does not say; None where it says nonsense."""
    width, penalty, early = (rules.values.get(name) for name in ("num_beams", "length_penalty", "early_stopping"))
    stop = EARLY_STOPPING.get(str(early).lower())
    if type(width) is not int or width < 2 or rules.values.get("do_sample") is True or stop is None:
        return None
    try:
        return SearchRules(width, 1.0 if penalty is None else penalty, stop)
    except Problem:
        return None


def _not_applied(rules: HfSettings) -> tuple[Assumption, ...]:
    """One stated assumption for each wish that greedy decoding leaves aside."""
    wishes = {name: rules.values.get(name) for name, nothing in NOT_APPLIED.items()
              if rules.values.get(name) not in (None, nothing)}  # fmt: skip
    words = rules.values.get("bad_words_ids")
    if isinstance(words, list) and any(isinstance(item, list) and len(item) > 1 for item in words):
        wishes["bad_words_ids"] = "sequences of several tokens"
    return tuple(
        Assumption(name, "not applied", f"{rules.path.name} asks for {str(value)[:40]}", f"Which {name}?")
        for name, value in wishes.items()
    )


def read_json(path: Path) -> Json:
    """A file that holds a JSON object. Raises :class:`Problem`."""
    try:
        content = read_bytes(path, MAX_JSON)
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), Text("it is not valid JSON"), Text("Download the folder again")) from error
    if not isinstance(values, dict):
        raise Problem(str(path), Text("it is not a JSON object"), Text("Download the folder again"))
    return values


def read_bytes(path: Path, limit: int) -> bytes:
    """The content of a small file. Raises :class:`Problem` where it is absent, unreadable or larger than ``limit``."""
    if not path.is_file():
        raise Problem(str(path.parent), Text("%1 is missing", path.name), Text("Download the folder again"))
    try:
        if path.stat().st_size > limit:
            raise Problem(str(path), Text("it is far larger than any such file"), Text("Download the folder again"))
        return read_plain(path, limit)
    except OSError as error:
        raise unreadable(path, error) from error
