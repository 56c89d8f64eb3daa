"""Both tokenizers and the special ids of a family whose file holds neither. Shared by the formats.

A vocabulary that was found decides; the family's own spelling and ids stand in for what it lacks, and
for everything where there is none: then tokens are ids.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from model.checkpoints.assumptions import ANSWER, CONVENTION, INSIDE, NOTHING_FITS, Answers, Assumption, assume
from model.checkpoints.checkpoint import Special
from model.checkpoints.companions import MAX_NOTES, SIDES, Companions
from model.checkpoints.enclosed import is_meant
from model.checkpoints.tokenizer import IdTokenizer, SubwordTokenizer, Tokenizer, WordTokenizer
from model.checkpoints.vocabularies.entries import Vocabulary
from model.checkpoints.vocabularies.vocabulary_file import PIECES, read_limited
from model.common.problems import Problem, shown
from model.common.text import Text

FILE = {
    "source": Text("Which file holds the source vocabulary?"),
    "target": Text("Which file holds the target vocabulary?"),
}
LANGUAGE = {"source": Text("Which language is the source?"), "target": Text("Which language is the target?")}
#: How people spell a role; the family's own spelling is tried before these.
SPELLINGS = {
    "unknown": ("<unk>", "[UNK]", "<UNK>", "UNK", "unk"),
    "padding": ("<pad>", "[PAD]", "<PAD>", "PAD", "<blank>", "pad"),
    "start": ("<sos>", "<s>", "<bos>", "[BOS]", "[SOS]", "<SOS>", "<BOS>", "<start>", "SOS", "BOS"),
    "end": ("<eos>", "</s>", "[EOS]", "<EOS>", "<end>", "EOS"),
}


@dataclass(frozen=True)
class SpecialWords:
    """A family's special tokens: the spelling and the ids that its code builds."""

    unknown: tuple[str, int] = ("<unk>", 0)
    padding: tuple[str, int] = ("<pad>", 1)
    start: tuple[str, int] = ("<sos>", 2)
    end: tuple[str, int] = ("<eos>", 3)
    lowercase: bool = True
    languages: tuple[str, str] = ("de", "en")
    wraps_source: bool = True  #: start and end stand around every source
    ends_source: bool = False  #: the end alone stands behind every source
    splits: bool = False  #: a SentencePiece model beside may split sentences to the words of its vocabulary

    @property
    def names(self) -> dict[int, str]:
        return {index: word for word, index in (self.unknown, self.padding, self.start, self.end)}


#: Ids that the settings of a training tell; asked of nobody.
IDS = {
    "unknown_id": Text("Which id is the unknown token?"),
    "padding_id": Text("Which id is padding?"),
    "start_id": Text("Which id is the start token?"),
    "end_id": Text("Which id is the end token?"),
}


@dataclass(frozen=True)
class Language:
    """Tokenizers and special ids of a model of words and ids."""

    tokenizers: tuple[Tokenizer, Tokenizer]
    special: Special
    languages: tuple[str, str]
    assumptions: tuple[Assumption, ...] = field(default=())


def language(words: SpecialWords, sizes: tuple[int, int], companions: Companions, answers: Answers) -> Language:
    """Tokenizers, special ids and what had to be assumed for them. Raises :class:`Problem`."""
    lowercase = assume(answers, "lowercase", Text("Was the training text lower-cased?"), words.lowercase, (True, False))
    ids = _ids(companions.vocabularies.values(), words, min(sizes), answers)
    words = _with_ids(words, ids)
    told = [lowercase, *ids]
    tokenizers, codes = [], []
    for side, size, usual in zip(SIDES, sizes, words.languages, strict=True):
        question = LANGUAGE[side]
        said = companions.languages.get(side)
        origin = _origin(companions, side) if said else CONVENTION
        code = assume(answers, f"{side}_language", question, said or usual, origin=origin)
        tokenizers.append(
            _tokenizer(side, size, code.value, words, companions, lowercase.value, set(map(role_of, ids)))
        )
        told += [_vocabulary(side, companions, answers), code]
        codes.append(code.value)
    source, target = tokenizers
    start, end = role(source, "start", words.start), role(source, "end", words.end)
    special = Special(
        source_padding=role(source, "padding", words.padding),
        target_padding=role(target, "padding", words.padding),
        start=role(target, "start", words.start),
        ends=(role(target, "end", words.end),),
        source_prefix=(start,) if words.wraps_source else (),
        source_suffix=(end,) if words.wraps_source or words.ends_source else (),
    )
    return Language((source, target), special, (codes[0], codes[1]), tuple(told))


def speakable(
    enclosed: Sequence[Vocabulary],
    faults: Sequence[str],
    sizes: Mapping[str, int],
    words: SpecialWords,
    answers: Answers,
) -> tuple[list[Vocabulary], tuple[str, ...]]:
    """Vocabularies out of the model's own file that fit it, and a sentence for each that is meant to and does not.

    One that has no entry for a special token is no reason to refuse the file that it lies in.
    """
    kept, notes = [], list(faults)
    for one in enclosed:
        try:
            if len(one.words) not in sizes.values():
                counts = " and ".join(f"{size:,}" for size in sizes.values())
                why = Text("it has %1 entries and the network %2", f"{len(one.words):,}", counts)
                raise Problem(one.name, why, "")
            ids = _ids([one], words, min(sizes.values()), answers)
            told, roles = _with_ids(words, ids), {role_of(one) for one in ids}
            for name in _needed(words, one.side):
                _spelled(one, name, getattr(told, name), name in roles)
            kept.append(one)
        except Problem as problem:
            if is_meant(one.name):
                notes.append(Text("%1 in the file is not used: %2", shown(one.name), problem.why))
    return kept, tuple(notes[:MAX_NOTES])


