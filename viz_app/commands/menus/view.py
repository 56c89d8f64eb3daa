"""View: what is shown. How it looks, :mod:`viz_app.commands.menus.look` says, in the same menu."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.formulas import conventions_of
from model.common.text import fill
from model.record.trace import Kind
from viz_app.commands.code_terms import words_of_kind, words_of_masks
from viz_app.commands.command import (
    Command,
    Desk,
    Hint,
    Menu,
    Section,
    asking,
    has_head,
    has_layer,
    has_trace,
    is_zoomed,
    layer_above,
    layer_below,
    shows_one_map,
    within,
)
from viz_app.commands.menus import look
from viz_app.pictures.embeddings_layers.texts import TOPICS, teaching, topic_name
from viz_app.state.comparison import PinRun, is_pinned_itself
from viz_app.state.intents import Select, SetView, Topic
from viz_app.state.questions import has_map
from viz_app.state.state import Snapshot
from viz_app.state.zoom import ShowPart, ZoomBy

translate = QCoreApplication.translate
CLOSER = 1.5  #: how much larger a map's cells become


def menu(views: tuple[tuple[str, str], ...]) -> Menu:
    """``views`` are (name, title) in the order of the tabs."""
    shown = (_views(views), _comparison(), _topics(), _kinds(), _heads(), _zoom(), _as_numbers())
    return Menu("view", translate("Commands", "&View"), (*shown, *look.sections(), _diagnosis()))


def _views(views: tuple[tuple[str, str], ...]) -> Section:
    taught = _taught()
    return tuple(
        _view(name, title, f"Ctrl+{number}", *taught.get(name, ("", "")))
        for number, (name, title) in enumerate(views, start=1)
    )


def _view(name: str, title: str, key: str, hint: Hint, words: str) -> Command:
    show = asking(lambda _: SetView(name))
    return Command(
        f"view.{name}", title, show, (key,), checked=lambda now: now.view == name, one_of="view", hint=hint, words=words
    )


def _taught() -> dict[str, tuple[Hint, str]]:
    """What each view teaches, and what else people call it."""
    return {
        "one_head": (
            _cell,
            "heatmap heat map matrix attention map imshow matshow 히트맵 어텐션맵 헤드",
        ),
        "one_layer": (
            translate("Hints", "All heads of a layer side by side: each has its own W_Q, W_K and W_V (multi-head "
                      "attention, 3.2.2)."),
            "heatmap all heads multi-head attention 멀티헤드 레이어 헤드",
        ),
        "all_layers": (
            translate("Hints", "Every head of every layer, sorted as you like, to find those that do something "
                      "special: on this sentence, or over a table’s file."),
            "overview grid small multiples every layer head sort entropy 모든 레이어 전체",
        ),
        "links": (
            translate("Hints", "The same weights as lines from query to key token; the stronger the line, the larger "
                      "the weight."),
            "lines bertviz head_view connections arcs token 연결선 선 토큰",
        ),
        "masks": (
            translate("Hints", "Which cells may be attended to: padding mask, look-ahead mask, and both together in "
                      "the decoder, which many tutorials call its look-ahead mask (3.2.3)."),
            "mask padding pad causal subsequent look-ahead lookahead look_ahead future no_peak triangular tril triu "
            f"target blocked 마스크 패딩 룩어헤드 룩-어헤드 타겟 미래 가려짐 {words_of_masks()}",
        ),
        "embeddings_layers": (
            _becomes,
            "embedding embeddings positional encoding pos_encoding pe sinusoidal sine cosine residual layernorm "
            "layer_norm normalisation feed-forward ffn logit lens 임베딩 포지셔널 인코딩 위치 잔차 층정규화 피드포워드",
        ),
        "teacher_forcing": (
            translate("Hints", "The given and the predicted token of each position with −log p: the decoder’s input is "
                      "the target shifted right by one (3.1)."),
            "teacher forcing loss perplexity training shift labels predicted given "
            "티처 포싱 교사 강요 손실 정답 퍼플렉시티",
        ),
        "beam_tree": (
            translate("Hints", "Every hypothesis that a beam looked at, with log p, score and what became of it; a "
                      "click makes it the run on screen."),
            "beam tree hypotheses search pruned num_beams score length penalty n-best graph 빔 서치 트리 가설",
        ),
        "compare": (
            translate("Hints", "A pinned run beside this one, and the signed difference of every weight: two "
                      "sentences, with and without a change, two checkpoints."),
            "compare side by side difference diff pinned baseline two runs change delta 비교 차이 나란히 기준",
        ),
    }  # fmt: skip


def _cell(now: Snapshot) -> str:
    told = translate("Hints", "One map: row = query, column = key, cell = %1; each row sums to 1 (Attention Is All You "
                     "Need, 3.2.1).")  # fmt: skip
    return fill(told, conventions_of(now.run, now.network).weight(now.selection.kind))


def _becomes(now: Snapshot) -> str:
    known = conventions_of(now.run, now.network)
    told = translate("Hints", "What a token becomes: %1 (3.4, 3.5), then %2 layer by layer (3.1).")
    return fill(told, known.embedding, known.sub_layer("sublayer"))


def _comparison() -> Section:
    return (
        Command(
            "compare.pin", translate("Commands", "Pin this run for comparison"), asking(lambda _: PinRun()), ("P",),
            lambda now: now.run is not None and not is_pinned_itself(now), more=True,
            hint=translate("Hints", "Keeps this run; the next ones, other sentences, changes or checkpoints, are "
                           "compared with it in Compare."),
            words="pin baseline keep compare comparison reference hold this run 고정 기준 비교",
        ),
        Command(
            "compare.unpin", translate("Commands", "Let the pinned run go"), asking(lambda _: PinRun("none")), (),
            lambda now: now.pinned is not None,
            hint=translate("Hints", "No run is pinned any more; undo brings it back."),
            words="unpin release baseline pinned let go remove 고정 해제 기준",
        ),
        Command(
            "compare.before", translate("Commands", "Compare with before"), asking(lambda _: PinRun("before")), (),
            has_trace,
            hint=translate("Hints", "Pins what this run was before its last change (a mask, padding, a word, a "
                           "sentence) and shows both side by side."),
            words="compare before after change mask padding undo difference what changed 이전 비교 변경",
        ),
    )  # fmt: skip


def _topics() -> Section:
    """The pages of *Embeddings & layers*."""
    words: dict[Topic, str] = {
        "embedding": "embeddings token vector lookup table sum input src_embed tok_embedding 임베딩 토큰 벡터 합",
        "position": "positions positional encoding pos_encoding pos_embedding PE sinusoidal sine cosine learned "
                    "relative bias table curve wavelength 포지셔널 인코딩 위치 사인 코사인",
        "stream": "residual stream skip connection norm LayerNorm layer_norm RMSNorm gamma beta mean spread add & norm "
                  "sublayer feed-forward ffn 잔차 연결 층정규화 피드포워드",
        "heads": "head split multi-head concat concatenate W_Q W_K W_V W_O view transpose shape "
                 "멀티헤드 헤드 나누기 이어붙이기",
        "guesses": "early guesses logit lens intermediate layer prediction vocabulary head "
                   "로짓 렌즈 이른 추측 레이어 예측",
    }  # fmt: skip
    title = translate("Commands", "Embeddings && layers: page")
    return within(title, *(_topic(topic, words[topic]) for topic in TOPICS))


def _topic(topic: Topic, words: str) -> Command:
    def show(desk: Desk, _: Snapshot) -> None:
        desk.request(SetView("embeddings_layers"))
        desk.request(Select(topic=topic))

    def on(now: Snapshot) -> bool:
        return now.view == "embeddings_layers" and now.selection.topic == topic

    return Command(
        f"topic.{topic}", topic_name(topic), show, enabled=has_trace, checked=on,
        hint=lambda now: teaching(topic, conventions_of(now.run, now.network)), words=words,
    )  # fmt: skip


def _kinds() -> Section:
    return (
        _kind(
            "encoder", translate("Commands", "Encoder attention"), "1",
            translate("Hints", "Source tokens to source tokens, in both directions: [S,S] weights."),
            "encoder self-attention source self src 인코더 셀프 어텐션 소스",
        ),
        _kind(
            "decoder", translate("Commands", "Decoder attention"), "2",
            translate("Hints", "Each target token to itself and to earlier ones only; the look-ahead mask hides the "
                      "future: [T,T] weights."),
            "decoder masked self-attention causal subsequent look-ahead target self trg tgt "
            "디코더 셀프 어텐션 마스크드 타겟",
        ),
        _kind(
            "cross", translate("Commands", "Cross attention"), "3",
            translate("Hints", "Target tokens to source tokens: queries from the decoder, keys and values from the "
                      "encoder’s output (memory): [T,S] weights."),
            "cross attention encoder-decoder memory alignment source target 크로스 교차 어텐션 인코더-디코더 단어정렬",
        ),
    )  # fmt: skip


def _kind(kind: Kind, text: str, key: str, hint: str, words: str) -> Command:
    return Command(
        f"kind.{kind}",
        text,
        asking(lambda _: Select(kind=kind)),
        (key,),
        lambda now: now.trace is not None and now.trace.attention(kind) is not None,
        checked=lambda now: now.selection.kind == kind,
        one_of="kind",
        hint=hint,
        words=f"{words} {words_of_kind(kind)}",
    )


def _heads() -> Section:
    other = translate("Hints", "Another head of this layer: the same tokens, other projections W_Q, W_K and W_V.")
    return (
        Command(
            "layer.above", translate("Commands", "Layer above"), asking(lambda now: Select(layer=layer_above(now))),
            ("Up",), lambda now: has_layer(now, layer_above(now)),
            hint=translate("Hints", "The next layer, which gets this one’s output; in All layers, the one "
                           "drawn above."),
            words="above layer up next deeper 레이어 층 위",
        ),
        Command(
            "layer.below", translate("Commands", "Layer below"), asking(lambda now: Select(layer=layer_below(now))),
            ("Down",), lambda now: has_layer(now, layer_below(now)),
            hint=translate("Hints", "The layer whose output this one gets; in All layers, the one drawn below."),
            words="below layer down previous 레이어 층 아래",
        ),
        Command(
            "head.previous", translate("Commands", "Previous head"),
            asking(lambda now: Select(head=now.selection.head - 1)), ("[", "Alt+Up"),
            lambda now: has_head(now, now.selection.head - 1), hint=other,
            words="previous head before left 헤드 이전",
        ),
        Command(
            "head.next", translate("Commands", "Next head"), asking(lambda now: Select(head=now.selection.head + 1)),
            ("]", "Alt+Down"), lambda now: has_head(now, now.selection.head + 1), hint=other,
            words="next head after right 헤드 다음",
        ),
    )  # fmt: skip


def _zoom() -> Section:
    """The map, not the text: without Ctrl. Numbers on the keypad count too."""
    return within(
        translate("Commands", "Zoom"),
        Command(
            "zoom.in", translate("Commands", "Zoom into the map"), asking(lambda _: ZoomBy(CLOSER)), ("+", "="),
            shows_one_map,
            hint=translate("Hints", "Larger cells, so that numbers have room; the wheel does the same, and a drag "
                           "moves the map."),
            words="into zoom larger magnify cells 확대 크게",
        ),
        Command(
            "zoom.out", translate("Commands", "Zoom out of the map"), asking(lambda _: ZoomBy(1 / CLOSER)), ("-",),
            is_zoomed,
            hint=translate("Hints", "Smaller cells, so that more of the map is seen."),
            words="out zoom smaller cells 축소 작게",
        ),
        Command(
            "zoom.fit", translate("Commands", "Show the whole map"), asking(lambda _: ShowPart(None)), ("0",),
            is_zoomed,
            hint=translate("Hints", "Every row and column of the map again."),
            words="show zoom reset whole all fit 전체 맞춤",
        ),
    )  # fmt: skip


def _as_numbers() -> Section:
    """What shows numbers beside the window: tables, plots, measures over a file."""
    table = Command(
        "view.table", translate("Commands", "Show as table…"), lambda desk, _: desk.show_table(), ("Shift+T",),
        has_trace, more=True,
        hint=translate("Hints", "Every number of the map with its tokens, for the keyboard, screen readers and "
                       "spreadsheets."),
        words="show table numbers spreadsheet csv tsv pandas screen reader accessible weights 표 숫자 스크린 리더",
    )  # fmt: skip
    plots = Command(
        "view.plots", translate("Commands", "Plots…"), lambda desk, _: desk.show_plots(), ("Shift+P",), has_trace,
        more=True,
        hint=translate("Hints", "Curves and points with axes and zoom: probability and entropy by step, norms, logit "
                       "lens, positions, all heads by two measures."),
        words="plots curves chart graph scatter pyqtgraph probability entropy norm logit lens positional encoding "
              "그래프 곡선 산점도 확률 엔트로피 위치",
    )  # fmt: skip
    heads = Command(
        "view.file_heads", translate("Commands", "Heads over a file…"), lambda desk, _: desk.measure_heads(), (),
        has_trace,
        hint=translate("Hints", "Measures every head over a file of sentences, or shows a table that was measured "
                       "before; what is said of a head then stands on all of them."),
        words="heads corpus file sentences measure statistics alignment AER entropy average table "
              "헤드 파일 말뭉치 통계 정렬",
    )  # fmt: skip
    explorer = Command(
        "view.explore", translate("Commands", "Explore this map…"), lambda desk, _: desk.show_plots("map_explorer"),
        ("Shift+E",), has_map, more=True,
        hint=translate("Hints", "The map with axes that zoom and pan, its rows and columns as curves, and a scale to "
                       "set: for hundreds to thousands of tokens."),
        words="map explorer explore large long heat map zoom pan levels cross-section histogram 지도 탐색기 확대 단면",
    )  # fmt: skip
    return within(translate("Commands", "Tables and plots"), table, plots, explorer, heads)


def _diagnosis() -> Section:
    return (
        Command(
            "view.diagnose", translate("Commands", "Diagnose the masks…"), lambda desk, _: desk.diagnose(),
            ("Ctrl+D",), has_trace, more=True,
            hint=translate("Hints", "Compares the masks that were used with what the architecture asks for, and says "
                           "what is wrong."),
            words="masks diagnose check debug mask wrong bug errors findings 진단 마스크 오류 검사",
        ),
    )  # fmt: skip
