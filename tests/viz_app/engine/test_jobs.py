"""The engine's jobs in this process: what they answer, what they leave behind, and how they fail."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats import headscope
from model.checkpoints.tokenizer import blank_pipeline
from model.decoding.session import DecodingSession
from model.record.growing_run import GrowingRun
from model.record.trace import ARRAYS
from tests.logged import Logged
from tests.model.checkpoints.formats.hf_tokenizers import spoken
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.engine.checkpoints import LONG_RUN, SENTENCE, TINY, write_endless
from viz_app.engine import jobs
from viz_app.engine.jobs import Engine, explain
from viz_app.engine.messages import (
    DECODING,
    ENCODING,
    OPENING,
    RECORDING,
    WORD_RULES,
    Failed,
    Item,
    OpenCheckpoint,
    Opened,
    Progress,
    RunDone,
    RunGrows,
    RunSentence,
    Tokenize,
    Tokens,
)
from viz_app.engine.pace import Pace


@pytest.fixture
def engine() -> Engine:
    """With the trained fixture open."""
    engine = Engine()
    assert isinstance(list(engine.run(OpenCheckpoint(1, str(TINY), "cpu")))[-1], Opened)
    return engine


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_endless(tmp_path_factory.mktemp("endless") / "endless"))


def answer(engine: Engine, request: OpenCheckpoint | RunSentence | Tokenize) -> Item:
    """The last item; every other one is Progress, and all have the request's ticket."""
    *progress, last = engine.run(request)
    assert all(isinstance(item, Progress) for item in progress)
    assert {item.ticket for item in (*progress, last)} == {request.ticket}
    return last


def run_done(engine: Engine, request: RunSentence) -> RunDone:
    done = answer(engine, request)
    assert isinstance(done, RunDone)
    return done


def failed(engine: Engine, request: OpenCheckpoint | RunSentence | Tokenize) -> Failed:
    reply = answer(engine, request)
    assert isinstance(reply, Failed)
    assert all((reply.what, reply.why, reply.next_step))
    return reply


# --- opening ---


def test_opening_says_everything_about_the_checkpoint() -> None:
    engine = Engine()
    items = list(engine.run(OpenCheckpoint(5, str(TINY), "cpu")))
    assert (items[0], items[-2]) == (Progress(5, OPENING), Progress(5, WORD_RULES))
    assert all(isinstance(item, Progress) and item.text == OPENING and item.fraction > 0 for item in items[1:-2])
    assert isinstance(items[-1], Opened)
    info = items[-1].info
    assert (info.name, info.path, info.family, info.device) == ("tiny", str(TINY), "Headscope", "cpu")
    assert (info.encoder_layers, info.encoder_heads, info.decoder_layers, info.decoder_heads) == (2, 4, 2, 4)
    assert (info.width, info.max_length, info.norm_order, info.final_norm) == (32, 64, "pre", True)
    assert (info.source_language, info.target_language, info.tokenizer) == ("de", "en", "word")
    assert (info.unknown_id, info.special_ids, info.samples) == (0, (1, 3), ())
    assert len(info.sha256) == 64
    opened = engine.checkpoint
    assert opened is not None
    assert info.parameters == sum(parameter.numel() for parameter in opened.transformer.parameters())


def test_encoder_and_decoder_are_not_mixed_up(endless: str) -> None:
    engine = Engine()
    opened = answer(engine, OpenCheckpoint(1, endless, "cpu"))
    assert isinstance(opened, Opened)
    info = opened.info
    assert (info.encoder_layers, info.encoder_heads, info.decoder_layers, info.decoder_heads) == (2, 3, 1, 2)


def test_a_small_model_gets_one_thread(engine: Engine) -> None:
    assert engine.checkpoint is not None
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize(
    ("path", "device", "said"),
    [
        ("nowhere/at all", "cpu", "there is no such file or folder"),
        (str(TINY.parent), "cpu", "it is a folder without a checkpoint"),
        (str(TINY), "abacus", "there is no such device"),
    ],
    ids=["missing", "another folder", "unknown device"],
)
def test_a_checkpoint_that_cannot_be_opened_leaves_the_old_one(
    engine: Engine, path: str, device: str, said: str
) -> None:
    before = engine.checkpoint
    assert said in failed(engine, OpenCheckpoint(2, path, device)).why
    assert engine.checkpoint is before
    assert run_done(engine, RunSentence(3, SENTENCE)).trace.meta.checkpoint == "tiny"


