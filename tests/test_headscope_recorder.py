"""The recorder against what the modules of a model kept themselves, element by element; and what it refuses."""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import headscope_recorder
from headscope_recorder import RecordError, record
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace, save_trace
from tests.own_code import HEADS, PAD, SOURCE, TARGET, WIDTH, Official, Tut6, annotated, planted, source_mask
from tests.source_tree import PROJECT

WORDS = ["<unk>", "<pad>", "<s>", "</s>", *"abcdefgh"]


def run(model: nn.Module, folder: Path, *ids: Tensor, **facts: Any) -> list[Trace]:
    """Record ``model(*ids)``; ``facts`` replace what is said of it."""
    planted(model)
    with record(folder / "run.npz", **{"source": ids[0], "target": ids[1], "pad": PAD, **facts}) as recording:
        model(*ids)
    return [load_trace(file) for file in recording.files]


@pytest.fixture(autouse=True)
def _nothing_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recorder fails to follow would otherwise only be missing."""
    monkeypatch.setattr(headscope_recorder, "NOT_UNDERSTOOD", ())


@pytest.mark.parametrize("make", [Tut6, annotated])
def test_weights_are_those_of_the_model_without_dropout(make: Any, tmp_path: Path) -> None:
    model = make()
    traces = run(model, tmp_path, SOURCE, TARGET)  # in training: dropout would show
    model.eval()
    with torch.no_grad():
        model(SOURCE, TARGET)
    reference = model.reference()
    for kind in KINDS:
        weights = reference[kind]
        for sentence, trace in enumerate(traces):
            np.testing.assert_array_equal(trace.attention(kind), weights[:, sentence].detach().numpy())


def test_weights_of_the_official_layers_are_those_of_a_hook(tmp_path: Path) -> None:
    model = Official()
    traces = run(model, tmp_path, SOURCE.t(), TARGET.t())
    kept: dict[str, list[Tensor]] = {kind: [] for kind in KINDS}
    model.eval()

    def hook(kind: str, module: nn.MultiheadAttention) -> None:
        plain = module.forward

        def kept_forward(*args: Any, **kwargs: Any) -> Any:
            out, weights = plain(*args, **{**kwargs, "need_weights": True, "average_attn_weights": False})
            assert weights is not None
            kept[kind].append(weights)
            return out, None

        module.forward = kept_forward  # type: ignore[method-assign]

    for layer in model.transformer.encoder.layers:
        hook("encoder", layer.self_attn)
    for layer in model.transformer.decoder.layers:
        hook("decoder", layer.self_attn)
        hook("cross", layer.multihead_attn)
    torch.backends.mha.set_fastpath_enabled(False)
    with torch.no_grad():
        model(SOURCE.t(), TARGET.t())
    torch.backends.mha.set_fastpath_enabled(True)
    for kind in KINDS:
        for sentence, trace in enumerate(traces):
            expected = torch.stack([weights[sentence] for weights in kept[kind]]).numpy()
            np.testing.assert_allclose(np.asarray(trace.attention(kind)), expected, rtol=0, atol=1e-6)


def test_the_model_computes_what_it_computes_without_the_recorder(tmp_path: Path) -> None:
    for model, ids in ((Tut6(), (SOURCE, TARGET)), (Official(), (SOURCE.t(), TARGET.t()))):
        planted(model).eval()
        expected = model(*ids)
        with record(tmp_path / "run.npz", *ids, pad=PAD):
            found = model(*ids)
        torch.testing.assert_close(found, expected, rtol=0, atol=1e-6)
    assert torch.backends.mha.get_fastpath_enabled()


def test_scores_and_masks_are_kept_as_they_were_given(tmp_path: Path) -> None:
    model = Tut6()
    _, trace = run(model, tmp_path, SOURCE, TARGET)
    scores, may = (trace.activations[f"recorded/encoder_{name}"] for name in ("scores", "mask"))
    filled = np.where(may, scores, -1e10)
    weights = np.exp(filled - filled.max(-1, keepdims=True))
    assert trace.encoder_attention is not None
    np.testing.assert_allclose(weights / weights.sum(-1, keepdims=True), trace.encoder_attention, atol=1e-6)
    np.testing.assert_array_equal(trace.activations["recorded/encoder_given_1"], source_mask(SOURCE) == 0)
    assert trace.encoder_mask is not None and trace.encoder_mask.tolist() == [[True] * 4 + [False] * 2] * 6
    assert trace.meta.recorded["blocks"][0]["fills"] == ("-1e+10",)
    assert (trace.meta.family, trace.meta.leaky_mask) == ("recorded from your own code", False)
    assert trace.produced_ids is None and trace.candidate_ids is None
    assert trace.meta.vocabulary_head, "there is one; what it said was not recorded"


def test_a_file_may_be_saved_and_opened_again(tmp_path: Path) -> None:
    trace, _ = run(Tut6(), tmp_path, SOURCE, TARGET)
    save_trace(trace, tmp_path / "again.npz")
    again = load_trace(tmp_path / "again.npz")
    assert again.meta == trace.meta
    assert set(again.activations) == set(trace.activations)


@pytest.mark.parametrize(
    "words",
    [
        WORDS,
        dict(enumerate(WORDS)),
        {word: index for index, word in enumerate(WORDS)},
        lambda index: WORDS[index],
        type("Vocab", (), {"itos": WORDS}),
        type("Vocab", (), {"get_itos": lambda: WORDS}),
        type("Vocab", (), {"lookup_token": lambda index: WORDS[index]}),
        type("Tokenizer", (), {"id_to_token": lambda index: WORDS[index]}),
        type("Field", (), {"vocab": type("Vocab", (), {"itos": WORDS})}),
    ],
    ids=["list", "id to word", "word to id", "function", "itos", "get_itos", "torchtext", "tokenizers", "field"],
)
def test_words_come_from_whatever_holds_them(words: Any, tmp_path: Path) -> None:
    _, trace = run(Tut6(), tmp_path, SOURCE, TARGET, source_words=words, target_words=words)
    assert trace.source_labels == ("<s>", "f", "a", "</s>", "<pad>", "<pad>")
    assert trace.rows("cross") == ("<s>", "e", "</s>", "<pad>", "<pad>")
    assert trace.meta.source_text == "<s> f a </s>"


def test_words_that_are_not_there_are_ids_and_odd_ones_are_written(tmp_path: Path) -> None:
    words = [*WORDS[:4], "\ud800x", "한", "e\u0301"]
    trace, _ = run(Tut6(), tmp_path, SOURCE, TARGET, source_words=words)
    assert trace.source_labels == ("<s>", "한", "e\u0301", "7", "8", "</s>")
    assert trace.rows("decoder") == ("2", "6", "5", "9", "3")


def test_a_vocabulary_that_refuses_an_id_leaves_the_id(tmp_path: Path) -> None:
    def refuse(index: int) -> str:
        raise LookupError(index)

    trace, _ = run(Tut6(), tmp_path, SOURCE, TARGET, source_words=refuse)
    assert trace.source_labels == ("2", "5", "6", "7", "8", "3")


def test_a_name_may_have_dots_and_ids_may_be_lists(tmp_path: Path) -> None:
    model = planted(Tut6())
    with record(tmp_path / "tut6.v2", SOURCE[0].tolist(), TARGET[0].tolist(), pad=PAD) as recording:
        model(SOURCE[:1], TARGET[:1])
    assert recording.files == [tmp_path / "tut6.v2.npz"]
    assert load_trace(recording.files[0]).meta.checkpoint == "tut6.v2"


def test_one_sentence_is_one_file_and_the_whole_target_may_be_given(tmp_path: Path) -> None:
    model = planted(Tut6())
    whole = torch.tensor([[2, 6, 5, 9, 10, 3]])
    with record(str(tmp_path / "not there yet" / "mine"), SOURCE[:1, :5], whole, pad=PAD) as recording:
        model(SOURCE[:1, :5], whole[:, :-1])
    assert recording.files == [tmp_path / "not there yet" / "mine.npz"]
    assert load_trace(recording.files[0]).rows("decoder") == ("2", "6", "5", "9", "10")


def test_positions_may_come_first(tmp_path: Path) -> None:
    [trace] = run(Official(), tmp_path, SOURCE[:1].t(), TARGET[:1].t())
    assert (trace.source_length, trace.steps) == (6, 5)


def test_equal_lengths_are_told_apart_by_where_keys_come_from(tmp_path: Path) -> None:
    model = Tut6()
    traces = run(model, tmp_path, SOURCE[:, :5], TARGET)
    model.eval()
    model(SOURCE[:, :5], TARGET)
    reference = model.reference()
    for kind in KINDS:
        np.testing.assert_array_equal(traces[0].attention(kind), reference[kind][:, 0].detach().numpy())
    [trace] = run(Official(), tmp_path, SOURCE[:1, :5].t(), TARGET[:1].t())
    assert [trace.layers(kind) for kind in KINDS] == [2, 2, 2]
    assert trace.decoder_mask is not None and not np.triu(trace.decoder_mask, 1).any()


class HeadByHead(nn.Module):
    """Each head has layers and a softmax of its own; an encoder and a decoder of one layer."""

    def __init__(self) -> None:
        super().__init__()
        self.tok = nn.Embedding(12, WIDTH)
        self.parts = nn.ModuleList(nn.Linear(WIDTH, 12) for _ in range(9))
        self.kept: list[Tensor] = []

    def attend(self, part: int, query: Tensor, key: Tensor, mask: Tensor) -> Tensor:
        mixed = []
        for head in range(3):
            q = self.parts[part + head](query)[..., :4]
            _, k, v = self.parts[part + head](key).chunk(3, -1)
            weights = (torch.einsum("bqd,bkd->bqk", q, k) / 2 + mask).softmax(dim=2)
            self.kept.append(weights)
            mixed.append(torch.bmm(weights, v))
        return nn.functional.pad(torch.cat(mixed, -1), (0, WIDTH - 12))

    def forward(self, src: Tensor, trg: Tensor) -> Tensor:
        hidden = ((src == PAD)[:, None] * -1e9).float()
        ahead = torch.full((trg.shape[1], trg.shape[1]), float("-inf")).triu(1)
        x, y = self.tok(src), self.tok(trg)
        memory = self.attend(0, x, x, hidden)
        return self.attend(6, self.attend(3, y, y, ahead), memory, hidden)


@pytest.mark.parametrize("length", [6, 5])
def test_heads_one_by_one_are_joined(tmp_path: Path, length: int) -> None:
    model = HeadByHead()
    traces = run(model, tmp_path, SOURCE[:, :length], TARGET, heads=3)
    for number, kind in enumerate(KINDS):
        expected = torch.stack(model.kept[3 * number : 3 * number + 3], dim=1)
        np.testing.assert_array_equal(traces[1].attention(kind), expected[None, 1].detach().numpy())
    assert traces[1].decoder_mask is not None and (traces[1].decoder_mask == np.tri(5)).all()


def test_heads_beside_sentences_are_taken_apart(tmp_path: Path) -> None:
    """[B·H, Q, K], as in the layers of older PyTorch code; and the vocabulary's softmax is no attention."""

    class Folded(Tut6):
        def forward(self, src: Tensor, trg: Tensor) -> Tensor:
            q = self.tok[0](src).unflatten(-1, (HEADS, -1)).transpose(1, 2).flatten(0, 1)
            k = self.tok[1](trg).unflatten(-1, (HEADS, -1)).transpose(1, 2).flatten(0, 1)
            for query, key in ((q, q), (k, k), (k, q)):
                torch.baddbmm(torch.zeros(1), query, key.transpose(1, 2)).softmax(-1) @ key
            return torch.softmax(self.fc_out(self.tok[1](trg)), -1)

    first, second = run(Folded(), tmp_path, SOURCE, TARGET)
    assert [second.heads(kind) for kind in KINDS] == [HEADS] * 3
    assert not np.array_equal(np.asarray(first.cross_attention), np.asarray(second.cross_attention))


