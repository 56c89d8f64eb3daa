"""Python that ``fingerprints.py`` runs with the program beside it, as somebody's own code has it."""

from __future__ import annotations

#: A small Transformer as a student writes it, recorded twice: with right masks, and with two planted mistakes.
RECORDING = """
import math, torch
from torch import nn
from headscope_recorder import record

class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(16, 16) for _ in range(4))

    def forward(self, query, key, mask):
        q, k, v = (part(x).view(len(x), -1, 4, 4).permute(0, 2, 1, 3)
                   for part, x in ((self.q, query), (self.k, key), (self.v, key)))
        energy = (torch.matmul(q, k.permute(0, 1, 3, 2)) / 2).masked_fill(mask == 0, -1e10)
        mixed = torch.matmul(torch.softmax(energy, dim=-1), v)
        return self.o(mixed.permute(0, 2, 1, 3).contiguous().view(len(query), -1, 16))

class Network(nn.Module):
    def __init__(self, ahead, padding):
        super().__init__()
        self.ahead, self.padding = ahead, padding
        self.tokens = nn.ModuleList(nn.Embedding(12, 16) for _ in range(2))
        self.encoder, self.decoder, self.cross = (nn.ModuleList(Heads() for _ in range(2)) for _ in range(3))

    def forward(self, source, target):
        mask = (source != self.padding)[:, None, None, :]
        ahead = torch.ones(target.shape[1], target.shape[1]).tril(self.ahead).bool()
        own = (target != 1)[:, None, None, :] & ahead
        memory, x = (table(ids) for table, ids in zip(self.tokens, (source, target)))
        for layer in self.encoder:
            memory = memory + layer(memory, memory, mask)
        for mine, other in zip(self.decoder, self.cross):
            x = x + mine(x, x, own)
            x = x + other(x, memory, mask)
        return x

words = ["<unk>", "<pad>", "<sos>", "<eos>", *"abcdefgh"]
source = torch.tensor([[2, 5, 6, 7, 8, 3], [2, 9, 4, 3, 1, 1]])
target = torch.tensor([[2, 6, 5, 9, 3], [2, 8, 3, 1, 1]])
for name, ahead, padding in (("right", 0, 1), ("wrong", 1, 0)):
    torch.manual_seed(7)
    network = Network(ahead, padding).eval()
    with record(f"inputs/recorded-{name}.npz", source=source, target=target, pad=1, source_words=words,
                target_words=words):
        network(source, target)
"""

#: Checkpoints that others make: two families by the names of their tensors, one that nobody knows, bad ones.
FOREIGN = """
import pickle, torch
from pathlib import Path

def save(name, shapes):
    made = torch.Generator().manual_seed(3)
    torch.save({key: torch.randn(*shape, generator=made) * 0.2 for key, shape in shapes.items()}, f"inputs/{name}.pt")

def pair(place, out, into):
    return {f"{place}.weight": (out, into), f"{place}.bias": (out,)}

def norm(place):
    return {f"{place}.weight": (16,), f"{place}.bias": (16,)}

tut6 = pair("decoder.fc_out", 20, 16)
for side in ("encoder", "decoder"):
    tut6 |= {f"{side}.tok_embedding.weight": (20, 16), f"{side}.pos_embedding.weight": (30, 16)}
    for layer in range(2):
        at = f"{side}.layers.{layer}"
        blocks = ["self_attention"] + ["encoder_attention"] * (side == "decoder")
        norms = ["self_attn_layer_norm", "ff_layer_norm"] + ["enc_attn_layer_norm"] * (side == "decoder")
        for block in blocks:
            for part in ("fc_q", "fc_k", "fc_v", "fc_o"):
                tut6 |= pair(f"{at}.{block}.{part}", 16, 16)
        for each in norms:
            tut6 |= norm(f"{at}.{each}")
        tut6 |= pair(f"{at}.positionwise_feedforward.fc_1", 32, 16)
        tut6 |= pair(f"{at}.positionwise_feedforward.fc_2", 16, 32)
save("tut6-model", tut6)

torch.manual_seed(5)
network = torch.nn.Transformer(16, 2, 2, 2, 32, batch_first=True)
official = {f"transformer.{key}": tuple(value.shape) for key, value in network.state_dict().items()}
official |= {"src_tok_emb.embedding.weight": (20, 16), "tgt_tok_emb.embedding.weight": (22, 16)}
save("official", official | pair("generator", 22, 16))
save("stranger", {"layer.0.weight": (4, 4), "layer.0.bias": (4,)})
Path("inputs/bad.pt").write_bytes(b"not a checkpoint")
Path("inputs/cut.pt").write_bytes(Path("inputs/official.pt").read_bytes()[:4000])
Path("inputs/pickled.pkl").write_bytes(pickle.dumps({"model": [1, 2, 3]}, 2))
"""

