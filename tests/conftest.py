"""What holds for every test: no display, one thread, no network, and noise fails.

A warning fails by the settings in pyproject.toml, and so does a message of Qt (pytest-qt's log). Here:
a thread, a child process or a window that a test leaves behind, a connection to another machine, and
a test that is skipped without a sentence that says why.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.forks import Forks
    from tests.logged import Logged

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before anything imports Qt
os.environ["OMP_NUM_THREADS"] = "1"  # before anything imports torch: two threads on a busy machine are slower

import pytest
from hypothesis import settings

from viz_app.platform.library_imports import import_libraries

import_libraries()  # as the program does, before pytest-qt: or every import asks Shiboken and reads a source

settings.register_profile("headscope", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("headscope")

logging.getLogger().addHandler(logging.NullHandler())  # or what nobody reads goes to the errors of the test

PATIENCE = 60.0  #: seconds that a thread gets to end after its test; a bound, not a measurement
TASKS = "/proc/self/task"
PROC = Path(TASKS).is_dir()
LONGEST_LIST = 1 << 16  #: bytes; a line of /proc comes whole or in pages
YOUNG = 10_000  #: new objects between two searches for garbage; Python's own 700 are a tenth of the time of many tests
FEWEST_WORDS = 3  #: a reason to skip says what is missing, and for what
FORKS = pytest.StashKey["Forks"]()


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread, a child process or a window behind."""
    threads, children, windows = set(threading.enumerate()), _children(), _windows()
    yield
    for thread in set(threading.enumerate()) - threads:
        thread.join(PATIENCE)
    left = [f"thread {thread.name}" for thread in set(threading.enumerate()) - threads]
    more, opened = _children() - children, _windows().keys() - windows.keys()
    if more or opened:
        gc.collect()  # perhaps only Python's references keep them; seldom asked for, since it walks the whole heap
        left += [f"process {_command(number)}" for number in _children() - children]
        left += [f"window {name}" for key, name in _windows().items() if key not in windows]
    assert not left, f"the test left behind: {', '.join(left)}"


@pytest.fixture(autouse=True, scope="module")
def same_looks() -> Iterator[None]:
    """A window sets the application's font and palette; the tests of other files shall not see them."""
    yield
    if (widgets := sys.modules.get("PySide6.QtWidgets")) is None or widgets.QApplication.instance() is None:
        return
    from PySide6.QtGui import QFontDatabase, QPalette

    application, usual = widgets.QApplication, QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if application.font() != usual:
        application.setFont(usual)
        application.setPalette(QPalette())


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Nothing in the program may talk to another machine; an audit hook would be asked at millions of other events."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _refusing(getattr(socket.socket, name), 1))
        patch.setattr(socket, "getaddrinfo", _refusing(socket.getaddrinfo, 0))
        yield


@pytest.fixture(scope="module")
def frozen_again() -> Iterator[None]:
    """For files whose tests end the program, which melts what the suite has frozen: see ``pytest_collection``.

    Only what is young is searched first: all that was frozen before is old now, and takes a second and more.
    """
    yield
    gc.collect(1)
    gc.freeze()


@pytest.fixture
def logged() -> Iterator[Logged]:
    """What is logged from now on. Pytest's own joins each of torch's 42 loggers six times in every test."""
    from tests.logged import Logged

    handler = Logged()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.fixture(scope="session")
def forks(request: pytest.FixtureRequest) -> Iterator[Forks]:
    """The process that forks engines and commands."""
    from tests.forks import POSSIBLE, Forks

    if not POSSIBLE:
        pytest.skip("processes are forked only on Linux and without HEADSCOPE_FORKS=0")
    forks = request.config.stash[FORKS] = Forks()
    yield forks
    del request.config.stash[FORKS]
    forks.close()


@pytest.fixture(scope="session")
def forked_engines(request: pytest.FixtureRequest) -> Iterator[None]:
    """Engines start at once; the files that ask how an engine starts do without."""
    from tests.forks import ENGINE, POSSIBLE

    if not POSSIBLE:
        yield
        return
    from viz_app.engine import connection

    forks: Forks = request.getfixturevalue("forks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "command", lambda: forks.words(ENGINE))
        yield


def pytest_configure(config: pytest.Config) -> None:
    """A worker of a parallel run says no more than is asked for."""
    for plugin in config.pluginmanager.get_plugins() if hasattr(config, "workerinput") else ():
        if type(plugin).__name__ == "WorkerInteractor":
            from tests.workers import tell_less

            tell_less(plugin)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """What only one worker needs to make is used by one."""
    from tests.workers import Together

    return Together(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """What thousands of tests are made of stays to the end: Python need not look through it again and again."""
    told = getattr(session.config, "workerinput", None)
    gc.disable()
    try:
        if told is not None and [Path(each).resolve() for each in session.config.args] == [Path(__file__).parent]:
            from tests.workers import import_own_share_first

            import_own_share_first(int(told["workerid"].removeprefix("gw")), told["workercount"])
        yield
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """A skip without a sentence that says why is a failure; one of a test tells what the forking process said."""
    report: pytest.TestReport = yield  # type: ignore[assignment]  # pytest sends the report in
    forks = item.config.stash.get(FORKS, None)
    if report.failed and forks is not None and (complaints := forks.complaints()):
        report.sections.append(("the process that forks", complaints))
    expected = hasattr(report, "wasxfail")
    if report.skipped and not expected and len(_reason(report).split()) < FEWEST_WORDS:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} is skipped without saying why"
    return report  # type: ignore[return-value]


def _reason(report: pytest.TestReport) -> str:
    detail = report.longrepr
    text = detail[2] if isinstance(detail, tuple) else str(detail)
    return text.removeprefix("Skipped:").replace("unconditional skip", "")


def _refusing(call: Callable[..., Any], place: int) -> Callable[..., Any]:
    """``call`` that asks for the network by its argument at ``place``: a host, or an address that begins with one."""

    @wraps(call)
    def refused(*arguments: Any, **named: Any) -> Any:
        address = arguments[place] if len(arguments) > place else next(iter(named.values()))
        if isinstance(address, tuple) and address:
            address = address[0]
        elif call.__name__ != "getaddrinfo":  # a path of this machine
            return call(*arguments, **named)
        if not _is_loopback(str(address)):
            raise RuntimeError(f"a test asked for the network: {call.__name__} {arguments}")
        return call(*arguments, **named)

    return refused


def _is_loopback(host: str) -> bool:
    return host.startswith("127.") or host in ("localhost", "::1", "None")


def _children() -> set[str]:
    """Child processes by number; where the system has no /proc, none. Asked twice in each test, so without Path."""
    numbers: list[bytes] = []
    for task in os.listdir(TASKS) if PROC else ():  # noqa: PTH208
        try:
            file = os.open(f"{TASKS}/{task}/children", os.O_RDONLY)
        except OSError:
            continue  # a thread that ended while we looked
        with suppress(OSError):
            numbers += os.read(file, LONGEST_LIST).split()
        os.close(file)
    return {number.decode() for number in numbers}


def _command(number: str) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace") or number
    except OSError:
        return number


def _windows() -> dict[int, str]:
    """Windows that are still alive once Qt has cleaned up; a menu or dialog ends with its own window."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return {}
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    found = widgets.QApplication.topLevelWidgets()
    from shiboken6 import getCppPointer

    alone = [widget for widget in found if widget.parentWidget() is None]
    return {getCppPointer(widget)[0]: f"{type(widget).__name__} {widget.objectName()}".strip() for widget in alone}