def test_damaged_weights_are_a_clear_sentence(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "cut"
    folder.mkdir()
    for file in TINY.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    assert "cut short" in failed(engine, OpenCheckpoint(2, str(folder), "cpu")).why


def test_opening_that_is_given_up_leaves_the_old_one(engine: Engine) -> None:
    before = engine.checkpoint
    items = engine.run(OpenCheckpoint(2, str(TINY), "cpu"))
    assert next(items) == Progress(2, OPENING)
    assert Progress(2, WORD_RULES) in items  # as far as that
    items.close()
    assert engine.checkpoint is before


def test_without_spacy_a_word_checkpoint_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    blank_pipeline.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    reply = failed(Engine(), OpenCheckpoint(1, str(TINY), "cpu"))
    assert (reply.what, reply.next_step) == ("tiny", "Install spaCy")


# --- running ---


def test_a_run_records_what_the_decoder_computes(engine: Engine) -> None:
    done = run_done(engine, RunSentence(4, SENTENCE, pad_to=11))
    checkpoint = open_checkpoint(TINY)
    own = DecodingSession(checkpoint, checkpoint.source(SENTENCE, 11), text=SENTENCE).run().trace()
    assert done.trace.meta == own.meta
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(done.trace, name), getattr(own, name), strict=True)
    assert done.trace.source_length == 11
    assert done.milliseconds_per_step > 0.0


def test_without_a_vocabulary_head_given_tokens_are_read(tmp_path: Path) -> None:
    headscope.write(make_checkpoint(changes={"vocabulary_head": False}), tmp_path / "bare")
    engine = Engine()
    opened = answer(engine, OpenCheckpoint(1, str(tmp_path / "bare"), "cpu"))
    assert isinstance(opened, Opened)
    assert not opened.info.vocabulary_head
    done = run_done(engine, RunSentence(2, "a b", forced=(5, 6), pad_to=4))
    assert done.trace.consumed_ids is not None
    assert done.trace.consumed_ids.tolist() == [2, 5, 6]
    assert done.trace.produced_ids is None
    assert done.trace.source_length == 4
    assert done.milliseconds_per_step > 0


def test_progress_comes_after_every_step_and_grows(engine: Engine) -> None:
    *items, done = engine.run(RunSentence(4, SENTENCE))
    assert isinstance(done, RunDone)
    steps = [item for item in items if isinstance(item, Progress) and item.text == DECODING]
    assert items == [Progress(4, ENCODING), *steps, Progress(4, RECORDING, 1.0)]
    fractions = [item.fraction for item in steps]
    assert len(fractions) == done.trace.steps
    assert fractions == sorted(fractions)
    assert 0.0 < fractions[0] < fractions[-1] <= 1.0


def test_the_rows_of_a_long_run_are_sent_as_they_come_each_once(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(engine, "pace", lambda _, most: Pace(1000, most, lambda: next(ticks) * 1.0))
    *items, done = engine.run(RunSentence(4, SENTENCE))
    assert isinstance(done, RunDone)
    parts, growing = [item for item in items if isinstance(item, RunGrows)], GrowingRun()
    assert len(parts) > 1
    for part in parts:
        growing.add(part.meta, part.first, part.arrays)
    seen, whole = growing.trace(), done.trace
    assert 0 < seen.steps < whole.steps
    np.testing.assert_array_equal(seen.produced_ids, whole.produced_ids[: seen.steps])  # type: ignore[index]
    np.testing.assert_array_equal(seen.cross_attention, whole.cross_attention[:, :, : seen.steps])  # type: ignore[index]
    told = [item for item in items if isinstance(item, Progress) and item.text == DECODING]
    assert [item.step for item in told] == list(range(1, whole.steps + 1))
    assert all(item.seconds >= 0 for item in told)


def test_forced_tokens_come_first_and_then_the_model_decides(engine: Engine) -> None:
    free = run_done(engine, RunSentence(1, SENTENCE)).trace
    assert free.produced_ids is not None
    assert free.candidate_ids is not None
    other = int(free.candidate_ids[1, 3])
    forced = (int(free.produced_ids[0]), other)
    trace = run_done(engine, RunSentence(2, SENTENCE, forced=forced)).trace
    assert trace.produced_ids is not None
    assert trace.origin is not None
    assert tuple(trace.produced_ids[:2]) == forced
    assert list(trace.origin[:3]) == ["forced", "forced", "greedy"]


def test_a_limit_is_kept_and_named(engine: Engine, endless: str) -> None:
    answer(engine, OpenCheckpoint(2, endless, "cpu"))
    trace = run_done(engine, RunSentence(3, SENTENCE, max_length=5)).trace
    assert trace.steps == 5
    assert trace.meta.stop_reason == "limit of 5 tokens"


def test_a_run_that_is_given_up_leaves_the_engine_as_it_was(engine: Engine, endless: str) -> None:
    answer(engine, OpenCheckpoint(2, endless, "cpu"))
    items = engine.run(RunSentence(3, SENTENCE, max_length=LONG_RUN, sure=True))
    for _ in range(4):
        next(items)
    items.close()
    assert run_done(engine, RunSentence(4, SENTENCE, max_length=3)).trace.steps == 3


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (RunSentence(2, ""), "it has no words"),
        (RunSentence(2, " \n\t"), "it has no words"),
        (RunSentence(2, "Hund " * 70), "it has 71 tokens and tiny has positions for 64"),
        (RunSentence(2, "Hund", pad_to=65), "positions for 64"),
        (RunSentence(2, "Hund", forced=(46,)), "the vocabulary has no token 46"),
    ],
    ids=["empty", "blank", "too long", "padded too far", "no such token"],
)
def test_a_sentence_that_cannot_run_says_why(engine: Engine, request_: RunSentence, said: str) -> None:
    assert said in failed(engine, request_).why


