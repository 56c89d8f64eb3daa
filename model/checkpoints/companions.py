"""The files beside a bare state dict: vocabularies, hyper-parameters, earlier answers. Never run, only read.

A :class:`Companions` is what was found; formats take from it what their file does not hold. Which of
several vocabularies is the source's: the one whose number of entries fits, then the one whose name says
so, else it is asked. How a vocabulary is read is :mod:`model.checkpoints.vocabularies`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model.checkpoints.assumptions import INSIDE, Answers
from model.checkpoints.enclosed import settings_in
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.hyperparameters import read_facts
from model.checkpoints.sidecar import ENDING, recall, sidecar_of
from model.checkpoints.tokenizer import SubwordTokenizer
from model.checkpoints.vocabularies import structured
from model.checkpoints.vocabularies.entries import Vocabulary
from model.checkpoints.vocabularies.name_parts import LANGUAGES, SIDE_NAMES, language_of, parts, side_of
from model.checkpoints.vocabularies.vocabulary_file import (
    MAX_BYTES,
    PIECES,
    is_tokenizer_file,
    read_limited,
    read_vocabularies,
)
from model.common.problems import Problem
from model.common.text import Text

SIDES = ("source", "target")
NOTHING: Mapping[str, Any] = MappingProxyType({})
DROPPED = "companions"  #: the answer that lists files given along with the model
MAX_FILES, MAX_LISTED, MAX_NOTES = 40, 5_000, 4
MAX_UNASKED = 8 * 2**20  #: bytes of a file that nobody named
MAX_BESIDE = 64 * 2**20  #: bytes of all of them together
PICKLES, PICKLE_COST = (".pt", ".pth", ".pkl", ".pickle", ".bin"), 4  #: which cost as much as so many bytes of text
ENDINGS = (".json", ".txt", ".tsv", ".csv", ".vocab", ".dict", ".pt", ".pth", ".pkl", ".pickle", ".bin", *PIECES)
FACTS = (".ipynb", ".json", ".py")
SETTINGS = frozenset(("config", "conf", "settings", "hyperparameters", "params", "args", "train", "model", "main"))
#: Parts of a file's name that say: a vocabulary.
WEIGHTS = (".pt", ".pth", ".ckpt", ".bin")  #: pickles too may be vocabularies, but most are models
MEANT = frozenset(
    ("vocab", "vocabulary", "vocabs", "voc", "dict", "itos", "stoi", "spm", "sentencepiece", "spiece", "tokenizer")
)
OTHERS = frozenset(("field", "fields", "token", "tokens", "words", "m30k", "multi30k", "pieces", "kowiki"))


@dataclass(frozen=True)
class Companions:
    """The findings for one file."""

    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)  #: by side
    pieces: Mapping[str, Path] = field(default_factory=dict)  #: by side: a SentencePiece model or tokenizer.json
    languages: Mapping[str, str] = field(default_factory=dict)  #: by side, where the file's name says it
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: by side: every file that would fit
    contents: Mapping[str, bytes] = field(default_factory=dict)  #: by side: a SentencePiece model inside the file
    inside: frozenset[str] = frozenset()  #: sides whose vocabulary lies in the model's own file
    unsure: frozenset[str] = frozenset()  #: sides for which another file would fit as well
    notes: tuple[str, ...] = ()  #: one sentence each: files that look like vocabularies and were not used


@dataclass(frozen=True)
class _VocabularyFile:
    """One vocabulary of one file, before it belongs to a side."""

    path: Path
    size: int
    words: tuple[str, ...] = ()  #: () for a file that splits words by itself
    side: str = ""  #: where the file or its name says it
    language: str = ""


def known(file: ModelFile, answers: Mapping[str, Any], told: Mapping[str, Any] = NOTHING) -> Answers:
    """``answers``, completed by the remembered ones, by what the file itself has ``told`` beside its weights, by the
    settings of its training in it, and by what notebooks and configurations beside it say.

    Those of another model are left out: no tensor has the width that they state.
    """
    remembered = recall(file.path, file.weights[0] if file.weights else None)
    if answers.get(DROPPED):  # what is given now outweighs what was chosen then
        earlier = {name: value for name, value in remembered.answers.items() if not name.endswith("_vocabulary")}
        remembered = replace(remembered, answers=earlier)
    inside = settings_in(file)
    values: dict[str, Any] = {**inside, **told, **remembered.answers}
    origins: dict[str, str] = dict.fromkeys(inside, INSIDE) | dict.fromkeys(told, file.path.name)
    origins |= dict.fromkeys(remembered.answers, sidecar_of(file.path).name)
    beside = [] if file.config is not None else _telling(file.path)  # a whole folder speaks for itself
    for files in (_dropped(answers), beside):
        for name, (value, origin) in _agreed_facts(files, file).items():
            if name not in values:
                values[name], origins[name] = value, origin
    for name in answers:
        origins.pop(name, None)
    warnings = (remembered.warning,) if remembered.warning else ()
    return Answers({**values, **answers}, origins, warnings)


def _agreed_facts(paths: Sequence[Path], file: ModelFile) -> dict[str, tuple[Any, str]]:
    """Name → (value, the first file that says it); nothing where two files say different things."""
    widths = {length for info in file.tensors.values() for length in info.shape}
    said: dict[str, dict[Any, str]] = {}
    for path in paths:
        facts = read_facts(path) if path.suffix in FACTS and not path.name.endswith(ENDING) else {}
        if facts.pop("width", None) in (None, *widths):
            for name, value in facts.items():
                said.setdefault(name, {}).setdefault(value, path.name)
    return {name: next(iter(found.items())) for name, found in said.items() if len(found) == 1}


def find_companions(
    path: Path,
    answers: Answers,
    sizes: Mapping[str, int],
    languages: Sequence[str] = ("", ""),
    enclosed: Sequence[Vocabulary] = (),
) -> Companions:
    """Look beside ``path``; ``answers`` may name files. ``sizes`` are the entries each side must have.

    Those ``enclosed`` in the file itself outweigh any beside it.

    Raises :class:`Problem` for a named file that cannot be used, and for one that calls itself a
    vocabulary, has a fault, and leaves its side without any.
    """
    given = dict(zip(SIDES, languages, strict=True))
    own, along = [_of(one) for one in enclosed], set(_dropped(answers.values))
    found, faults, notes = _candidates(path, answers, sizes)
    result = Companions(notes=tuple(notes[:MAX_NOTES]))
    for side in SIDES:
        answer = answers.values.get(f"{side}_vocabulary")
        beside = _fitting(found, side, given, sizes)
        inside = [] if any(one.path in along for one in beside) else _fitting(own, side, given, sizes)
        paths = tuple(dict.fromkeys(str(one.path) for one in (*inside, *beside)))
        result = replace(result, choices={**result.choices, side: paths})
        remembered = f"{side}_vocabulary" in answers.origins
        if isinstance(answer, str) and answer and not (inside and answer == str(path)):
            result = _placed(result, side, [_named(Path(answer), side, given, sizes)])
        elif inside and answer != "":
            result = _placed(result, side, _best(inside, side, given, sizes))
        elif beside and (answer is None or (answer == "" and remembered)):  # there was none then; now there is
            result = _placed(result, side, _best(beside, side, given, sizes))
        elif answer is None:
            for candidate_side, problem in faults:
                if candidate_side in ("", side):
                    raise problem
    return _apart(result, path)


def _fitting(
    listed: Sequence[_VocabularyFile], side: str, languages: Mapping[str, str], sizes: Mapping[str, int]
) -> list[_VocabularyFile]:
    """Those of the right size that do not say another side, the likeliest first."""
    fitting = [one for one in listed if one.size == sizes[side] and one.side in ("", side)]
    liking = {one: _liking(one, side, languages, sizes) for one in fitting}
    return sorted((one for one in fitting if liking[one] >= 0), key=lambda one: (-liking[one], one.path.name))


def _best(
    fitting: Sequence[_VocabularyFile], side: str, languages: Mapping[str, str], sizes: Mapping[str, int]
) -> list[_VocabularyFile]:
    """Those that are as likely as the first, each list of words once."""
    liking = [_liking(one, side, languages, sizes) for one in fitting]
    return _different([one for one, value in zip(fitting, liking, strict=True) if value == liking[0]])


def _candidates(
    path: Path, answers: Answers, sizes: Mapping[str, int]
) -> tuple[list[_VocabularyFile], list[tuple[str, Problem]], list[str]]:
    """Vocabularies that fit a side; faults of files that call themselves so; those that fit no side."""
    found: list[_VocabularyFile] = []
    faults: list[tuple[str, Problem]] = []
    notes = []
    dropped = [one for one in _dropped(answers.values) if not _is_about_settings(one)]
    spent = 0
    for candidate in dict.fromkeys((*dropped, *_likely(path))):
        cost = 0 if candidate in dropped else _cost(candidate)
        if spent and spent + cost > MAX_BESIDE:
            notes.append(f"{candidate.name} is not used: with the files before it there is too much to look through")
            continue
        spent += cost
        try:
            read = _read(candidate)
        except Problem as problem:
            if candidate in dropped:
                raise
            if MEANT & parts(candidate.name) and candidate.suffix in WEIGHTS:  # another model, named for its vocabulary
                notes.append(f"{candidate.name} is not used: {problem.why}")
            elif MEANT & parts(candidate.name):
                faults.append((side_of(candidate.name), problem))
            continue
        fitting = [one for one in read if one.size in sizes.values()]
        found += fitting
        if read and not fitting:
            why = Text(
                "it has %1 entries and the network %2",
                f"{read[0].size:,}",
                " and ".join(f"{size:,}" for size in sizes.values()),
            )
            if candidate in dropped:
                raise Problem(str(candidate), why, Text("Choose the vocabulary of this checkpoint"))
            if MEANT & parts(candidate.name):
                notes.append(f"{candidate.name} is not used: {why}")
    return found, faults, notes


def _size(path: Path) -> int:
    """Bytes; what has gone meanwhile has none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _cost(path: Path) -> int:
    """Bytes to look through; a file that is too large for that is refused at once."""
    size = _size(path) * (PICKLE_COST if path.suffix.lower() in PICKLES else 1)
    return size if _size(path) <= MAX_BYTES else 0