#: The names of the package ``headscope`` that docs/python.md promises.
PYTHON = """
import dataclasses, hashlib
import numpy as np
import headscope

def told(value, deep=0):
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()[:16]}"
    if dataclasses.is_dataclass(value) and deep < 6:
        return {each.name: told(getattr(value, each.name), deep + 1) for each in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key: told(each, deep + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [told(each, deep + 1) for each in value]
    if hasattr(value, "detach"):
        return told(value.detach().numpy())
    return repr(value) if isinstance(value, (int, float, str, bool, type(None))) else type(value).__name__

def say(name, value):
    print(name, told(value))

say("all", sorted(headscope.__all__))
say("kinds", headscope.KINDS)
model = headscope.open("everyday")
print(repr(model))
for name, given in (("run", {}), ("target", {"target": "Two dogs play."}), ("prefix", {"prefix": "Two cats"}),
                    ("padded", {"pad_to": 12}), ("beam", {"beam": 3}), ("limit", {"max_length": 3})):
    run = model.run("Zwei Hunde spielen im Schnee.", **given)
    print(name, repr(run))
    for part in ("translation", "source", "consumed", "produced"):
        say(part, getattr(run, part))
    say("trace", run.trace)
run = model.run("Zwei Hunde spielen im Schnee.")
for kind in headscope.KINDS:
    say(kind, run.attention(kind))
    say("map", run.map(kind, 2, 0))
    say("facts", run.facts(kind))
    say("explain", run.explain(kind, 1, 2, 1, 1))
say("early", run.map("cross", 2, 0, 3))
for given in ({"quantity": "score"}, {"quantity": "norm"}, {"aggregate": "rollout"}, {"words": True},
              {"aside": "specials", "renormalise": True}):
    say(str(given), run.read(**given).map("cross", 0, 0))
session = model.start("Zwei Hunde spielen im Schnee.")
say("step", session.step())
say("forced", session.force("▁cats"))
for step in session:
    say("next", step)
print(repr(session.run()))
run.save("python/run.npz")
run.page("python/page.html")
say("files", [str(path) for path in run.export("python/figure.svg", layer=2, head="all", title=False)])
say("files", [str(path) for path in run.read(words=True).export("python/words.csv", view="one_layer", layer=1)])
say("bertviz", run.to_bertviz())
say("shown", hashlib.sha256(run._repr_html_().encode()).hexdigest())
print(repr(headscope.load("inputs/head-notes.headscope")))
say("recorded", headscope.load("inputs/recorded-wrong-2.npz").facts("decoder"))
for attempt in (lambda: headscope.load("nowhere.npz"), lambda: headscope.open("nowhere"),
                lambda: run.map("cross", 9, 0), lambda: run.attention("self"),
                lambda: session.force("no such token at all"), lambda: run.export("a.docx")):
    try:
        attempt()
    except (headscope.Problem, IndexError) as problem:
        print(type(problem).__name__, problem)
foreign = headscope.open("inputs/official.pt", answers={"heads": 4})
print(repr(foreign))
"""
