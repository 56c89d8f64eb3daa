"""The commands that ``fingerprints.py`` runs beside exports of traces and windows; and RUNS, all of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from fingerprint_programs import PYTHON
from fingerprint_runs import BOOK, DOGS, TIER, Run, figures, rows
from fingerprint_windows import windows

PAGES = rows("page", f"""
tier         | inputs/tier.npz --layer 3
sentence     | {shlex.quote(DOGS)}
sentences    | {shlex.quote(DOGS)} 'Ein Hund schläft.' inputs/plain.npz --language ko
classic-ko   | inputs/classic.npz --language ko --theme dark --kind encoder --layer 2 --head 5
padded       | inputs/padded.npz --kind decoder --step 3 --theme light
words        | inputs/tier.npz --words --layer 3
rollout      | inputs/tier.npz --rollout --layer 2
mean         | inputs/classic.npz --layer mean --head mean
aside        | inputs/tier.npz --without punctuation --renormalise
aside-hand   | inputs/tier.npz --without-source 1,2 --without-target 0
recorded     | inputs/recorded-wrong-2.npz --kind decoder
odd          | inputs/odd.npz
session      | inputs/head-selected.headscope
bad          | inputs/tier.npz --layer 9
""", "page --out {o}.html")  # fmt: skip

HANDOUTS = rows("handout", f"""
tier         | inputs/tier.npz
sentence-ko  | {shlex.quote(DOGS)} --language ko
classic-both | inputs/classic.npz --language ko+en --paper letter
padded       | inputs/padded.npz --paper 16:9
heads        | inputs/plain.npz --heads 1.1,2.3,3.4
forced-ko    | inputs/forced.npz --language ko --paper 16:9 --heads 3.1
recorded     | inputs/recorded-wrong-2.npz
odd          | inputs/odd.npz --paper letter
beam         | inputs/beam.npz --heads 3.1,3.2
session      | inputs/head-words.headscope --heads 2.1
bad          | inputs/tier.npz --heads 9.9
""", "handout --out {o}.pdf")  # fmt: skip

#: name | session | ends | more options
SESSION_EXPORTS = "".join(
    f"{name} | {ends} | {more}\n"
    for name, ends, more in (
        ("head", "png json", ""), ("head-selected", "svg", ""), ("head-zoomed", "png csv", ""),
        ("head-zoomed", "svg", "--view links"), ("head-squares", "png", "--theme dark"), ("head-words", "png csv", ""),
        ("head-rollout", "png csv", ""), ("head-mean", "svg csv", ""), ("head-aside", "png csv", ""),
        ("head-score", "png json", ""), ("head-norm", "png json", ""), ("head-notes", "png json", "--language ko"),
        ("layer-encoder", "png", ""), ("layers-order", "png", ""), ("links-heads", "svg json", ""),
        ("masks-code", "svg", ""), ("masks-batch", "png", ""), ("stream-heads", "png json", ""),
        ("stream-guesses", "svg json", ""), ("forcing-given", "png csv", ""), ("tree", "png csv json", ""),
        ("compare", "png svg pdf csv json html", ""), ("compare", "png svg", "--theme dark --language ko"),
        ("compare-encoder", "png", "--preset slide"), ("compare-changed", "png csv", "--language ko"),
    )
)  # fmt: skip


def session_exports() -> Iterator[Run]:
    """SESSION_EXPORTS as runs."""
    for number, line in enumerate(SESSION_EXPORTS.strip().splitlines(), 1):
        name, ends, more = (part.strip() for part in line.split("|"))
        first, *others = ends.split()
        also = "".join(f" --also {{o}}.{end}" for end in others)
        yield Run(f"session/{number:02}-{name}", f"export inputs/{name}.headscope --out {{o}}.{first}{also} {more}")


BATCHES = rows("batch", """
pages     | page inputs/sentences.txt --out '{o}/{number} {sentence}.html' --language ko
pictures  | export inputs/sentences.txt --layer all --out '{o}/{number}-{view}-{layer}.svg' --also '{o}/{number}.csv'
handouts  | handout inputs/sentences.txt --out '{o}/{number}.pdf' --heads 3.1
traces    | trace inputs/sentences.txt --out '{o}/{number}.npz' --pad-to 12
mixed     | export inputs/mixed.txt --view one_head --layer 3 --out '{o}/{number}.png' --theme dark
broken    | export inputs/broken.txt --out '{o}/{number}.png'
classic   | page inputs/sentences.txt --out '{o}/{number}.html' --checkpoint classic --words --layer 2
empty     | page inputs/empty.txt --out '{o}/{number}.html'
no-number | page inputs/sentences.txt --out '{o}/page.html'
unknown   | page inputs/sentences.txt --out '{o}/{colour}.html'
""")  # fmt: skip

HELP = rows("help", """
main        | --help
version     | --version
inspect-version | inspect --version
""" + "".join(
    f"{command.replace(' ', '-')} | {command} --help\n"
    for command in (
        "batch", "check", "cite", "compare", "convert", "evaluate", "export", "handout", "inspect", "page", "trace",
        "train", "translate", "window", "batch export", "batch handout", "batch page", "batch trace",
    )
))  # fmt: skip

TEXTS = rows("text", """
inspect-everyday      | inspect everyday
inspect-everyday-json | inspect everyday --json
inspect-classic       | inspect classic
inspect-classic-json  | inspect classic --json
inspect-trace         | inspect inputs/padded.npz
inspect-trace-json    | inspect inputs/padded.npz --json
inspect-recorded      | inspect inputs/recorded-wrong-2.npz
inspect-forced        | inspect inputs/forced.npz --json
inspect-session       | inspect inputs/head-notes.headscope
inspect-session-json  | inspect inputs/head-notes.headscope --json
inspect-tut6          | inspect inputs/tut6-model.pt
inspect-official      | inspect inputs/official.pt
inspect-official-json | inspect inputs/official.pt --json
inspect-stranger      | inspect inputs/stranger.pt
inspect-bad           | inspect inputs/bad.pt
inspect-cut           | inspect inputs/cut.pt --json
inspect-pickle        | inspect inputs/pickled.pkl
inspect-text          | inspect inputs/pairs.tsv
inspect-bad-trace     | inspect inputs/bad.npz
inspect-bad-session   | inspect inputs/bad-version.headscope
compare               | compare inputs/tier.npz inputs/other.npz --figure {o}.png
compare-json          | compare inputs/tier.npz inputs/changed.npz --json
compare-ko            | compare inputs/beam.npz inputs/tier.npz --common --language ko --top 5
cite                  | cite
cite-ko               | cite --language ko
cite-trace            | cite inputs/tier.npz
cite-classic-ko       | cite classic --language ko+en
cite-everyday         | cite everyday
cite-session          | cite inputs/head.headscope
cite-recorded         | cite inputs/recorded-right-1.npz
check                 | check inputs/faulty --csv {o}.csv
check-all             | check inputs --csv {o}.csv
check-nothing         | check inputs/data
evaluate              | evaluate everyday --pairs inputs/pairs.tsv
evaluate-lowercase    | evaluate classic --source inputs/sources.txt --reference inputs/references.txt --lowercase
translate-file        | translate inputs/sources.txt --beam 3
convert               | convert everyday {o}
convert-classic       | convert classic {o}
convert-tut6          | convert inputs/tut6-model.pt {o}
train                 | train inputs/recipe.toml --data inputs/data --out {o}
trace-tut6            | trace '4 5 6' --checkpoint inputs/tut6-model.pt --max-length 6 --out {o}.npz
trace-official        | trace '4 5 6' --checkpoint inputs/official.pt --max-length 6 --out {o}.npz
""")  # fmt: skip

SPOKEN = tuple(
    Run(f"text/{name}", words, stdin)
    for name, words, stdin in (
        ("translate", "translate", f"{DOGS}\n\n{TIER}\n{BOOK}\n"),
        ("translate-classic", "translate - --checkpoint classic --beam 4", f"{BOOK}\nein hund ."),
        ("batch-spoken", "batch trace - --out {o}/{number}.npz --jobs 1 --summary {o}.summary.json", f"{DOGS}\n"),
    )
)

ERRORS = rows("error", f"""
no-sentence     | translate inputs/nowhere.txt
no-command      | paint
no-out          | export inputs/tier.npz
bad-ending      | export inputs/tier.npz --out {{o}}.docx
bad-folder      | export inputs/tier.npz --out nowhere/a.png
bad-view        | export inputs/tier.npz --view heads --out {{o}}.png
bad-kind        | export inputs/tier.npz --kind self --out {{o}}.png
bad-layer       | export inputs/tier.npz --layer 9 --out {{o}}.png
bad-head        | export inputs/tier.npz --heads 7 --view links --out {{o}}.png
bad-rows        | export inputs/tier.npz --rows 3-99 --out {{o}}.png
bad-step        | export inputs/tier.npz --step 40 --out {{o}}.png
bad-size        | export inputs/tier.npz --size-in 900x900 --out {{o}}.png
two-sizes       | export inputs/tier.npz --size-in 5x5 --width 300 --out {{o}}.png
huge            | export inputs/tier.npz --dpi 2400 --size-in 50x50 --out {{o}}.png
no-set-aside    | export inputs/tier.npz --renormalise --out {{o}}.png
rollout-mean    | export inputs/tier.npz --rollout --head mean --out {{o}}.png
film-step       | export inputs/tier.npz --step 3 --out {{o}}.gif
no-table        | export inputs/tier.npz --what run --out {{o}}.png
no-vectors      | export inputs/plain.npz --quantity norm --out {{o}}.png
no-scores       | export inputs/plain.npz --view embeddings_layers --out {{o}}.png
no-guesses      | export inputs/tier.npz --view embeddings_layers --topic guesses --out {{o}}.png
all-embedding   | export inputs/tier.npz --view embeddings_layers --layer all --out {{o}}.png
target-of-trace | export inputs/tier.npz --target 'a' --out {{o}}.png
no-file         | export inputs/nowhere.npz --out {{o}}.png
bad-trace       | export inputs/bad.npz --out {{o}}.png
cut-trace       | export inputs/cut.npz --out {{o}}.png
shapeless-trace | export inputs/faulty/shapeless.npz --out {{o}}.png
bad-session     | export inputs/bad.headscope --out {{o}}.png
bad-version     | export inputs/bad-version.headscope --out {{o}}.png
bad-field       | export inputs/bad-field.headscope --out {{o}}.png
bad-setting     | page inputs/bad-setting.headscope --out {{o}}.html
bad-runs        | cite inputs/bad-runs.headscope
no-checkpoint   | trace {shlex.quote(DOGS)} --checkpoint nowhere --out {{o}}.npz
bad-checkpoint  | trace {shlex.quote(DOGS)} --checkpoint inputs/bad.pt --out {{o}}.npz
empty-sentence  | trace '' --out {{o}}.npz
short-padding   | trace {shlex.quote(DOGS)} --pad-to 2 --out {{o}}.npz
bad-device      | trace {shlex.quote(DOGS)} --device mps --out {{o}}.npz
bad-language    | trace {shlex.quote(DOGS)} --source-language fr --out {{o}}.npz
not-empty       | convert everyday inputs
bad-pairs       | evaluate everyday --pairs inputs/sources.txt
no-reference    | evaluate everyday --source inputs/sources.txt
uneven          | evaluate everyday --source inputs/sources.txt --reference inputs/sentences.txt
bad-recipe      | train inputs/bad.toml --data inputs/data --out {{o}}
no-data         | train inputs/recipe.toml --data nowhere --out {{o}}
no-folder       | check nowhere
""")  # fmt: skip

#: Sentences straight into export, where vectors and guesses are computed on the way.
COMPUTED = rows("export", f"""
sentence         | {shlex.quote(DOGS)} --view one_head --layer 3
sentence-given   | {shlex.quote(TIER)} --target 'The animal was too tired .' --view teacher_forcing --language ko
sentence-classic | {shlex.quote(BOOK)} --checkpoint classic --view all_layers
sentence-guesses | {shlex.quote(DOGS)} --view embeddings_layers --topic guesses --also {{o}}.json --also {{o}}.svg
sentence-stream  | {shlex.quote(BOOK)} --checkpoint classic --view embeddings_layers --topic stream --kind encoder
sentence-masks   | {shlex.quote(TIER)} --view masks --kind decoder --layer 2 --head 2
""", "export --out {o}.png")  # fmt: skip

RUNS = (
    *HELP, *figures(), *COMPUTED, *session_exports(), *windows(), *PAGES, *HANDOUTS,
    *(Run(run.name, f"batch {run.words} --jobs 1 --summary {{o}}.summary.json") for run in BATCHES), *TEXTS, *SPOKEN,
    *ERRORS, Run("python/api", "inputs/", code=PYTHON),
)  # fmt: skip