def _read(path: Path) -> list[_VocabularyFile]:
    """The vocabularies of one file. Raises :class:`Problem`."""
    language = language_of(path.name)
    if is_tokenizer_file(path):
        return [_VocabularyFile(path, tokenizer_size(path), side=side_of(path.name), language=language)]
    return [
        _of(replace(one, side=one.side or ("" if one.language else side_of(path.name))), language)
        for one in read_vocabularies(path)
    ]


def _of(one: Vocabulary, language: str = "") -> _VocabularyFile:
    """``language``: what its file's name says, where the file itself says nothing."""
    return _VocabularyFile(
        one.path, len(one.words), one.words, one.side, one.language or ("" if one.side else language)
    )


def tokenizer_size(path: Path) -> int:
    """The number of pieces that a SentencePiece model or a ``tokenizer.json`` has. Raises :class:`Problem`."""
    if path.suffix in PIECES:
        try:
            return len(SubwordTokenizer(read_limited(path)))
        except Problem as problem:
            raise Problem(str(path), problem.why, Text("Copy it again, or take it away to go on with ids")) from problem
    return structured.tokenizer_size(read_limited(path))


def _named(path: Path, side: str, languages: Mapping[str, str], sizes: Mapping[str, int]) -> _VocabularyFile:
    """The vocabulary of a file that an answer names for a side. Raises :class:`Problem`."""
    read = _read(path)
    own = _fitting(read, side, languages, sizes) or [one for one in read if one.side == side] or read[:1]
    if own[0].size != sizes[side]:
        why = Text("it has %1 entries and the network %2", f"{own[0].size:,}", f"{sizes[side]:,}")
        raise Problem(str(path), why, Text("Choose the vocabulary of this checkpoint"))
    return replace(own[0], language="")


