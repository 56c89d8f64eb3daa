"""File: opening, saving, inspecting, leaving."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.common.assets import LEARNING, sample_sentences
from viz_app.commands.command import (
    Command,
    Desk,
    Menu,
    Section,
    asking,
    can_save,
    has_assumptions,
    has_devices,
    has_file,
    has_trace,
    is_away,
    opened_path,
)
from viz_app.state.intents import AskAgain, ForgetFiles, InspectFile, OpenPath, SetSource, StartEngine, Translate
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def menu() -> Menu:
    saving = (*_exporting(), *_checkpoint())
    return Menu("file", translate("Commands", "&File"), (_opening(), _training(), _session(), saving, _quitting()))


def _opening() -> Section:
    return (
        Command(
            "file.open", translate("Commands", "Open…"), lambda desk, _: desk.open_file(), ("Ctrl+O",),
            hint=translate("Hints", "A checkpoint of your own, with its vocabularies if they are separate "
                           "files, a trace or a session; dropping it on the window does the same."),
            words="open load checkpoint model weights trace pt npz safetensors state_dict "
                  "열기 불러오기 체크포인트 모델",
        ),
        Command(
            "file.open_folder", translate("Commands", "Open a checkpoint folder…"),
            lambda desk, _: desk.open_folder(), ("Ctrl+Shift+O",),
            hint=translate("Hints", "A Hugging Face folder (Marian, BART, M2M100, T5) or one that Headscope "
                           "wrote."),
            words="checkpoint open load directory Hugging Face Marian BART T5 from_pretrained 열기 폴더",
        ),
        Command(
            "file.forget", translate("Commands", "Forget the opened files"), asking(lambda _: ForgetFiles()), (),
            lambda now: bool(now.memory.files),
            hint=translate("Hints", "Empties this list; the files themselves stay."),
            words="opened clear recent files history privacy forget 최근 지우기",
        ),
        Command(
            "file.inspect", translate("Commands", "Inspect a file…"), lambda desk, _: desk.inspect_file(), ("Ctrl+I",),
            hint=translate("Hints", "Says what a file is, what is in it and whether it opens, and runs nothing from "
                           "it."),
            words="what is this file keys state_dict shapes config inspect 검사 살펴보기 파일",
        ),
    )  # fmt: skip


def _training() -> Section:
    train, running = translate("Commands", "Train a model…"), translate("Commands", "Show the training")
    return (
        Command(
            "file.learning", translate("Commands", "Watch a model learn"), _watch, (),
            lambda _: LEARNING.is_dir(),
            hint=translate("Hints", "A small model at several moments of its training: the same sentence as the "
                           "translation and its attention were learnt."),
            words="watch training learn epochs snapshots learning curve sample 학습 과정 에포크 훈련 예제",
        ),
        Command(
            "file.train", train, lambda desk, _: desk.train(), (),
            naming=lambda now: running if now.training is not None and now.training.runs else train,
            hint=translate("Hints", "From a recipe and parallel text of your own, in a process of its own: curves as "
                           "they grow, stopped and kept at any moment."),
            words="train training recipe learn fit optimise epochs parallel text data from scratch own model stop "
                  "resume 학습 훈련 레시피 모델 만들기 병렬 텍스트",
        ),
        Command(
            "file.watch_training", translate("Commands", "Watch a training…"), lambda desk, _: desk.watch_training(),
            (),
            hint=translate("Hints", "The curves of a training that was started on a terminal or another machine, "
                           "while its folder grows."),
            words="watch training curves live progress loss terminal folder tensorboard 학습 곡선 진행 보기",
        ),
    )  # fmt: skip


def _watch(desk: Desk, now: Snapshot) -> None:
    """With a sentence whose words it learns, in place of the one on screen; what is being typed stays."""
    shown = "" if now.run is None else now.run.meta.source_text
    sentence = next(iter(sample_sentences(LEARNING.name)), "")
    if sentence and now.source_text.strip() in ("", shown.strip()):
        desk.request(SetSource(sentence))
    desk.request(OpenPath(LEARNING))
    desk.request(Translate())


def _session() -> Section:
    save, again = translate("Commands", "Save session…"), translate("Commands", "Save session")
    return (
        Command(
            "file.save_session", save, lambda desk, _: desk.save_session(), ("Ctrl+S",), has_trace, more=True,
            naming=lambda now: save if now.kept.path is None else again,
            hint=translate("Hints", "Runs, place, display, notes and layout in one .headscope file: it opens "
                           "without the model, as a replay."),
            words="save session notes lesson keep replay headscope 세션 저장 메모 보관",
        ),
        Command(
            "file.save_session_as", translate("Commands", "Save session as…"),
            lambda desk, _: desk.save_session_as(), ("Ctrl+Shift+S",), has_trace,
            hint=translate("Hints", "The session in another file; the first one stays as it is."),
            words="save session as copy another name 세션 다른 이름으로 저장",
        ),
        Command(
            "file.locate", translate("Commands", "Find the checkpoint of this run…"),
            lambda desk, _: desk.locate_checkpoint(), (), is_away,
            hint=translate("Hints", "A run that was recorded with another checkpoint can be looked at; to change it, "
                           "that one must be open."),
            words="find locate checkpoint of this run missing model replay continue 체크포인트 찾기",
        ),
    )  # fmt: skip


def _exporting() -> Section:
    return (
        Command(
            "file.export", translate("Commands", "Export…"), lambda desk, _: desk.export(), ("Ctrl+E",), has_trace,
            more=True,
            hint=translate("Hints", "What is on screen as a picture, a table, a page or a handout; the picture is the "
                           "same drawing, light and with its caption."),
            words="export save as image picture figure png svg pdf gif apng csv tsv json savefig screenshot animation "
                  "slide paper vector numbers 내보내기 그림 저장 슬라이드 논문 애니메이션 벡터",
        ),
        Command(
            "file.page", translate("Commands", "Interactive page…"), lambda desk, _: desk.export("page"), (), has_trace,
            hint=translate("Hints", "One .html file that any browser opens without a network: steps, layers, heads and "
                           "their numbers."),
            words="interactive page html web browser share students 인터랙티브 웹 페이지 브라우저 공유",
        ),
        Command(
            "file.handout", translate("Commands", "Handout…"), lambda desk, _: desk.export("handout"), (), has_trace,
            hint=translate("Hints", "A PDF of the whole decoding to print or project: sentence and tokens, masks, a "
                           "page for each step."),
            words="handout print pdf paper worksheet lecture slides pages students 유인물 인쇄 자료 수업 강의",
        ),
        Command(
            "file.save_trace", translate("Commands", "Save the trace…"), lambda desk, _: desk.save_trace(),
            ("Ctrl+Shift+E",), has_trace, more=True,
            hint=translate("Hints", "The complete run as .npz: numpy.load(path) gives every weight, mask and "
                           "candidate."),
            words="save trace npz record run numpy export 실행 기록 저장",
        ),
    )  # fmt: skip


def _checkpoint() -> Section:
    return (
        Command(
            "file.save_checkpoint", translate("Commands", "Save as Headscope checkpoint…"),
            lambda desk, _: desk.save_checkpoint(), (), can_save,
            hint=translate("Hints", "Weights as safetensors with config and vocabularies in one folder, to be opened "
                           "anywhere."),
            words="Headscope save convert checkpoint safetensors 체크포인트 저장 변환",
        ),
        Command(
            "file.answers", translate("Commands", "Change what was assumed…"), asking(lambda _: AskAgain()), (),
            has_assumptions,
            hint=translate("Hints", "What a file does not say (number of heads, norm, languages) was assumed: look at "
                           "it and correct it."),
            words="change assumed settings heads norm questions 가정 설정",
        ),
        Command(
            "file.about", translate("Commands", "About this checkpoint"),
            asking(lambda now: InspectFile(opened_path(now))), ("Alt+Return",), has_file,
            hint=translate("Hints", "Shapes, vocabularies and provenance of the open checkpoint."),
            words="about checkpoint model card parameters tokenizer vocabulary bpe sentencepiece "
                  "정보 체크포인트 토크나이저 어휘",
        ),
        Command(
            "file.device", translate("Commands", "Device…"), lambda desk, _: desk.choose_device(), (), has_devices,
            more=True,
            hint=translate("Hints", "Where the model runs, the CPU or a GPU; the menu stands at the end of the status "
                           "line."),
            words="device gpu cuda mps cpu apple nvidia graphics card hardware 장치 디바이스 그래픽카드",
        ),
        Command(
            "file.start_engine", translate("Commands", "Start the engine"), asking(lambda _: StartEngine()), (),
            lambda now: not now.engine_ready and now.busy is None,
            hint=translate("Hints", "The engine opens checkpoints and translates; after ending three times in a row it "
                           "is not started by itself."),
            words="engine start restart again crashed died ended process 엔진 시작 다시 재시작",
        ),
    )  # fmt: skip


def _quitting() -> Section:
    return (
        Command(
            "file.quit", translate("Commands", "Quit"), lambda desk, _: desk.quit(), ("Ctrl+Q",),
            hint=translate("Hints", "Closes the window; layout and settings are kept for the next time."),
            words="quit exit close leave bye 종료 끝내기",
        ),
    )  # fmt: skip