def test_a_run_whose_maps_nobody_could_hold_is_refused_before_it_starts(engine: Engine, endless: str) -> None:
    answer(engine, OpenCheckpoint(2, endless, "cpu"))
    reply = failed(engine, RunSentence(3, SENTENCE, pad_to=20_000, max_length=15_000))
    # 2·3·20000² weights of the encoder, 1·2·15000·(15000 + 20000) of the decoder, 4 bytes each
    assert reply.why == "its attention maps could take 13.8 GB and Headscope holds 4.3 GB"


def test_unknown_words_and_emoji_run(engine: Engine) -> None:
    trace = run_done(engine, RunSentence(2, "Xyzzy 👩‍👩‍👧 \ud800 Plugh")).trace
    assert set(trace.source_tokens[:-1]) == {"<unk>"}


@pytest.mark.parametrize("request_", [RunSentence(1, SENTENCE), Tokenize(1, SENTENCE)], ids=["run", "tokenise"])
def test_without_a_checkpoint_the_answer_says_so(request_: RunSentence | Tokenize) -> None:
    assert failed(Engine(), request_).why == "no checkpoint is open"


# --- tokenising ---


def test_live_tokens_are_those_of_a_run(engine: Engine) -> None:
    tokens = answer(engine, Tokenize(9, "Zwei Hunde xyzzy"))
    trace = run_done(engine, RunSentence(2, "Zwei Hunde xyzzy")).trace
    assert isinstance(tokens, Tokens)
    assert tokens.ids == tuple(trace.source_ids)
    assert tokens.tokens == tuple(trace.source_tokens)
    assert tokens.spelling == trace.meta.source_spelling == ("Zwei", "Hunde", "xyzzy", "<eos>")
    assert tokens.unknown == (False, False, True, False)
    assert tokens.limit == 64


def test_of_several_sentences_each_line_is_one(engine: Engine) -> None:
    lines = ("Zwei Hunde xyzzy", "Hund")
    tokens = answer(engine, Tokenize(9, "\n".join((*lines, " "))))
    alone = [answer(engine, Tokenize(9, line)) for line in lines]
    assert isinstance(tokens, Tokens)
    assert tokens.lengths == (4, 2)
    for name in ("ids", "tokens", "spelling", "unknown"):
        assert getattr(tokens, name) == getattr(alone[0], name) + getattr(alone[1], name)


def test_a_text_without_words_has_no_tokens(engine: Engine) -> None:
    assert answer(engine, Tokenize(9, "  ")) == Tokens(9, (), (), (), (), 64)


def test_a_text_that_is_too_long_shows_all_its_tokens(engine: Engine) -> None:
    tokens = answer(engine, Tokenize(9, "Hund " * 5000))
    assert isinstance(tokens, Tokens)
    assert len(tokens.ids) == len(tokens.spelling) == 5001


# --- failing ---