def _liking(candidate: _VocabularyFile, side: str, languages: Mapping[str, str], sizes: Mapping[str, int]) -> int:
    """2: its name or content says this side; 1: its language does; −1: its language says the other side."""
    if candidate.side == side:
        return 2
    if len(set(sizes.values())) > 1 or not candidate.language:
        return 0  # its size has said more than a language can
    if candidate.language == languages[side]:
        return 1
    return -1 if candidate.language in languages.values() else 0


def _different(candidates: list[_VocabularyFile]) -> list[_VocabularyFile]:
    """Without copies of the same words in another form."""
    kept: dict[Any, _VocabularyFile] = {}
    for one in candidates:
        kept.setdefault(one.words or one.path, one)
    return list(kept.values())


def _placed(result: Companions, side: str, best: list[_VocabularyFile]) -> Companions:
    """With the first of ``best`` on this side, unsure where there are more."""
    # Of two that fit both sides, each side gets its own.
    taken = {(vocabulary.path, vocabulary.words) for vocabulary in result.vocabularies.values()}
    taken |= {(path, ()) for path in result.pieces.values()}
    one = next((candidate for candidate in best if (candidate.path, candidate.words) not in taken), best[0])
    if one.words:
        result = replace(result, vocabularies={**result.vocabularies, side: Vocabulary(one.words, one.path, side)})
    else:
        result = replace(result, pieces={**result.pieces, side: one.path})
    if one.language:
        result = replace(result, languages={**result.languages, side: one.language})
    return replace(result, unsure=result.unsure | {side}) if len(best) > 1 else result


