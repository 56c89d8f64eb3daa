"""The house is kept as its plan says: small files, one test file per source file, contracts kept, nothing forbidden.

A rule that has exceptions lists them here, each with its reason; a row that no longer needs to be one fails too.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import TypeGuard

import pytest

from tests import source_tree
from tests.source_tree import PROJECT, python_files, relative, tree

SOURCE = ("headscope", "model", "viz_app", "scripts", "benchmarks")

LONGEST_FILE = 350
LONGEST_TEST_FILE = 400
LONGER_FILES = {
    "model/network/transformer.py": "the whole network is in one file, to be read top to bottom",
    "headscope_recorder.py": "one file by its nature: copied beside training code, it imports nothing of ours",
}

LONGEST_FUNCTION = 50
LONGER_FUNCTIONS: dict[str, str] = {}

FULLEST_FOLDER = 24  #: files, ``__init__.py`` too
FULLER_FOLDERS: dict[str, str] = {
    "model/checkpoints/formats": "one file for each format, each found by its name and read by itself",
}
#: Names that several classes share, each with its reason.
SAME_NAME: dict[str, str] = {}

#: Source files without a test file of the same name.
TESTED_ELSEWHERE = {
    "model/decoding/capture.py": "what it captures is compared with the plain-loop reference in test_session.py",
    **{
        f"scripts/fingerprint_{part}.py": "tables for scripts/fingerprints.py, whose test looks at every row"
        for part in ("commands", "inputs", "runs", "sessions", "windows")
    },
    **{
        f"scripts/attack_{part}.py": "a part of scripts/attack.py, whose test does a few of each"
        for part in ("command", "doors", "hands", "limits", "loader", "mutants", "samples", "stage", "window")
    },
    **{
        f"scripts/tasks_{part}.py": "a part of scripts/tasks.py, whose test does the tasks that need no engine"
        for part in ("changes", "comparisons", "hands", "keyboard", "lecturer", "list", "questions", "stage")
    },
    **{
        f"scripts/lessons_{part}.py": "a part of scripts/lessons.py, which plays every lesson with it"
        for part in ("hands", "stage")
    },
    **{
        f"scripts/access_{part}.py": "a part of scripts/access.py, whose test reads its wire format"
        for part in ("bus", "person", "tasks")
    },
    "scripts/fingerprint_driver.py": "drives a window for scripts/fingerprints.py, which compares what it finds",
    "scripts/samples.py": "makes shipped files, which the tests open; making them takes the real checkpoints",
    "scripts/screenshots.py": "makes the README's pictures by the same way as `window --snapshot`, which is tested",
}

#: Test files that belong to no single source file.
TESTS_OF_SEVERAL: dict[str, str] = {}

#: What each file in a discovered folder defines at its top level.
DISCOVERED = (
    "model/checkpoints/formats", "viz_app/exports", "viz_app/cli", "viz_app/pictures", "viz_app/tables",
    "viz_app/views",
)  # fmt: skip
CONTRACTS = {
    "model/checkpoints/formats": {"recognise", "read"},
    "viz_app/exports": {"SUFFIX", "OF", "USES", "label", "write"},
    "viz_app/cli": {"HELP", "add_arguments", "run"},
    "viz_app/pictures": {"title", "picture"},
    "viz_app/tables": {"table"},
}

#: Absolute folders that mean one person's machine. Written as a pattern, so that this file does not match itself.
MACHINE_PATH = re.compile(r"(?<![\w.:/~*-])/(?:home|root|work|opt|mnt|srv|Users)/[\w.]")
#: Hosts of package indexes: where pip and apt fetch from is their own setting.
INDEX_HOST = re.compile(r"\b(?:pypi|pythonhosted|deb\.debian|registry\.npmjs|download\.pytorch)\.(?:org|com)\b")
NOT_TEXT = {".safetensors", ".npz", ".png", ".ttf", ".otf", ".model", ".gz", ".ico", ".icns", ".qm", ".svg"}


def functions(code: ast.AST, owner: str = "") -> list[tuple[str, int]]:
    """Every function as (dotted name, number of lines)."""
    found: list[tuple[str, int]] = []
    for node in source_tree.statements(code):
        name = owner
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{owner}.{node.name}".lstrip(".")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((name, (node.end_lineno or node.lineno) - node.lineno + 1))
        found += functions(node, name)
    return found


def defined(code: ast.Module) -> set[str]:
    """Names that a file defines at its top level."""
    names: set[str] = set()
    for node in code.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def discovered(folder: str) -> list[Path]:
    """The files that the program finds in a folder by themselves: ``NAME.py`` there, or ``NAME/picture.py``."""
    found = [*(PROJECT / folder).glob("*.py"), *(PROJECT / folder).glob("*/picture.py")]
    return [path for path in sorted(found) if not path.name.startswith("_") and path.parent.name != "drawing"]


def test_files_are_short() -> None:
    limits = dict.fromkeys((*python_files(*SOURCE), *PROJECT.glob("*.py")), LONGEST_FILE)
    limits |= dict.fromkeys(python_files("tests"), LONGEST_TEST_FILE)
    long = {path for path, limit in limits.items() if len(path.read_text(encoding="utf-8").splitlines()) > limit}
    assert set(map(relative, long)) == set(LONGER_FILES)


def test_functions_are_short() -> None:
    lengths = {
        f"{relative(path)}:{name}": length
        for path in (*python_files(*SOURCE, "tests"), *PROJECT.glob("*.py"))
        for name, length in functions(tree(path))
    }
    assert {name for name, length in lengths.items() if length > LONGEST_FUNCTION} == set(LONGER_FUNCTIONS)


def test_folders_can_be_seen_at_a_glance() -> None:
    """A newcomer finds a file by its folder and name alone."""
    count = Counter(relative(path.parent) for path in python_files("model", "viz_app"))
    assert {folder for folder, files in count.items() if files > FULLEST_FOLDER} == set(FULLER_FOLDERS)


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, set[str]] = {}
    for path in python_files("model", "viz_app"):
        for node in source_tree.nodes(tree(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name.lstrip("_"), set()).add(relative(path))
    assert {name for name, files in places.items() if len(files) > 1} == set(SAME_NAME)


def test_private_modules_stay_in_their_folder() -> None:
    found = []
    for path in python_files("headscope", "model", "viz_app"):
        for item in source_tree.imports(tree(path)):
            folder, _, name = item.module.rpartition(".")
            private = name.startswith("_") and item.module.partition(".")[0] in source_tree.PROGRAM
            if private and not source_tree.module_name(path).startswith(folder + "."):
                found.append(f"{relative(path)}:{item.line}: {item.module}")
    assert not found, "\n".join(found)


def test_every_module_says_what_it_is() -> None:
    codes = {relative(path): tree(path) for path in python_files(*SOURCE)}
    assert len(codes) > 100
    assert not [name for name, code in codes.items() if code.body and not ast.get_docstring(code)]


def has_code(path: Path) -> bool:
    return any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree(path).body)


def wanted_test(path: Path) -> Path:
    """``model/network/masks.py`` → ``tests/model/network/test_masks.py``, ``cli/__init__.py`` → ``cli/test_cli.py``."""
    source = path.relative_to(PROJECT)
    name = source.parent.name if source.name == "__init__.py" else source.stem
    return PROJECT / "tests" / source.with_name(f"test_{name}.py")


def test_every_source_file_has_its_test_file() -> None:
    sources = [path for path in python_files("model", "viz_app", "scripts") if has_code(path)]
    shared = {path for path in sources if path.name.startswith("_") and path.name != "__init__.py"}
    missing = {relative(path) for path in sources if path not in shared and not has_test(path)}
    assert missing == set(TESTED_ELSEWHERE)


def has_test(path: Path) -> bool:
    """A test file of its name; for the parts of one thing, in a folder of their own, those of the thing count too.

    In a discovered folder one test file over every file that is found there does.
    """
    wanted = wanted_test(path)
    if wanted.is_file():
        return True
    if len(path.relative_to(PROJECT).parts) > len(("viz_app", "controls", "inspector")):
        return any(wanted.parent.glob("test_*.py"))
    return relative(path.parent) in DISCOVERED and any(wanted.parent.glob("test_every_*.py"))


def test_every_test_file_has_its_source_file() -> None:
    known: dict[Path, set[str]] = {}
    for wanted in map(wanted_test, python_files("model", "viz_app", "scripts", "benchmarks")):
        known.setdefault(wanted.parent, set()).update((wanted.stem, wanted.stem.replace("test__", "test_")))
    strays = {
        relative(path)
        for folder in ("model", "viz_app", "scripts")
        for path in python_files(f"tests/{folder}")
        if path.name.startswith("test_") and not belongs(path.stem, known.get(path.parent, set()))
    }
    assert strays == set(TESTS_OF_SEVERAL)


def belongs(test: str, known: set[str]) -> bool:
    """``test_transformer_properties`` belongs to ``transformer``; ``test_every_…`` to all files of its folder."""
    return test.startswith("test_every_") or any(test == name or test.startswith(name + "_") for name in known)


@pytest.mark.parametrize("folder", CONTRACTS)
def test_a_discovered_file_keeps_its_contract(folder: str) -> None:
    lacking = {relative(path): CONTRACTS[folder] - defined(tree(path)) for path in discovered(folder)}
    assert discovered(folder)
    assert not {name: sorted(names) for name, names in lacking.items() if names}


def test_every_view_file_defines_one_view() -> None:
    views = {
        relative(path): [node.name for node in tree(path).body if isinstance(node, ast.ClassDef) and is_view(node)]
        for path in discovered("viz_app/views")
    }
    assert views
    assert all(len(names) == 1 for names in views.values()), views


def is_view(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("View") for base in node.bases)


def reads_nothing(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    """Of ``pickle`` what torch raises for a damaged file, which is caught by its name, or what only writes one."""
    harmless = {"UnpicklingError", "dumps"}
    return isinstance(node, ast.ImportFrom) and {name.name for name in node.names} <= harmless


def test_nothing_can_run_code_from_a_file() -> None:
    """No pickle, and no way round torch's plain-weights loading: a checkpoint may come from anyone."""
    found = [told for path in python_files(*SOURCE) for told in ways_to_run_code(tree(path), relative(path))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    ["import pickle", "from dill import loads", "from pickle import dumps, loads", "import joblib.numpy_pickle",
     "eval(text)", "torch.jit.load(path)",
     "torch.load(path)", "torch.load(path, weights_only=False)", "np.load(path, allow_pickle=True)"],
)  # fmt: skip
def test_a_way_to_run_code_is_recognised(line: str) -> None:
    assert ways_to_run_code(ast.parse(line), "x.py")