def _ids(vocabularies: Iterable[Vocabulary], words: SpecialWords, size: int, answers: Answers) -> list[Assumption]:
    """The ids that settings tell, where no vocabulary spells that role as people do."""
    spelled = {word for one in vocabularies for word in one.words}
    found = []
    for name, question in IDS.items():
        usual = getattr(words, name.removesuffix("_id"))
        value = answers.values.get(name)
        if type(value) is int and 0 <= value < size and spelled.isdisjoint((usual[0], *SPELLINGS[name[:-3]])):
            found.append(assume(answers, name, question, usual[1]))
    return found


def _with_ids(words: SpecialWords, ids: Iterable[Assumption]) -> SpecialWords:
    """A family's words with the ids that were told, each with its usual spelling."""
    told: dict[str, Any] = {role_of(one): (getattr(words, role_of(one))[0], one.value) for one in ids}
    return replace(words, **told)


def role_of(told: Assumption) -> str:
    """The role of an id: ``padding_id`` → padding."""
    return told.name.removesuffix("_id")


def _tokenizer(
    side: str, size: int, code: str, words: SpecialWords, companions: Companions, lowercase: bool, told: Container[str]
) -> Tokenizer:
    vocabulary, pieces = companions.vocabularies.get(side), companions.pieces.get(side)
    if vocabulary is not None:
        roles = {
            name: _spelled(vocabulary, name, getattr(words, name), name in told)
            for name in SPELLINGS
            if name in _needed(words, side) or not _spellings(words, name).isdisjoint(vocabulary.words)
        }
        if words.splits and not lowercase:
            from model.checkpoints.splitter import split_by_model

            if split := split_by_model(vocabulary, side, code, roles["unknown"], tuple(roles.values())):
                return split
        return WordTokenizer(
            vocabulary.words, code, lowercase=lowercase, unknown=roles["unknown"], special=roles.values()
        )
    if side in companions.contents:
        return SubwordTokenizer(companions.contents[side])
    if pieces is None:
        return IdTokenizer(size, words.names)
    if pieces.suffix in PIECES:
        return SubwordTokenizer(read_limited(pieces))
    from model.checkpoints.hf_tokenizer import JsonTokenizer

    return JsonTokenizer(read_limited(pieces), size)


def _needed(words: SpecialWords, side: str) -> list[str]:
    """The roles that a side's vocabulary must have a word for: a bare source needs no start and no end."""
    bare = side == "source" and not words.wraps_source
    spared = ({"start"} if bare else set()) | ({"end"} if bare and not words.ends_source else set())
    return [name for name in SPELLINGS if name not in spared]


def _spellings(words: SpecialWords, name: str) -> set[str]:
    """How a role may be spelled."""
    return {getattr(words, name)[0], *SPELLINGS[name]}


def _spelled(vocabulary: Vocabulary, name: str, usual: tuple[str, int], told: bool = False) -> str:
    """The spelling of a role in this vocabulary, or the word of its id where that was ``told``.

    Raises :class:`Problem` where it has no such entry.
    """
    spelling = next((one for one in (usual[0], *SPELLINGS[name]) if one in vocabulary.words), None)
    if spelling is None and told and usual[1] < len(vocabulary.words):
        return vocabulary.words[usual[1]]
    if spelling is None:
        why = Text("it has no entry for the %1 token, such as %2", name, usual[0])
        raise Problem(str(vocabulary.path), why, Text("Write %1 into the line of id %2", usual[0], usual[1]))
    return spelling


def role(tokenizer: Tokenizer, name: str, usual: tuple[str, int]) -> int:
    """The id of a role: by the family's spelling, by another common one, else as the family numbers it."""
    found = (tokenizer.id(spelling) for spelling in (usual[0], *SPELLINGS[name]))
    return next((index for index in found if index is not None), usual[1])


def _vocabulary(side: str, companions: Companions, answers: Answers) -> Assumption:
    """The file of a side's words; "" where tokens are ids, uncertain unless that is an answer."""
    name, question = f"{side}_vocabulary", FILE[side]
    path = companions.vocabularies[side].path if side in companions.vocabularies else companions.pieces.get(side)
    options = companions.choices.get(side, ())
    if side in companions.contents:
        return Assumption(name, INSIDE, INSIDE, question)
    if path is None:
        asked = answers.values.get(name) == ""
        return Assumption(name, "", ANSWER if asked else NOTHING_FITS, question, options, asked)
    origin = INSIDE if side in companions.inside else path.name
    return Assumption(name, str(path), origin, question, options, side not in companions.unsure)


def _origin(companions: Companions, side: str) -> str:
    vocabulary = companions.vocabularies.get(side)
    if side in companions.inside:
        return INSIDE
    return vocabulary.path.name if vocabulary else companions.pieces[side].name