def _apart(result: Companions, path: Path) -> Companions:
    """One vocabulary for both sides says nothing about languages; which ones lie in the file ``path`` itself."""
    inside = frozenset(side for side, one in result.vocabularies.items() if one.path == path)
    told = [
        (one.path, one.words) if (one := result.vocabularies.get(side)) else (result.pieces.get(side), ())
        for side in SIDES
    ]
    return replace(result, inside=inside, languages={} if told[0] == told[1] else result.languages)


def _dropped(answers: Mapping[str, Any]) -> list[Path]:
    names = answers.get(DROPPED, ())
    return [Path(name) for name in names if isinstance(name, str)] if isinstance(names, list | tuple) else []


def _telling(path: Path) -> list[Path]:
    """Notebooks beside the model, then configurations and scripts whose names promise settings."""
    files = [one for one in _listed(path, FACTS) if one.suffix == ".ipynb" or SETTINGS & parts(one.name)]
    files = [one for one in files if _size(one) <= MAX_UNASKED]
    files = sorted(files, key=lambda one: (FACTS.index(one.suffix.lower()), one.name))[:MAX_FILES]
    together = accumulate(map(_size, files))
    return [one for one, size in zip(files, together, strict=True) if size <= 2 * MAX_UNASKED]


def _is_about_settings(path: Path) -> bool:
    """A notebook, a script or a configuration: given along for what it says about the model."""
    return path.suffix in (".ipynb", ".py") or (path.suffix == ".json" and bool(read_facts(path)))


def _likely(path: Path) -> list[Path]:
    """Files beside the model whose names sound like vocabularies, the likeliest first."""
    wanted = MEANT | OTHERS | SIDE_NAMES["source"] | SIDE_NAMES["target"] | set().union(*LANGUAGES.values())
    listed = _listed(path, (*ENDINGS, *(f".{code}" for code in LANGUAGES))) + _above(path)
    files = [one for one in listed if wanted & parts(one.name)]
    files = [one for one in files if MEANT & parts(one.name) or _size(one) <= MAX_UNASKED]
    return sorted(files, key=lambda one: (not MEANT & parts(one.name), one.name))[:MAX_FILES]


def _above(path: Path) -> list[Path]:
    """Tokenizers in the folder above a folder of weights alone, as hkproj's training leaves them."""
    alone = "weights" in parts(path.parent.name) and not path.is_dir()
    return [one for one in _listed(path.parent.parent, (".json",)) if "tokenizer" in parts(one.name)] if alone else []


def _listed(path: Path, endings: Sequence[str]) -> list[Path]:
    """Regular files in the model's folder with one of these endings, the model itself left out."""
    folder = path if path.is_dir() else path.parent
    try:
        listed = [one for _, one in zip(range(MAX_LISTED), folder.iterdir(), strict=False)]
        files = [one for one in listed if one.suffix.lower() in endings and one != path and one.is_file()]
    except OSError:
        return []
    return sorted(one for one in files if not one.name.endswith(ENDING))
