"""The tokens around a source, the decoder's start, and the tokens of languages. For the Hugging Face formats.

Placements as in huggingface/transformers: mBART-25 ends a source with its language and starts with the
target's; mBART-50, M2M100 and NLLB begin with them; Marian's models of many targets begin with ``>>fra<<``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from model.checkpoints.assumptions import CONVENTION, NONE_TOLD, TYPED, Answers, Assumption, assume
from model.checkpoints.checkpoint import LanguageTokens
from model.checkpoints.formats.shared.hf_settings import Generation, HfSettings
from model.checkpoints.formats.shared.hf_tokenizer_files import (
    ENGLISH,
    TOKENIZER_CONFIG,
    TOKENIZER_JSON,
    TokenizerFolder,
    language_tokens,
)
from model.checkpoints.hf_tokenizer import JsonTokenizer, PieceTokenizer
from model.checkpoints.tokenizer import IdTokenizer, Tokenizer
from model.common.text import Text

Pair = tuple[Tokenizer, Tokenizer]


@dataclass(frozen=True)
class Speech:
    """The fields of a checkpoint that depend on its tokenizer."""

    start: int
    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    languages: tuple[str, str] = ("", "")
    tokens: Mapping[str, LanguageTokens] = field(default_factory=dict)
    told: tuple[Assumption, ...] = ()


def speech(folder: TokenizerFolder, pair: Pair, rules: Generation, settings: HfSettings, answers: Answers) -> Speech:
    """By the folder's files, the family's habits and ``answers``. Raises :class:`model.common.problems.Problem`."""
    source = pair[0]
    if isinstance(source, IdTokenizer):
        question = Text("Which files hold the tokenizer? Without them tokens are ids")
        missing = Assumption("tokenizer", "none", Text("the folder has no tokenizer files"), question)
        return Speech(_start(rules, settings), suffix=rules.ends[:1], forced=rules.forced, told=(missing,))
    ids = _codes(folder, source)
    if folder.model_type in ("mbart", "m2m_100") and ids:
        return _both_told(folder, source, ids, rules, answers)
    start, (prefix, suffix) = _start(rules, settings), _around(folder, source, rules)
    if folder.model_type == "marian" and ids:
        return _target_told(folder, ids, Speech(start, (), suffix, rules.forced), answers)
    task = _task(folder, settings, answers)
    more = source.encode(task[0].value).ids if task and task[0].value else ()
    return Speech(start, prefix + more, suffix, rules.forced, _named(folder), told=task)


def _start(rules: Generation, settings: HfSettings) -> int:
    if rules.start is None:
        raise settings.wrong("decoder_start_token_id", Text("a token id"))
    return rules.start


def _around(folder: TokenizerFolder, source: Tokenizer, rules: Generation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if folder.model_type == "blenderbot-small" and TOKENIZER_JSON not in folder.files:
        return (), ()  # its own files put nothing around
    barts = folder.model_type in ("bart", "led")
    if isinstance(source, JsonTokenizer) and not (barts and "merges.txt" in folder.files):
        before, after = source.around
        if before or after or barts:
            return before, after
    end, begin = source.id("</s>"), source.id("<s>")
    suffix = rules.ends[:1] if end is None else (end,)
    return (begin,) if barts and begin is not None else (), suffix


def _named(folder: TokenizerFolder) -> tuple[str, str]:
    told = folder.settings(TOKENIZER_CONFIG)
    return told.text("source_lang"), told.text("target_lang")


def _codes(folder: TokenizerFolder, source: Tokenizer) -> dict[str, int]:
    """Code → token id of every language that the vocabulary has a token for."""
    if not isinstance(source, JsonTokenizer | PieceTokenizer):
        return {}
    tokens = source.entries if folder.model_type == "marian" else source.special
    found = {code: source.id(token) for code, token in language_tokens(folder, tokens).items()}
    return {code: index for code, index in found.items() if index is not None and index < len(source)}


def _target_told(folder: TokenizerFolder, ids: dict[str, int], speech: Speech, answers: Answers) -> Speech:
    """Marian: a source begins with the token of the language to translate to."""
    codes = tuple(ids)
    target = assume(answers, "target_language", Text("Into which language?"), codes[0], codes, origin=NONE_TOLD,
                    certain=len(codes) == 1)  # fmt: skip
    tokens = {"target": LanguageTokens(ids, "source_prefix")}
    named = (_named(folder)[0], target.value)
    return Speech(speech.start, (ids[target.value],), speech.suffix, speech.forced, named, tokens, (target,))


def _both_told(
    folder: TokenizerFolder, source: Tokenizer, ids: dict[str, int], rules: Generation, answers: Answers
) -> Speech:
    """mBART, M2M100, NLLB: a token for each side."""
    mbart25 = folder.model_type == "mbart" and not _is_mbart50(folder, ids)
    starts = rules.start in ids.values() or (rules.start is None and mbart25)
    legacy = folder.is_nllb and folder.settings(TOKENIZER_CONFIG).flag("legacy_behaviour")
    told = _choices(folder, ids, rules, answers)
    first, second = (ids[one.value] for one in told)
    end = source.id("</s>")
    ends = rules.ends[:1] if end is None else (end,)
    after = mbart25 or legacy
    return Speech(
        start=second if starts else rules.ends[0] if rules.start is None else rules.start,
        prefix=() if after else (first,),
        suffix=(*ends, first) if after else ends,
        forced=rules.forced if starts else (second,),
        languages=(told[0].value, told[1].value),
        tokens={
            "source": LanguageTokens(ids, "source_suffix" if after else "source_prefix"),
            "target": LanguageTokens(ids, "start" if starts else "forced"),
        },
        told=told,
    )


def _is_mbart50(folder: TokenizerFolder, ids: Mapping[str, int]) -> bool:
    return folder.is_mbart50 if folder.tokenizer_class else len(ids) > 25


def _choices(
    folder: TokenizerFolder, ids: dict[str, int], rules: Generation, answers: Answers
) -> tuple[Assumption, ...]:
    """Both languages: by answers, else by the files, else English as far as possible, and asked."""
    config, codes = folder.settings(TOKENIZER_CONFIG), tuple(ids)
    said = next((code for code, index in ids.items() if index in (*rules.forced, rules.start)), "")
    english = next((code for code in ENGLISH if code in ids), codes[0])
    known = [_code(config.text("src_lang"), ids), said or _code(config.text("tgt_lang"), ids)]
    source = known[0] or english
    other = next((code for code in codes if code != source), source)
    values = source, known[1] or (english if source != english else other)
    questions = Text("From which language?"), Text("Into which language?")
    return tuple(
        assume(answers, f"{side}_language", question, value, codes, certain=bool(found),
               origin=config.path.name if found else CONVENTION)
        for side, question, value, found in zip(("source", "target"), questions, values, known, strict=True)
    )  # fmt: skip


def _code(text: str, ids: Mapping[str, int]) -> str:
    return text if text in ids else ""


def _task(folder: TokenizerFolder, settings: HfSettings, answers: Answers) -> tuple[Assumption, ...]:
    """T5's words before a sentence, ``translate English to German:``, as far as config.json lists them."""
    tasks = settings.values.get("task_specific_params")
    listed = (
        [task.get("prefix") for task in tasks.values() if isinstance(task, dict)] if isinstance(tasks, dict) else []
    )
    prefixes = tuple(dict.fromkeys(text for text in listed if isinstance(text, str) and text.strip()))
    if folder.model_type not in ("t5", "mt5") or not prefixes:
        return ()
    question = Text("Which words stand before every sentence?")
    return (assume(answers, "task_prefix", question, "", ("", *prefixes), origin=TYPED),)