def test_sentences_beside_heads_are_taken_apart(tmp_path: Path) -> None:
    """[H·B, Q, K], as in older code that repeats its mask for every head: right, and not to be mixed up."""

    class HeadsFirst(Tut6):
        def forward(self, src: Tensor, trg: Tensor) -> Tensor:
            q, k = (
                table(ids).unflatten(-1, (HEADS, -1)).permute(2, 0, 1, 3).flatten(0, 1)
                for table, ids in ((self.tok[0], src), (self.tok[1], trg))
            )
            ahead = torch.ones(trg.shape[1], trg.shape[1]).triu(1).bool()
            hidden = (src == PAD)[:, None].repeat(HEADS, 1, 1)
            self.kept = []
            for query, key, mask in ((q, q, hidden), (k, k, ahead), (k, q, hidden)):
                scores = torch.bmm(query, key.transpose(1, 2)).masked_fill(mask, -1e9)
                self.kept.append(scores.softmax(-1))
                torch.bmm(self.kept[-1], key)
            return torch.softmax(self.fc_out(self.tok[1](trg)), -1)

    model = HeadsFirst()
    for number, trace in enumerate(run(model, tmp_path, SOURCE, TARGET)):
        for kind, weights in zip(KINDS, model.kept, strict=True):
            expected = weights.unflatten(0, (HEADS, len(SOURCE)))[:, number]
            np.testing.assert_array_equal(trace.attention(kind), expected[None].detach().numpy())


