"""The windows that ``fingerprints.py`` looks at, and what is done in them; ``fingerprint_driver.py`` says the steps."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from fingerprint_runs import Run, rows
from fingerprint_sessions import EACH_VIEW

DRIVER = "fingerprint_driver.py"

#: How a window stands: session, language, theme, size, device pixels per pixel.
WINDOWS = """
head                | en    | light | 1600x1000 | 1
head                | ko    | dark  | 1024x600  | 1
head                | ko+en | light | 1280x720  | 2
head-selected       | en    | light | 1600x1000 | 1
head-selected       | ko    | light | 1280x720  | 1
head-encoder        | en    | dark  | 1600x1000 | 1
head-decoder        | ko+en | light | 1600x1000 | 1
head-zoomed         | en    | light | 1280x720  | 2
head-zoomed         | ko    | dark  | 1600x1000 | 1
head-squares        | en    | light | 1280x720  | 1
head-bare           | en    | light | 1024x600  | 1
head-words          | en    | light | 1600x1000 | 1
head-rollout        | ko    | light | 1600x1000 | 1
head-mean           | en    | dark  | 1280x720  | 1
head-aside          | en    | light | 1600x1000 | 1
head-score          | en    | light | 1280x720  | 1
head-norm           | ko    | light | 1280x720  | 1
head-aligned        | en    | light | 1600x1000 | 1
head-aligned        | ko    | dark  | 1600x1000 | 2
head-guesses        | en    | light | 1600x1000 | 1
head-forced         | en    | light | 1600x1000 | 1
head-notes          | en    | light | 1600x1000 | 1
head-notes          | ko    | dark  | 1280x720  | 1
head-recorded       | en    | light | 1600x1000 | 1
head-plain          | en    | light | 1280x720  | 1
head-beam           | ko+en | light | 1280x720  | 1
head-odd            | en    | light | 1600x1000 | 1
layer               | en    | light | 1600x1000 | 1
layer-encoder       | ko    | dark  | 1280x720  | 1
layer-decoder       | en    | light | 1024x600  | 1
layers              | en    | light | 1600x1000 | 1
layers-order        | ko    | light | 1280x720  | 1
layers-decoder      | en    | dark  | 1024x600  | 2
links               | en    | light | 1600x1000 | 1
links-heads         | en    | dark  | 1280x720  | 1
links-encoder       | ko    | light | 1280x720  | 1
links-decoder       | en    | light | 1024x600  | 1
masks               | en    | light | 1600x1000 | 1
masks-decoder       | ko    | light | 1600x1000 | 1
masks-cross         | en    | dark  | 1280x720  | 1
masks-batch         | en    | light | 1280x720  | 2
masks-code          | en    | light | 1600x1000 | 1
stream-embedding    | en    | light | 1600x1000 | 1
stream-position     | en    | dark  | 1600x1000 | 1
stream-stream       | ko    | light | 1600x1000 | 1
stream-heads        | en    | light | 1280x720  | 1
stream-guesses      | en    | light | 1600x1000 | 1
forcing             | en    | light | 1600x1000 | 1
forcing-given       | ko    | dark  | 1280x720  | 1
forcing-begin       | en    | light | 1024x600  | 1
compare-encoder     | en    | light | 1600x1000 | 1
compare-changed     | ko    | dark  | 1024x600  | 1
head-changed        | en    | light | 1280x720  | 1
head-changed        | ko    | dark  | 1024x600  | 1
""" + "".join(
    f"{name} | {language} | {theme} | {size} | 1\n"
    for name in EACH_VIEW
    for language, theme, size in (
        ("en", "light", "1024x600"), ("en", "dark", "1280x800"),
        ("ko", "light", "1280x800"), ("ko", "dark", "1600x900"),
    )
)  # fmt: skip

#: name | a window as it opens by itself
OTHERS = """
example             | --size 1600x1000
example-small       | --size 1024x600 --theme dark
example-ko          | --size 1280x720 --language ko
example-ko-en       | --size 1280x720 --language ko+en --theme light
classic             | --checkpoint classic
classic-ko          | classic --language ko --theme dark --size 1280x720
bad-size            | --size 12
bad-file            | inputs/bad.npz
bad-session         | inputs/bad-field.headscope
nowhere             | inputs/nowhere.headscope
"""

DIALOGS = (
    "menus F1 Esc Ctrl+Shift+P text:entropy Esc Ctrl+, Ctrl+Tab Ctrl+Tab Ctrl+Tab Ctrl+Tab Esc Ctrl+E Down Down "
    "Down Down Down Esc Ctrl+D Esc Shift+T Esc menu:6.2 Esc menu:6.3 Esc"
)
VIEWS = "Ctrl+1 Ctrl+2 Ctrl+3 Ctrl+4 Ctrl+5 Ctrl+6 Ctrl+7"
MOUSE = "point:500,400 click:480,330 ask:480,330 Esc point:110,500 point:300,76 click:240,115 point:800,500"

#: name | words | steps
TOURS = f"""
trace-odd     | inputs/odd.npz                   | End
trace-limit   | inputs/limit.npz --language ko   | Ctrl+7
trace-dark    | inputs/padded.npz --theme dark   | Ctrl+5
dialogs       | --language en                    | {DIALOGS}
dialogs-ko    | --language ko --theme dark       | {DIALOGS}
dialogs-both  | --language ko+en                 | {DIALOGS}
dialogs-classic | classic --language en          | menus F1 Esc Ctrl+, Esc Ctrl+E Esc Ctrl+D Esc
views         | inputs/stream-guesses.headscope  | {VIEWS} 1 2 3 Up Down [ ] Home Right End
views-ko      | inputs/padded.npz --language ko  | {VIEWS} 1 {VIEWS} 2 {VIEWS}
switches      | inputs/tier.npz                  | R M N D Q T H F B Ctrl+Z Ctrl+Shift+Z + - 0
switches-ko   | inputs/head-guesses.headscope --language ko | E G F B H A O W X S V Shift+R
panes         | inputs/tier.npz                  | Ctrl+Shift+M Ctrl+Shift+I Ctrl+Shift+N F6 Ctrl++ Ctrl+- Ctrl+T
batch         | inputs/masks-batch.headscope     | menus Ctrl+PgDown Ctrl+1 Right W Ctrl+Z Ctrl+3 Ctrl+5
mouse-head    | inputs/tier.npz                  | Ctrl+1 {MOUSE}
mouse-layer   | inputs/tier.npz --language ko    | Ctrl+2 {MOUSE}
mouse-layers  | inputs/classic.npz               | Ctrl+3 {MOUSE}
mouse-links   | inputs/tier.npz                  | Ctrl+4 {MOUSE}
mouse-masks   | inputs/padded.npz                | Ctrl+5 {MOUSE}
mouse-stream  | inputs/tier.npz                  | Ctrl+6 {MOUSE}
mouse-forcing | inputs/forced.npz --language ko  | Ctrl+7 {MOUSE}
mouse-tree    | inputs/tree.headscope            | Ctrl+8 {MOUSE} Right Down Enter
mouse-compare | inputs/compare.headscope         | Ctrl+9 {MOUSE} Ctrl+1 P
plots         | inputs/tree.headscope            | Shift+E Esc
changes       | inputs/head-changed.headscope --language ko | Ctrl+5 Ctrl+3 Ctrl+9
diagnosis     | inputs/recorded-wrong-2.npz      | menus Ctrl+D Down Esc Ctrl+5 Ctrl+E Esc
diagnosis-ko  | inputs/recorded-wrong-2.npz --language ko --theme dark | Ctrl+D Down Esc Ctrl+5 Shift+T Esc
engine        | --sentence 'Zwei Hunde spielen im Schnee.' | Home End E G menu:4.4 Ctrl+1
engine-batch  | --sentence 'Ein Hund schläft.'    | menu:1.15 menu:1.16 Ctrl+5 Ctrl+PgDown
engine-ko     | --sentence 'Ein Hund schläft.' --checkpoint classic --language ko | E G Ctrl+4
engine-own    | --sentence '4 5 6' --checkpoint inputs/official.pt | Home H
copies        | inputs/tier.npz                  | copy:1.4 copy:1.5 copy:1.6 copy:1.7
copies-ko     | inputs/head-words.headscope --language ko | Ctrl+3 copy:1.4 copy:1.6
save          | inputs/head-notes.headscope      | Ctrl+2 Right Ctrl+M text:noted save
save-classic  | inputs/layers-order.headscope    | R 2 Left W save
save-batch    | inputs/masks-batch.headscope     | Ctrl+PgDown H save
save-measured | inputs/stream-guesses.headscope  | Left Ctrl+4 save
save-recorded | inputs/masks-code.headscope      | Ctrl+D Esc Ctrl+3 save
save-zoomed   | inputs/head-zoomed.headscope     | + Q Ctrl+Shift+I save
"""


def windows() -> Iterator[Run]:
    """Every window. What opens a file is looked at when it has come to rest, which ``--snapshot`` does not wait for."""
    for line in WINDOWS.strip().splitlines():
        name, language, theme, size, ratio = (part.strip() for part in line.split("|"))
        words = f"{{o}} '' inputs/{name}.headscope --language {language} --theme {theme} --size {size}"
        whole = f"window/{name}-{language}-{theme}-{size}-{ratio}"
        yield Run(whole, words, script=DRIVER, environment={"QT_SCALE_FACTOR": ratio})
    yield from rows("window", OTHERS, "window --snapshot {o}.png")
    for line in TOURS.strip().splitlines():
        name, words, steps = (part.strip() for part in line.split("|"))
        yield Run(f"tour/{name}", f"{{o}} {shlex.quote(steps)} --size 1280x800 {words}", script=DRIVER)
