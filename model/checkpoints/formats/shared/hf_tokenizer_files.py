"""The tokenizers of a Hugging Face folder: its files, the tokens around a source, its languages.

:mod:`model.checkpoints.hf_tokenizer` reads the files; here is what each family does with them. Code lists and
placements as in fairseq and huggingface/transformers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.checkpoints.end_of_word_pieces import moses_pieces, small_pieces
from model.checkpoints.formats.shared.hf_settings import HfSettings, Json, read_bytes
from model.checkpoints.hf_tokenizer import (
    JsonTokenizer,
    PieceTokenizer,
    byte_level,
    read_vocabulary,
)
from model.checkpoints.sentencepiece_model import load_pieces
from model.checkpoints.tokenizer import IdTokenizer, Tokenizer
from model.checkpoints.tokenizer_process import require_library
from model.common.problems import Problem
from model.common.text import Text

TOKENIZER_JSON, TOKENIZER_CONFIG = "tokenizer.json", "tokenizer_config.json"
SPECIAL_MAP, ADDED = "special_tokens_map.json", "added_tokens.json"
SIDES = ("vocab-src.json", "vocab-tgt.json")  #: of FSMT
FILES = (
    "source.spm", "target.spm", "vocab.json", "target_vocab.json", *SIDES, "merges.txt", "spiece.model",
    "sentencepiece.bpe.model", TOKENIZER_JSON, TOKENIZER_CONFIG, SPECIAL_MAP, ADDED,
)  # fmt: skip
MAX_FILE = 256 * 2**20
FAIRSEQ = ("<s>", "<pad>", "</s>", "<unk>")  #: ids 0 to 3 before fairseq's pieces
PEGASUS = 103  #: added to the numbers of its pieces
Files = Mapping[str, bytes]
Pair = tuple[Tokenizer, Tokenizer]

#: How each family spells a language token; the group is the code that people choose.
CODES = {
    "marian": re.compile(r">>(.+)<<"),
    "mbart": re.compile(r"([a-z]{2,3}_[A-Z]{2})"),
    "m2m_100": re.compile(r"(?:__)?([a-z]{2,4}|[a-z]{3}_[A-Z][a-z]{3})(?:__)?"),
}
M2M100 = (
    "af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff fi fr fy ga gd gl gu ha he hi hr ht hu hy "
    "id ig ilo is it ja jv ka kk km kn ko lb lg ln lo lt lv mg mk ml mn mr ms my ne nl no ns oc or pa pl ps pt ro ru "
    "sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk ur uz vi wo xh yi yo zh zu"
)
MBART25 = (
    "ar_AR cs_CZ de_DE en_XX es_XX et_EE fi_FI fr_XX gu_IN hi_IN it_IT ja_XX kk_KZ ko_KR lt_LT lv_LV my_MM ne_NP "
    "nl_XX ro_RO ru_RU si_LK tr_TR vi_VN zh_CN"
)
MBART50 = MBART25 + (
    " af_ZA az_AZ bn_IN fa_IR he_IL hr_HR id_ID ka_GE km_KH mk_MK ml_IN mn_MN mr_IN pl_PL ps_AF pt_XX sv_SE sw_KE "
    "ta_IN te_IN th_TH tl_XX uk_UA ur_PK xh_ZA gl_ES sl_SI"
)
ENGLISH = ("en", "en_XX", "eng_Latn")


@dataclass(frozen=True)
class TokenizerFolder:
    """The tokenizer's files, and the family that they belong to."""

    path: Path
    model_type: str
    files: Files
    sizes: tuple[int, int]  #: rows of the source and of the target table

    def settings(self, name: str) -> HfSettings:
        """One of the JSON files; empty where it is absent. Raises :class:`Problem`."""
        content: Json = _object(self.files[name], name) if name in self.files else {}
        return HfSettings(self.path / name, content)

    @property
    def tokenizer_class(self) -> str:
        return self.settings(TOKENIZER_CONFIG).text("tokenizer_class")

    @property
    def is_nllb(self) -> bool:
        return "nllb" in self.tokenizer_class.lower()

    @property
    def is_mbart50(self) -> bool:
        return "50" in self.tokenizer_class


def read_folder(path: Path, model_type: str, sizes: tuple[int, int]) -> TokenizerFolder:
    """Every tokenizer file of ``path``, as bytes. Raises :class:`Problem`."""
    found = {name: read_bytes(path / name, MAX_FILE) for name in FILES if (path / name).is_file()}
    return TokenizerFolder(path, model_type, found, sizes)


def tokenizers(folder: TokenizerFolder, names: Mapping[int, str]) -> Pair:
    """Source and target tokenizer; tokens are ids where the folder has none. Raises :class:`Problem`.

    ``names`` are special tokens whose ids are known anyway.
    """
    try:
        for wanted, build in BUILDERS[folder.model_type]:
            if set(wanted) <= set(folder.files) and (wanted != (TOKENIZER_JSON,) or _readable(folder)):
                return build(folder)
    except Problem as problem:
        known = problem.what in folder.files
        what = folder.path / problem.what if known else folder.path
        raise Problem(str(what), problem.why, problem.next_step) from problem
    return IdTokenizer(folder.sizes[0], names), IdTokenizer(folder.sizes[1], names)