def test_what_is_no_attention_is_refused_with_what_was_seen(tmp_path: Path) -> None:
    with (
        pytest.raises(RecordError, match=r"softmax was taken of: \[2, 5, 9\]"),
        record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD),
    ):
        torch.randn(2, 5, 9).softmax(-1)
    with pytest.raises(RecordError, match="none"), record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD):
        pass
    with pytest.raises(RecordError, match="exchanged"), record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD):
        torch.randn(2, 6, 5).softmax(-1)
    with pytest.raises(RecordError, match="same length"), record(tmp_path / "run.npz", TARGET, TARGET, pad=PAD):
        torch.randn(2, 5, 5).softmax(-1)
    assert not list(tmp_path.iterdir())


def test_a_model_that_fails_keeps_its_own_error_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD):
        raise ZeroDivisionError
    assert torch.backends.mha.get_fastpath_enabled()
    assert not list(tmp_path.iterdir())
    assert type(torch.ones(2).softmax(0)) is Tensor  # nothing watches any more


def test_what_is_not_understood_does_not_stop_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """einsum has a second way to be called, which is not followed."""
    monkeypatch.undo()
    model, x = planted(Tut6()), torch.arange(6.0).reshape(2, 3)
    with record(tmp_path / "run.npz", SOURCE, TARGET, pad=PAD):
        model(SOURCE, TARGET)
        product = torch.einsum(x, [0, 1], x, [2, 1], [0, 2])
    torch.testing.assert_close(product, x @ x.T)