@pytest.mark.parametrize(
    ("error", "device", "what", "next_step"),
    [
        (MemoryError(), "cpu", "memory", "Close other programs or shorten the sentence"),
        (torch.OutOfMemoryError("CUDA out of memory"), "cuda", "memory", "Go on with the CPU or shorten the sentence"),
        (RuntimeError("CUDA error: unspecified launch failure"), "cuda", "device cuda", "Go on with the CPU"),
    ],
    ids=["memory", "GPU memory", "GPU"],
)
def test_failures_of_the_machine_offer_a_way_out(error: Exception, device: str, what: str, next_step: str) -> None:
    reply = explain(error, RunSentence(3, SENTENCE), device)
    assert (reply.ticket, reply.what, reply.next_step) == (3, what, next_step)


def test_a_gpu_that_fails_while_opening_is_the_one_that_was_asked_for() -> None:
    reply = explain(RuntimeError("CUDA error: no kernel image"), OpenCheckpoint(3, str(TINY), "cuda"), "cpu")
    assert reply.what == "device cuda"
    memory = explain(MemoryError(), OpenCheckpoint(3, str(TINY), "cpu"), "cuda")
    assert memory.next_step == "Close other programs or choose a smaller checkpoint"


def test_a_bug_of_ours_ends_one_job_and_the_log_says_where_but_not_what(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, logged: Logged
) -> None:
    def broken(session: DecodingSession) -> None:
        raise KeyError(f"lost in {session.text}")

    monkeypatch.setattr(DecodingSession, "advance", broken)
    reply = failed(engine, RunSentence(2, SENTENCE))
    assert (reply.what, reply.why) == ("Headscope", "it failed in a way that was not foreseen (KeyError)")
    assert "KeyError" in reply.fault and SENTENCE in reply.fault
    assert "in broken" in logged.text
    assert "Schnee" not in logged.text
    assert logged.records[0].levelname == "ERROR"
    monkeypatch.undo()
    assert run_done(engine, RunSentence(3, SENTENCE)).trace.steps > 1


def test_what_an_error_says_is_not_in_the_notice() -> None:
    reply = explain(ValueError("first\nsecond"), Tokenize(1, ""), "cpu")
    assert "first" not in reply.why and reply.why.endswith("(ValueError)")


def test_another_device_moves_the_open_checkpoint(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine.checkpoint
    monkeypatch.setattr(jobs, "open_answered", lambda _: pytest.fail("it was read again"))
    monkeypatch.setattr(jobs, "pick_device", lambda name: name)
    answer = list(engine.run(OpenCheckpoint(5, str(TINY), "meta")))[-1]
    assert isinstance(answer, Opened), answer
    assert answer.info.device == engine.device == "meta"
    assert engine.checkpoint is before


def test_another_language_is_told_to_the_open_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, path = Engine(), str(spoken(tmp_path))
    told = {"source_language": "deu_Latn", "target_language": "eng_Latn"}
    first = list(engine.run(OpenCheckpoint(1, path, "cpu", told, ask=False)))[-1]
    assert isinstance(first, Opened), first
    assert first.info.target_languages == ("deu_Latn", "eng_Latn", "kor_Hang")
    monkeypatch.setattr(jobs, "open_answered", lambda _: pytest.fail("it was read again"))
    for target in ("kor_Hang", "eng_Latn", "kor_Hang"):
        told = {"source_language": "eng_Latn", "target_language": target}
        answer = list(engine.run(OpenCheckpoint(2, path, "cpu", told, ask=False)))[-1]
        assert isinstance(answer, Opened), answer
        assert (answer.info.source_language, answer.info.target_language) == ("eng_Latn", target)
    trace = run_done(engine, RunSentence(3, SENTENCE)).trace
    assert trace.produced_tokens is not None
    assert (trace.source_tokens[0], trace.produced_tokens[0]) == ("eng_Latn", "kor_Hang")
    wrong = failed(engine, OpenCheckpoint(4, path, "cpu", told | {"target_language": "xx"}, ask=False)).why
    assert wrong == "it has no target language 'xx'"
    assert engine.checkpoint and engine.checkpoint.languages == ("eng_Latn", "kor_Hang")


def test_a_device_that_cannot_hold_it_leaves_it_where_it_was(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine.checkpoint
    assert before is not None

    def move(device: object) -> None:
        if device == "cuda":
            raise torch.OutOfMemoryError("CUDA out of memory")
        moved.append(device)

    moved: list[object] = []
    monkeypatch.setattr(before.transformer, "to", move)
    monkeypatch.setattr(jobs, "pick_device", lambda name: name)
    reply = failed(engine, OpenCheckpoint(6, str(TINY), "cuda"))
    assert (reply.what, reply.offer, engine.device, *map(str, moved)) == ("memory", "cpu", "cpu", "cpu")