def _readable(folder: TokenizerFolder) -> bool:
    """Whether tokenizer.json can be read, or must be because nothing else could stand in for it."""
    stand_ins = [wanted for wanted, _ in BUILDERS[folder.model_type] if wanted != (TOKENIZER_JSON,)]
    if not any(set(wanted) <= set(folder.files) for wanted in stand_ins):
        return True  # and reading it says what to install
    try:
        require_library()
    except Problem:
        return False
    return True


def _pieces(folder: TokenizerFolder, name: str) -> bytes:
    """A SentencePiece model that can be read. Raises :class:`Problem`."""
    load_pieces(folder.files[name], name)
    return folder.files[name]


def _marian(folder: TokenizerFolder) -> Pair:
    separate = folder.settings(TOKENIZER_CONFIG).flag("separate_vocabs") or "target_vocab.json" in folder.files
    second = "target_vocab.json" if separate and "target_vocab.json" in folder.files else "vocab.json"
    special = {"<unk>", "</s>", "<pad>"} | _added(folder)
    source, target = (
        PieceTokenizer(
            _pieces(folder, f"{side}.spm"), read_vocabulary(folder.files[name], name, size), special, size,
            decoder=b"" if separate else folder.files["source.spm"], codes=not separate,
        )
        for side, name, size in zip(("source", "target"), ("vocab.json", second), folder.sizes, strict=True)
    )  # fmt: skip
    return source, target


def _m2m100(folder: TokenizerFolder) -> Pair:
    listed = read_vocabulary(folder.files["vocab.json"], "vocab.json", folder.sizes[0])
    spoken = _languages(folder) or [f"__{code}__" for code in M2M100.split()]
    ids = {**listed, **{token: len(listed) + place for place, token in enumerate(spoken) if token not in listed}}
    ids |= {token: index for token, index in _added_ids(folder).items() if index < folder.sizes[0]}
    one = PieceTokenizer(
        _pieces(folder, "sentencepiece.bpe.model"), ids, {*FAIRSEQ, *spoken, *_added(folder)}, folder.sizes[0]
    )
    return one, one


def _fairseq(folder: TokenizerFolder) -> Pair:
    """mBART and NLLB: four special tokens, the pieces, the languages, the mask."""
    model = _pieces(folder, "sentencepiece.bpe.model")
    pieces = load_pieces(model)
    count = int(pieces.get_piece_size())
    spoken = _languages(folder) or (MBART50 if folder.is_mbart50 else MBART25).split()
    ids = {str(pieces.id_to_piece(index)): index + 1 for index in range(3, count)}
    ids |= {token: index for index, token in enumerate(FAIRSEQ)}
    ids |= {token: count + 1 + place for place, token in enumerate([*spoken, "<mask>"])}
    ids |= _added_ids(folder)
    one = PieceTokenizer(model, ids, {*FAIRSEQ, *spoken, "<mask>", *_added(folder)}, folder.sizes[0])
    return one, one


def _t5(folder: TokenizerFolder) -> Pair:
    """The pieces, then the sentinels with the last one first."""
    model = _pieces(folder, "spiece.model")
    pieces = load_pieces(model)
    count = int(pieces.get_piece_size())
    ids = {str(pieces.id_to_piece(index)): index for index in range(count)}
    extra = folder.settings(TOKENIZER_CONFIG)
    sentinels = extra.count("extra_ids", 0) if extra.has("extra_ids") else 100
    sentinels = min(sentinels, max(0, folder.sizes[0] - count))
    names = [f"<extra_id_{number}>" for number in reversed(range(sentinels))]
    ids = {token: count + place for place, token in enumerate(names)} | ids
    special = {"<pad>", "</s>", "<unk>", *names, *_added(folder)}
    one = PieceTokenizer(model, ids | _added_ids(folder), special, folder.sizes[0])
    return one, one


def _pegasus(folder: TokenizerFolder) -> Pair:
    """105 ids of their own, of which most stand for nothing, then the pieces from the third on."""
    model = _pieces(folder, "spiece.model")
    pieces = load_pieces(model)
    special = ["<pad>", "</s>", "<mask_1>", "<mask_2>", *(f"<unk_{number}>" for number in range(2, PEGASUS))]
    listed = range(2, int(pieces.get_piece_size()))
    ids = {str(pieces.id_to_piece(index)): index + PEGASUS for index in listed}
    ids |= {token: index for index, token in enumerate(special)}
    one = PieceTokenizer(model, ids | _added_ids(folder), {*special, *_added(folder)}, folder.sizes[0])
    return one, one


def _json(folder: TokenizerFolder) -> Pair:
    closes_up = folder.settings(TOKENIZER_CONFIG).flag("clean_up_tokenization_spaces")
    one = JsonTokenizer(folder.files[TOKENIZER_JSON], folder.sizes[0], closes_up=closes_up)
    if folder.sizes[0] == folder.sizes[1]:
        return one, one
    return one, JsonTokenizer(folder.files[TOKENIZER_JSON], folder.sizes[1], closes_up=closes_up)