def test_it_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(Tut6(), tmp_path, SOURCE[:1], TARGET[:1])
    assert capsys.readouterr().out.endswith("run.npz – layers: encoder 2, decoder 2, cross 2\n")


def test_the_file_is_plain_numpy(tmp_path: Path) -> None:
    run(Tut6(), tmp_path, SOURCE[:1], TARGET[:1])
    with np.load(tmp_path / "run.npz", allow_pickle=False) as file:
        assert json.loads(str(file["meta"]))["format"] == "headscope-trace"
        assert file["encoder_attention"].dtype == np.float32
        assert file["source_ids"].dtype == np.int64


def test_it_needs_torch_and_nothing_else() -> None:
    """Also no part of Headscope and no numpy: it is pasted into notebooks."""
    code = ast.parse((PROJECT / "headscope_recorder.py").read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(code) if isinstance(node, ast.ImportFrom)]
    names += [name.name for node in ast.walk(code) if isinstance(node, ast.Import) for name in node.names]
    roots = {name.partition(".")[0] for name in names}
    assert {root for root in roots if root not in sys.stdlib_module_names and root != "__future__"} == {"torch"}


def test_it_works_as_a_cell(tmp_path: Path) -> None:
    """Pasted, it has no module of its own."""
    spec = importlib.util.spec_from_file_location("pasted", headscope_recorder.__file__)
    assert spec is not None and spec.loader is not None
    cell: dict[str, Any] = {"__name__": "__main__"}
    sys.modules.setdefault("__main__", sys)
    exec(compile(Path(headscope_recorder.__file__).read_text(encoding="utf-8"), "<cell>", "exec"), cell)
    with cell["record"](tmp_path / "run.npz", SOURCE, TARGET, pad=PAD):
        planted(Tut6())(SOURCE, TARGET)
    assert len(list(tmp_path.iterdir())) == 2
