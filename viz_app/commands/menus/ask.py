"""Ask: questions about the run on screen. An answer opens as a sheet over the views, or in a view."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.loss import is_taught
from viz_app.commands.command import Act, Command, Desk, Menu, Question, Section
from viz_app.state.intents import MeasureExtension, Select, SetView
from viz_app.state.questions import asking, has_cross, has_map, has_next_tokens, opened, questions
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("ask", translate("Commands", "&Ask"), (_about_the_run(), _about_heads(), _about_masks(), _further()))


def _about_the_run() -> Section:
    return (
        Command(
            "ask.effects", translate("Commands", "What happens without each word?"),
            _opening("effects"), ("E",), has_next_tokens,
            checked=_is_open("effects"),
            hint=translate("Commands", "The change in log-probability of each next token when a source token is "
                           "replaced, beside its weight."),
            words="effect influence ablation leave one out occlusion perturbation unk importance "
                  "영향 효과 제거 중요도 happens without erase replace log-probability 빼면",
        ),
        Command(
            "ask.layers", translate("Commands", "What would each layer say?"),
            _opening("early_guesses"), ("G",), has_next_tokens,
            checked=_is_open("early_guesses"),
            hint=translate("Commands", "The vocabulary head applied after every decoder layer (nostalgebraist 2020)."),
            words="early guess logit lens intermediate prediction last layer 로짓 렌즈 중간 예측 마지막 레이어 would",
        ),
    )  # fmt: skip


def _about_heads() -> Section:
    return (
        Command(
            "ask.head", translate("Commands", "What does this head do?"),
            _opening("head_facts"), ("F",), has_map,
            checked=_is_open("head_facts"), of_cell=True,
            hint=translate("Commands", "Entropy, focus, distance and more: on this sentence, and over a table’s file."),
            words="facts statistics entropy focus distance specials diagonal previous similar same alike "
                  "엔트로피 집중도 거리 헤드 비슷한 what does head",
        ),
        Command(
            "ask.align", translate("Commands", "Which head aligns best?"),
            _opening("best_heads"), ("B",), has_cross,
            checked=_is_open("best_heads"),
            hint=translate("Commands", "Ranks the heads of cross attention by a named measure; a click selects one."),
            words="alignment align best rank heads two-way focus spearman 단어 정렬 최고 헤드 순위 aligns head which "
                  "단어정렬",
        ),
    )  # fmt: skip


def _about_masks() -> Section:
    return (
        Command(
            "ask.future", translate("Commands", "Do later tokens change earlier rows?"), _proving,
            enabled=lambda now: has_next_tokens(now) and now.run is not None and not is_taught(now.run),
            hint=translate("Commands", "One pass over the whole target, compared with the rows as they were decoded, "
                           "one by one (paper, 3.1)."),
            words="earlier rows later tokens causal prove proof future revise extend target look-ahead cache "
                  "미래 확인 증명 인과 룩어헤드 캐시",
        ),
    )  # fmt: skip


def _further() -> Section:
    """The questions without a key of their own; the palette finds them by what else they are called."""
    words = {
        "prediction": "why this word predicted prediction reason candidates probability 왜 이 단어 예측 이유 후보 확률",
        "projections": "where do q k v come from query key value projection W_Q W_K W_V linear matrix memory encoder "
        "output cross attention 쿼리 키 밸류 투영 사영 가중치 행렬",
        "masking": "why minus infinity −∞ -inf fill 1e9 masked_fill softmax zero mask blocked 마스크 무한대 음의 무한",
        "first_input": "decoder first input start token bos sos shifted right target 시작 토큰 첫 입력 디코더 입력",
        "feed_forward": "feed-forward ffn mlp activations neurons units relu hidden position-wise 피드포워드 활성 뉴런",
        "logits": "logits before softmax vocabulary head linear output projection 로짓 소프트맥스 이전 출력층",
        "norm_order": "pre-norm post-norm layer norm order before after residual 정규화 순서 사전 사후 잔차",
        "training": "training inference difference different dropout loss perplexity label smoothing "
        "학습 추론 차이 드롭아웃 손실",
        "parameters": "parameters count how many weights size numel block layer embedding million 파라미터 개수 크기",
        "cost": "cost complexity quadratic length time memory flops multiplications 비용 복잡도 제곱 길이 연산량",
    }
    asked = questions()
    return tuple(
        Command(
            f"ask.{name}", asked[name].title, _opening(name), enabled=asked[name].can, checked=_is_open(name),
            hint=asked[name].tip, words=found,
        )
        for name, found in words.items()
    )  # fmt: skip


def _is_open(name: str) -> Question:
    return lambda now: opened(now.settings) == name


def _proving(desk: Desk, now: Snapshot) -> None:
    """Show the masks of the decoder, and what has been found of its rows."""
    desk.request(Select(kind="decoder"))
    desk.request(SetView("masks"))
    if now.extension is None:
        desk.request(MeasureExtension())


def _opening(name: str) -> Act:
    """Open the answer over the views, and ask what it shows unless that is known; a second time closes it."""

    def act(desk: Desk, now: Snapshot) -> None:
        for intent in asking(name, now):
            desk.request(intent)

    return act
