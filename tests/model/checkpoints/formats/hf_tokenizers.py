"""Real tokenizers, trained in a moment on the fixture's sentences and made by transformers' own classes."""

from __future__ import annotations

import io
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from tests.model.checkpoints.formats.hf_network import library, make, save
from tests.model.checkpoints.formats.samples import Sample
from tests.model.sample_checkpoints import FIXTURES, PAIRS

KOREAN = ("두 마리의 개가 눈에서 놀아요.", "나는 학교에 간다.", "개가 눈에서 논다.")
TEXTS = (
    "Zwei Hunde spielen im Schnee.",
    "I like cats, don't you?",
    "두 마리의 개가 눈에서 놀아요.",
    "안녕하세요 ㅋㅋ 학교",
    "a 👩‍👩‍👧 dog 🐶!",
    "漢字 ж Ω ok",
    "  two   spaces \t and\na line  ",
    "ＦＵＬＬ ﬁ ①½",
    "cafe\u0301 \u1100\u1161\u11a8",
    "x" * 60,
    ">>fra<< Zwei Hunde",
    "3.14 % (a) [b] {c} \u00ab d \u00bb",
    "",
)
LANGUAGES = {"mbart": ["de_DE", "en_XX", "ko_KR"], "nllb": ["deu_Latn", "eng_Latn", "kor_Hang"]}


@cache
def pieces(kind: str = "unigram", side: int = 2, first: tuple[int, int, int, int] = (0, 1, 2, 3)) -> bytes:
    """A SentencePiece model; ``side`` 2 is both. ``first``: ids of unknown, padding, start, end."""
    from sentencepiece import SentencePieceTrainer

    texts = [text for pair in PAIRS for text in (pair if side == 2 else pair[side : side + 1])]
    model = io.BytesIO()
    unk, pad, start, end = first
    SentencePieceTrainer.train(
        sentence_iterator=iter([*texts, *KOREAN * 3]), model_writer=model, vocab_size=260, model_type=kind,
        unk_id=unk, pad_id=pad, bos_id=start, eos_id=end, minloglevel=2, num_threads=1, hard_vocab_limit=False,
    )  # fmt: skip
    return model.getvalue()


def listed(model: bytes) -> list[tuple[str, float]]:
    """Every piece with its score, in id order."""
    from sentencepiece import SentencePieceProcessor

    one = SentencePieceProcessor(model_proto=model)
    return [(one.id_to_piece(index), one.get_score(index)) for index in range(one.get_piece_size())]


def field(message: bytes, wanted: int) -> bytes:
    """A length-delimited field of a protobuf message: enough to find a model's normalisation table."""
    place, result = 0, b""

    def number() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(message):
        tag = number()
        if tag & 7 == 0:
            number()
        elif tag & 7 == 5:
            place += 4
        elif tag & 7 == 1:
            place += 8
        else:
            length = number()
            if tag >> 3 == wanted:
                result = message[place : place + length]
            place += length
    return result


def marian(folder: Path, separate: bool = False, codes: tuple[str, ...] = ()) -> Any:
    """Two models and one list of both their pieces, or two lists."""
    models = pieces(side=0), pieces(side=1)
    for name, model in zip(("source.spm", "target.spm"), models, strict=True):
        (folder / name).write_bytes(model)
    names = [[piece for piece, _ in listed(model)[4:]] for model in models]
    groups = names if separate else [[*names[0], *names[1]]]
    lists = [dict.fromkeys(["</s>", "<unk>", *(f">>{code}<<" for code in codes), *group, "<pad>"]) for group in groups]
    for name, one in zip(("vocab.json", "target_vocab.json"), lists, strict=False):
        content = {token: index for index, token in enumerate(one)}
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    paths = {"source_spm": "source.spm", "target_spm": "target.spm", "vocab": "vocab.json"}
    if separate:
        paths["target_vocab_file"] = "target_vocab.json"
    given = {name: str(folder / file) for name, file in paths.items()}
    made = library().MarianTokenizer(**given, separate_vocabs=separate, source_lang="de", target_lang="en")
    made.save_pretrained(folder)
    return made