@pytest.mark.parametrize(
    "line", ["torch.load(path, weights_only=True)", "from pickle import UnpicklingError", "from pickle import dumps"]
)
def test_what_runs_no_code_is_allowed(line: str) -> None:
    assert not ways_to_run_code(ast.parse(line), "x.py")


def ways_to_run_code(code: ast.Module, name: str) -> list[str]:
    """Where, and what."""
    forbidden = {"pickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    harmless = {name.lineno for name in source_tree.nodes(code) if reads_nothing(name)}
    modules = {item.module for item in source_tree.imports(code) if item.line not in harmless}
    found = [f"{name}: {module}" for module in modules if module.partition(".")[0] in forbidden]
    for call in (node for node in source_tree.nodes(code) if isinstance(node, ast.Call)):
        names = {keyword.arg for keyword in call.keywords}
        if source_tree.called(call) not in ("eval", "exec", "load") and "allow_pickle" not in names:
            continue  # most calls; writing them out takes long
        given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        called = ast.unparse(call.func)
        bad = called in ("eval", "exec", "torch.jit.load") or given.get("allow_pickle", "False") != "False"
        if bad or (called == "torch.load" and given.get("weights_only") != "True"):
            found.append(f"{name}:{call.lineno}: {called}")
    return found


def test_no_file_names_a_machine_or_an_index() -> None:
    found = []
    for path in source_tree.project_files():
        if path.suffix not in NOT_TEXT:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            found += [
                f"{relative(path)}:{number}: {line.strip()[:120]}"
                for number, line in enumerate(lines, 1)
                if MACHINE_PATH.search(line) or INDEX_HOST.search(line)
            ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line", ["see /ho" + "me/anna/x", 'Path("/op' + 't/venv/bin")', "https://pypi" + ".org/simple"]
)
def test_a_machine_or_an_index_is_recognised(line: str) -> None:
    assert MACHINE_PATH.search(line) or INDEX_HOST.search(line)


def test_nothing_is_left_for_later() -> None:
    """No notes to self and no empty bodies: what is not done is in the tracker, not in the code."""
    note = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
    found = [
        f"{relative(path)}:{number}"
        for path in python_files(*SOURCE, "tests")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if note.search(line) or line.strip() == "raise NotImplementedError"
    ]
    assert not found