def _bart(folder: TokenizerFolder) -> Pair:
    special = [*FAIRSEQ, "<mask>", *_added(folder)]
    content = byte_level(folder.files["vocab.json"], folder.files["merges.txt"], special)
    return _json(
        TokenizerFolder(folder.path, folder.model_type, {**folder.files, TOKENIZER_JSON: content}, folder.sizes)
    )


def _fsmt(folder: TokenizerFolder) -> Pair:
    told, special = folder.settings(TOKENIZER_CONFIG), [*FAIRSEQ, *_added(folder)]
    lowercase, languages = told.flag("do_lower_case"), told.values.get("langs")
    codes = languages if isinstance(languages, list) and len(languages) == len(SIDES) else ["en"] * len(SIDES)
    source, target = (
        JsonTokenizer(
            moses_pieces(folder.files[name], name, folder.files["merges.txt"], special, lowercase, code == "en"), size
        )
        for name, size, code in zip(SIDES, folder.sizes, codes, strict=True)
    )
    return source, target


def _small(folder: TokenizerFolder) -> Pair:
    special = ["__null__", "__start__", "__end__", "__unk__", *_added(folder)]
    content = small_pieces(folder.files["vocab.json"], folder.files["merges.txt"], special)
    one = JsonTokenizer(content, folder.sizes[0])
    return one, one


_JSON = ((TOKENIZER_JSON,), _json)
_FAIRSEQ = (("sentencepiece.bpe.model",), _fairseq)
_M2M100 = (("vocab.json", "sentencepiece.bpe.model"), _m2m100)
_T5 = (("spiece.model",), _t5)
#: Per family, in order of preference: the files it takes, and what reads them.
BUILDERS: Mapping[str, tuple[tuple[tuple[str, ...], Callable[[TokenizerFolder], Pair]], ...]] = {
    "marian": ((("source.spm", "target.spm", "vocab.json"), _marian), _JSON),
    "bart": (_JSON, (("vocab.json", "merges.txt"), _bart)),
    "mbart": (_JSON, _FAIRSEQ),
    "m2m_100": (_M2M100, _JSON, _FAIRSEQ),
    "t5": (_JSON, _T5),
    "mt5": (_JSON, _T5),
    "pegasus": (_JSON, (("spiece.model",), _pegasus)),
    "blenderbot": (_JSON,),
    "umt5": (_JSON, _T5),
    "led": (_JSON, (("vocab.json", "merges.txt"), _bart)),
    "blenderbot-small": (_JSON, (("vocab.json", "merges.txt"), _small)),
    "fsmt": (_JSON, ((*SIDES, "merges.txt"), _fsmt)),
    "encoder-decoder": (_JSON,),
}


def language_tokens(folder: TokenizerFolder, tokens: Iterable[str]) -> dict[str, str]:
    """Code for people → token, in order, of those ``tokens`` that name a language."""
    pattern = CODES.get(folder.model_type)
    found = {} if pattern is None else {token: pattern.fullmatch(token) for token in tokens}
    return {match.group(1): token for token, match in sorted(found.items()) if match}


def _languages(folder: TokenizerFolder) -> list[str]:
    """Language tokens in the order of their ids, as far as the folder's lists name them."""
    listed = folder.settings(SPECIAL_MAP).values.get("additional_special_tokens")
    extra = folder.settings(TOKENIZER_CONFIG).values
    listed = listed or extra.get("additional_special_tokens") or extra.get("extra_special_tokens") or []
    names = [_content(token) for token in listed] if isinstance(listed, list) else []
    spoken = set(language_tokens(folder, names).values())
    return [name for name in names if name in spoken]


def _added(folder: TokenizerFolder) -> set[str]:
    """Further tokens that are special."""
    values = folder.settings(TOKENIZER_CONFIG).values.get("added_tokens_decoder")
    entries = values.values() if isinstance(values, dict) else ()
    return {_content(entry) for entry in entries if isinstance(entry, dict) and entry.get("special")}


def _added_ids(folder: TokenizerFolder) -> dict[str, int]:
    """Token → id of what was added to a vocabulary later. Raises :class:`Problem`."""
    found: dict[str, int] = {}
    if ADDED in folder.files and folder.files[ADDED].strip() != b"{}":
        found |= read_vocabulary(folder.files[ADDED], ADDED)
    values = folder.settings(TOKENIZER_CONFIG).values.get("added_tokens_decoder")
    for index, entry in values.items() if isinstance(values, dict) else ():
        if index.isascii() and index.isdigit() and len(index) < 10:
            found[_content(entry)] = int(index)
    found.pop("", None)
    return found


def _content(entry: Any) -> str:
    """A token's spelling: an entry is a text or an object that holds it."""
    value = entry.get("content") if isinstance(entry, dict) else entry
    return value if isinstance(value, str) else ""


def _object(content: bytes, name: str) -> Json:
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Problem(name, Text("it is not valid JSON"), Text("Download the folder again")) from error
    if not isinstance(values, dict):
        raise Problem(name, Text("it is not a JSON object"), Text("Download the folder again"))
    return values