def m2m100(folder: Path) -> Any:
    """A list of pieces; the hundred languages follow it."""
    model = pieces("bpe")
    (folder / "sentencepiece.bpe.model").write_bytes(model)
    names = ["<s>", "<pad>", "</s>", "<unk>", *(piece for piece, _ in listed(model)[4:])]
    (folder / "vocab.json").write_text(json.dumps({name: index for index, name in enumerate(names)}), encoding="utf-8")
    files = {"vocab_file": "vocab.json", "spm_file": "sentencepiece.bpe.model"}
    made = library().M2M100Tokenizer(**{name: str(folder / file) for name, file in files.items()}, src_lang="de")
    made.save_pretrained(folder)
    return made


def t5(folder: Path, model_too: bool = True) -> Any:
    """``tokenizer.json``, and the model it was made from."""
    model = pieces(first=(2, 0, -1, 1))
    made = library().T5Tokenizer(
        vocab=listed(model), _spm_precompiled_charsmap=field(field(model, 3), 2), extra_ids=100
    )
    made.save_pretrained(folder)
    if model_too:
        (folder / "spiece.model").write_bytes(model)
    return made


def mbart(folder: Path, fifty: bool = False) -> Any:
    """fairseq's order: four special tokens, the pieces, the languages, the mask."""
    model = pieces(first=(0, -1, 1, 2))
    (folder / "sentencepiece.bpe.model").write_bytes(model)
    kind = library().MBart50Tokenizer if fifty else library().MBartTokenizer
    module = __import__(kind.__module__, fromlist=["FAIRSEQ_LANGUAGE_CODES"])
    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    spoken = [(code, 0.0) for code in module.FAIRSEQ_LANGUAGE_CODES]
    made = kind(vocab=[*special, *listed(model)[3:], *spoken, ("<mask>", 0.0)], src_lang="de_DE", tgt_lang="ko_KR")
    made.save_pretrained(folder)
    return made


def nllb(folder: Path, legacy: bool = False) -> Any:
    """Byte pairs; a few languages stand for two hundred."""
    names = ["<s>", "<pad>", "</s>", "<unk>", *(piece for piece, _ in listed(pieces("bpe"))[4:])]
    vocabulary = {name: index for index, name in enumerate(dict.fromkeys(names))}
    merges = [
        (left, right)
        for whole in names[4:]
        for left, right in ((whole[:cut], whole[cut:]) for cut in range(1, len(whole)))
        if left in vocabulary and right in vocabulary
    ]
    made = library().NllbTokenizer(
        vocab=vocabulary, merges=merges, src_lang="deu_Latn", legacy_behaviour=legacy,
        additional_special_tokens=LANGUAGES["nllb"],
    )  # fmt: skip
    made.save_pretrained(folder)
    return made


def bart(folder: Path) -> Any:
    """Byte-level pairs, as ``tokenizer.json`` and as the two older files."""
    from tokenizers import ByteLevelBPETokenizer

    trained = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    texts = [*(text for pair in PAIRS for text in pair), *KOREAN]
    trained.train_from_iterator(texts, vocab_size=420, special_tokens=special, show_progress=False)
    trained.save_model(str(folder))
    made = library().BartTokenizer.from_pretrained(str(folder), local_files_only=True)
    made.save_pretrained(folder)
    return made


def spoken(folder: Path) -> Path:
    """A small network of three languages with its tokenizer, as NLLB has them."""
    made = nllb(folder)
    return save(make("hf_m2m100", vocab_size=len(made) + 8, max_position_embeddings=60), folder)


def trained(folder: Path) -> Path:
    """The fixture, in a place where it may be written to."""
    return shutil.copytree(FIXTURES / "marian", folder / "marian")


SENTENCE = "Zwei Hunde spielen im Schnee."
SAMPLES = {"hf_m2m100 nllb": Sample(spoken, SENTENCE), "hf_marian trained": Sample(trained, SENTENCE)}
