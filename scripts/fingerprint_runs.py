"""The runs of ``fingerprints.py``: tables of commands. Nothing here does anything.

A row is ``name | words of the command``. In the words ``{o}`` is where the row's own files go, GROUP/NAME; ``inputs/…``
are the runs of RECORDED and what ``fingerprint_inputs.py`` derives from them. Names are unique within a group.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

TIER = "Das Tier überquerte die Straße nicht, weil es zu müde war."
OTHER = "Das Tier überquerte die Straße nicht, weil sie zu breit war."
DOGS = "Zwei Hunde spielen im Schnee."
BOOK = "Ich habe gestern ein Buch gelesen, aber es war langweilig."
GIVEN = "The animal did not cross the road because it was tired."


@dataclass(frozen=True)
class Run:
    """One command: GROUP/NAME, its words, what it reads.

    In place of ``main.py`` stands the Python of ``code``, or a ``script`` beside this file, whose first word it is.
    """

    name: str
    words: str
    stdin: str = ""
    code: str = ""
    script: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


def rows(group: str, table: str, command: str = "") -> tuple[Run, ...]:
    """A table as runs; ``command`` stands before the words of each row."""
    parts = [line.split("|", 1) for line in table.strip().splitlines()]
    return tuple(Run(f"{group}/{name.strip()}", f"{command} {words.strip()}".strip()) for name, words in parts)


#: Runs that everything else is made of.
RECORDED = rows("inputs", f"""
tier            | {shlex.quote(TIER)} --activations
plain           | {shlex.quote(DOGS)}
classic         | {shlex.quote(BOOK)} --activations --checkpoint classic
padded          | {shlex.quote(DOGS)} --activations --pad-to 12
padded-classic  | {shlex.quote(BOOK)} --activations --pad-to 16 --checkpoint classic
forced          | {shlex.quote(TIER)} --activations --target {shlex.quote(GIVEN)}
forced-classic  | {shlex.quote(BOOK)} --target "i read a book yesterday ." --checkpoint classic
beam            | {shlex.quote(BOOK)} --activations --beam 4
changed         | {shlex.quote(TIER)} --activations --what-if head=cross:3:1 --what-if cell=cross:2:1
other           | {shlex.quote(OTHER)} --activations
limit           | {shlex.quote(TIER)} --max-length 4
odd             | 'Zürich 😀 <b>&amp;</b> "1,5" =SUM(A1) 한국어 l’été' --activations
batch-1         | 'Ein Hund schläft.' --activations --pad-to 14
batch-2         | {shlex.quote(TIER)} --activations --pad-to 14
batch-3         | 'Wo ist der Bahnhof?' --activations --pad-to 14
""", "trace --out {o}.npz")  # fmt: skip

#: name | run | ends of names, the first in --out | options of export
FIGURES = """
head            | tier   | png svg pdf csv tsv json npz html | --view one_head --layer 3 --head 1
film            | tier   | gif apng | --view one_head --layer 3 --head 1 --step all --size-in 6x4 --dpi 72
film-links      | padded | gif      | --view links --size-in 6x4 --dpi 72 --milliseconds 200 --theme dark --language ko
film-masks      | plain  | apng     | --view masks --kind decoder --size-in 6x4 --dpi 60
film-words      | classic | gif     | --view one_layer --layer 2 --words --size-in 6x4 --dpi 60 --no-caption
whole           | plain  | csv tsv json npz | --what run
whole-padded    | padded-classic | csv json | --what run
shown           | padded | npz csv json | --view one_layer --layer 2 --what shown
paths           | tier   | svg pdf  | --view one_head --layer 2 --head 3 --text paths
paths-ko        | tier   | svg pdf  | --view masks --text paths --language ko
layer           | tier   | png svg pdf json | --view one_layer --layer 3
layers          | tier   | png svg pdf json | --view all_layers
links           | tier   | png svg pdf json | --view links --layer 3 --head 1
masks           | tier   | png svg pdf json | --view masks --kind encoder
forcing         | tier   | png svg pdf json | --view teacher_forcing
embedding       | tier   | png svg pdf json | --view embeddings_layers
every-head      | tier   | png      | --view one_head --layer all --head all
every-step      | plain  | png      | --view one_head --layer 2 --head 2 --step all --dpi 60
every-layer     | classic | svg     | --view one_layer --layer all --kind encoder
every-mask      | padded | svg      | --view masks --layer all --head 2 --kind cross
every-step-of-links | plain | svg   | --view links --step all --layer 3
named           | plain  | csv      | --layer all --head 2 --step 3
early           | tier   | png json | --view one_head --layer 3 --step 5
dark            | tier   | png svg pdf | --view one_head --layer 3 --theme dark
dark-layers     | classic | png svg | --view all_layers --theme dark --kind encoder
dark-links      | tier   | png svg  | --view links --layer 2 --theme dark --kind decoder
dark-masks      | padded | png svg  | --view masks --theme dark --kind cross
dark-forcing    | forced | png svg  | --view teacher_forcing --theme dark
dark-embedding  | tier   | png svg  | --view embeddings_layers --theme dark --topic position
korean          | tier   | png svg pdf csv json | --view one_head --layer 3 --language ko --row-totals
korean-layer    | classic | png svg | --view one_layer --language ko
korean-layers   | tier   | png svg  | --view all_layers --language ko --heads-by entropy
korean-links    | tier   | png svg  | --view links --language ko --lines 1
korean-masks    | padded | png svg  | --view masks --language ko --kind decoder
korean-forcing  | forced | png svg  | --view teacher_forcing --language ko
korean-stream   | tier   | png svg  | --view embeddings_layers --topic stream --language ko
korean-split    | tier   | png svg  | --view embeddings_layers --topic heads --language ko --query 3 --key 2
both            | tier   | png svg  | --view one_head --language ko+en --without specials
both-masks      | padded | png svg  | --view masks --language ko+en
words           | tier   | png svg csv json | --view one_head --layer 3 --words
words-layers    | tier   | png      | --view all_layers --words --kind encoder
words-links     | tier   | svg      | --view links --words --kind decoder --layer 2
words-classic   | classic | png svg | --view one_head --words --layer 2 --head 5
rollout         | tier   | png svg csv | --view one_head --layer 3 --rollout
rollout-words   | tier   | png json | --view one_head --layer 2 --rollout --words --kind encoder
rollout-layer   | classic | png     | --view one_layer --layer 3 --rollout --kind decoder
mean-heads      | tier   | png svg csv | --view one_head --layer 3 --head mean
mean-layers     | tier   | png json | --view one_layer --layer mean
mean-all        | classic | png json | --view one_head --layer mean --head mean --kind encoder
aside           | tier   | png csv  | --view one_head --layer 3 --without specials
aside-more      | tier   | png csv  | --view one_head --layer 3 --without punctuation --renormalise
aside-hand      | tier   | png csv  | --view one_head --layer 3 --without-source 1,3 --without-target 0,2 --renormalise
aside-layers    | padded | png      | --view all_layers --without specials --renormalise --kind decoder
score           | tier   | png svg csv json | --view one_head --layer 3 --quantity score
score-masked    | padded | png csv  | --view one_head --kind encoder --quantity score --head 2
score-layers    | classic | png     | --view all_layers --quantity score
norm            | tier   | png csv json | --view one_head --layer 3 --quantity norm
norm-layer      | classic | png     | --view one_layer --layer 2 --quantity norm --kind decoder
sqrt            | tier   | png svg  | --view one_head --layer 1 --scale sqrt
sqrt-layers     | tier   | png      | --view all_layers --scale sqrt --kind decoder
squares         | tier   | png svg pdf | --view one_head --layer 3 --squares
squares-layer   | tier   | png      | --view one_layer --layer 3 --squares --scale sqrt
per-map         | tier   | png svg  | --view all_layers --per-map
per-map-head    | tier   | png      | --view one_head --layer 1 --per-map --kind encoder
totals          | padded | png svg  | --view one_head --row-totals --layer 2
bare            | tier   | png svg pdf | --view one_head --no-values --no-dots --no-title --no-legend --no-caption
bare-honest     | tier   | png      | --view links --no-caption --honest
dishonest       | tier   | svg      | --view one_head --no-honest
selected        | tier   | png svg  | --view one_head --layer 3 --query 3 --key 4
zoomed          | tier   | png svg pdf csv json | --view one_head --layer 3 --rows 3-9 --columns 2-6
zoomed-ko       | classic | png     | --view one_head --layer 2 --rows 1-4 --language ko --theme dark
links-few       | tier   | png svg json | --view links --layer 3 --heads 1,2,4 --lines 1
links-strong    | classic | png svg | --view links --layer 2 --head 3 --heads 1,2,5,8 --weakest-line 30
links-encoder   | padded | png      | --view links --kind encoder --weakest-line 0
screen          | tier   | png svg  | --view one_layer --layer 3 --preset screen
slide           | tier   | png svg pdf | --view one_head --layer 3 --preset slide
slide-layers    | classic | png     | --view all_layers --preset slide
slide-masks     | padded | png      | --view masks --preset slide --language ko
column          | tier   | png svg pdf | --view one_head --layer 3 --preset paper-column
column-links    | tier   | pdf      | --view links --layer 3 --preset paper-column --no-title
page            | tier   | png svg pdf | --view all_layers --preset paper-page
page-forcing    | forced | pdf      | --view teacher_forcing --preset paper-page
ratio-1         | tier   | png      | --view one_head --layer 3 --ratio 1
ratio-2         | tier   | png      | --view one_head --layer 3 --ratio 2
ratio-2-links   | classic | png     | --view links --ratio 2 --theme dark --language ko+en
inches          | tier   | png svg pdf | --view masks --size-in 3.35x2.5 --dpi 300
pixels          | tier   | png svg  | --view one_layer --width 900 --height 500
small           | classic | png svg | --view all_layers --width 320 --height 240
wide            | tier   | png      | --view embeddings_layers --topic stream --width 1800 --height 500
code            | recorded-right-1 | png svg json | --view masks --masks-as-in-code --kind encoder
code-decoder    | recorded-right-2 | png svg csv | --view masks --masks-as-in-code --kind decoder
code-wrong      | recorded-wrong-2 | png svg json | --view masks --masks-as-in-code --kind decoder --language ko
code-cross      | recorded-wrong-1 | png     | --view masks --masks-as-in-code --kind cross
code-plain      | padded | png      | --view masks --masks-as-in-code
wrong-head      | recorded-wrong-2 | png svg | --view one_head --kind decoder --row-totals
wrong-fault     | faulty/too-large | png csv | --view one_head --kind cross
wrong-nan       | faulty/not-a-number | png csv json | --view one_head --kind cross
odd-head        | odd    | png svg pdf csv tsv json html | --view one_head --layer 3
odd-forcing     | odd    | svg csv  | --view teacher_forcing
limit-forcing   | limit  | png svg csv | --view teacher_forcing
beam-head       | beam   | png json | --view one_head --layer 3
beam-forcing    | beam   | png csv  | --view teacher_forcing
tree            | beam   | png svg pdf csv json html | --view beam_tree --step 4
tree-dark       | beam   | png svg  | --view beam_tree --theme dark --language ko
tree-slide      | beam   | png pdf  | --view beam_tree --preset slide --language ko
changed         | changed | png svg csv json | --view one_head --layer 3 --head 1
changed-layers  | changed | png svg | --view all_layers --theme dark --language ko
changed-masks   | changed | png svg json | --view masks --layer 3
guesses         | early  | png svg json | --view embeddings_layers --topic guesses
guesses-dark    | early  | png      | --view embeddings_layers --topic guesses --theme dark --language ko
""" + "".join(
    f"order-{order} | {run} | png | --view all_layers --heads-by {order} --kind {kind}\n"
    for order, run, kind in (
        ("focus", "tier", "cross"), ("distance", "tier", "encoder"), ("diagonal", "classic", "decoder"),
        ("previous", "tier", "decoder"), ("similar", "classic", "cross"), ("model", "padded", "encoder"),
    )
) + "".join(
    f"topic-{topic}-{kind} | {run} | png json | --view embeddings_layers --topic {topic} --kind {kind} {more}\n"
    for (topic, more), (kind, run) in product(
        (
            ("embedding", "--dimension 7"), ("position", "--dimension 20"), ("stream", "--layer 2 --query 2"),
            ("heads", "--layer 2 --head 3 --query 1 --key 1"),
        ),
        (("encoder", "classic"), ("decoder", "tier"), ("cross", "padded")),
    )
) + "".join(
    f"kind-{view}-{kind}-{run} | {run} | png csv | --view {view} --kind {kind} --layer 2 --head 2\n"
    for view, kind, run in product(
        ("one_head", "one_layer", "all_layers", "links", "masks"),
        ("encoder", "decoder", "cross"),
        ("padded-classic", "forced"),
    )
)  # fmt: skip


def figures() -> Iterator[Run]:
    """FIGURES as runs."""
    for line in FIGURES.strip().splitlines():
        name, run, ends, options = (part.strip() for part in line.split("|"))
        first, *others = ends.split()
        also = "".join(f" --also {{o}}.{end}" for end in others)
        yield Run(f"export/{name}", f"export inputs/{run}.npz --out {{o}}.{first}{also} {options}")
