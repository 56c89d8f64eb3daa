"""Both tokenizers and the special ids of a family whose file holds neither. Shared by the formats.

A vocabulary that was found decides; the family's own spelling and ids stand in for what it lacks, and
for everything where there is none: then tokens are ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from model.checkpoints.assumptions import ANSWER, CONVENTION, INSIDE, NOTHING_FITS, Answers, Assumption, assume
from model.checkpoints.checkpoint import Special
from model.checkpoints.companions import SIDES, Companions
from model.checkpoints.tokenizer import IdTokenizer, SubwordTokenizer, Tokenizer, WordTokenizer
from model.checkpoints.vocabularies.entries import Vocabulary
from model.checkpoints.vocabularies.vocabulary_file import PIECES, read_limited
from model.common.problems import Problem
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

    @property
    def names(self) -> dict[int, str]:
        return {index: word for word, index in (self.unknown, self.padding, self.start, self.end)}


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
    told = [lowercase]
    tokenizers, codes = [], []
    for side, size, usual in zip(SIDES, sizes, words.languages, strict=True):
        question = LANGUAGE[side]
        said = companions.languages.get(side)
        origin = _origin(companions, side) if said else CONVENTION
        code = assume(answers, f"{side}_language", question, said or usual, origin=origin)
        tokenizers.append(_tokenizer(side, size, code.value, words, companions, lowercase.value))
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
        source_suffix=(end,) if words.wraps_source else (),
    )
    return Language((source, target), special, (codes[0], codes[1]), tuple(told))


def _tokenizer(
    side: str, size: int, code: str, words: SpecialWords, companions: Companions, lowercase: bool
) -> Tokenizer:
    vocabulary, pieces = companions.vocabularies.get(side), companions.pieces.get(side)
    if vocabulary is not None:
        roles = {name: _spelled(vocabulary, name, getattr(words, name)) for name in SPELLINGS}
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


def _spelled(vocabulary: Vocabulary, name: str, usual: tuple[str, int]) -> str:
    """The spelling of a role in this vocabulary. Raises :class:`Problem` where it has no such entry."""
    spelling = next((one for one in (usual[0], *SPELLINGS[name]) if one in vocabulary.words), None)
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
    return Assumption(name, str(path), path.name, question, options, side not in companions.unsure)


def _origin(companions: Companions, side: str) -> str:
    vocabulary = companions.vocabularies.get(side)
    return vocabulary.path.name if vocabulary else companions.pieces[side].name
