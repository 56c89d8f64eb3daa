"""The traits of the house that can be read off its files: a row for each, with its bar and the list behind it.

A definition was chosen where it gives the number that the plan of the refactoring started from; each function says
which. Importers are asked in the program (``model``, ``viz_app``) unless its function says otherwise, never in tests.
"""

from __future__ import annotations

import ast
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from house_source import (
    PROGRAM,
    Module,
    Source,
    classes,
    floors,
    functions,
    has_test,
    home_of,
    import_lines,
    is_facade,
    rooms,
)

WINDOW = "viz_app"
SETTING = "row_totals"  #: the setting that is followed through the program
FULLEST, MOST_FLOORS, MOST_NAMES, IMPORT_SHARE, REACHING = 24, 8, 5, 6, 100
FULLER = "formats"  #: a folder of this name may be fuller: one file for each format
#: Names of modules that say nothing of what is in them, with what the plan calls them instead. ``lesson`` stood here
#: while rows were called so; now lessons are a thing of the program, and no other word names them.
AVOIDED = {
    "desk": "window_services", "session_desk": "dialogs/sessions", "kept": "saved_state",
    "homes": "checkpoint_locations", "filing": "files", "making": "export_job", "exporting": "export_job",
    "export_words": "export_job", "child": "export_job", "looking": "navigation", "showing": "navigation",
    "running": "runs", "wanted": "run_request", "work": "engine_session", "measuring": "measurements",
    "measured": "results_by_run", "reading": "view_transform", "readings": "view_transforms",
    "readings_kept": "view_transforms", "reading_places": "view_transforms", "explaining": "rerun with activations",
    "describing": "head facts in a thread", "proposing": "word suggestions", "remembering": "memory",
    "afterwards": "deferred_startup", "cell": "notebook_bundle", "teacher": "teacher_forcing", "teaching": "loss",
    "early": "logit_lens", "looking_ahead": "causality_check", "records": "lazy_dataclass",
}  # fmt: skip
#: Words on -ing that the field uses as nouns.
NOUNS = {
    "training", "decoding", "encoding", "forcing", "embedding", "padding", "drawing", "opening", "spelling", "masking",
    "sampling", "landing",
}  # fmt: skip
PRIVATE = re.compile(r"\w\._[a-z]\w*")  #: ``x._name``, in code, in a dotted module and in a patched path alike
IN_PRIVATE = re.compile(r"\._[a-z]")


@dataclass(frozen=True)
class Row:
    """One trait; ``met`` is None where no bar is set."""

    trait: str
    value: str
    bar: str = "–"
    met: bool | None = None
    details: tuple[str, ...] = ()


# --- what lies where ---


def fullest_folders(source: Source) -> Row:
    """Python files directly in a folder, its ``__init__.py`` too."""
    counts = Counter(module.folder for module in source.of(*PROGRAM))
    over = [(folder, count) for folder, count in counts.most_common() if count > FULLEST]
    met = all(folder.endswith(f".{FULLER}") for folder, _ in over)
    shown = ", ".join(f"{folder} {count}" for folder, count in over) or str(max(counts.values(), default=0))
    return Row("files in the fullest folders", shown, f"≤ {FULLEST} ({FULLER} may be fuller)", met, _counted(counts))


def floors_of_window(source: Source) -> Row:
    """The longest chain of imports from room to room: see :func:`house_source.floors`; late imports count."""
    levels, back = floors(rooms(source, WINDOW))
    by_floor = defaultdict(list)
    for room, level in levels.items():
        by_floor[level].append(room)
    details = [f"floor {level}: {', '.join(sorted(by_floor[level]))}" for level in sorted(by_floor, reverse=True)]
    details += [f"runs back up: {room} → {other}" for room, other in back]
    top = max(levels.values(), default=0)
    return Row(f"floors of {WINDOW}", str(top), f"≤ {MOST_FLOORS}", top <= MOST_FLOORS, tuple(details))


def single_importers(source: Source) -> Row:
    """Files directly in ``viz_app`` and in ``viz_app.controls`` that one other file imports, tests not asked.

    The details say it of every folder, and by whom; ``!`` marks one whose only user lies in another folder.
    """
    files, single = Counter[str](), defaultdict(list)
    for module in source.of(*PROGRAM):
        files[module.folder] += 1
        if len(source.importers[module.name]) == 1:
            single[module.folder].append(module)
    asked = [folder for folder in (WINDOW, f"{WINDOW}.controls") if folder in files]
    shown = ", ".join(f"{folder} {len(single[folder])} of {files[folder]}" for folder in asked)
    details = [f"{folder} {len(found)} of {files[folder]}" for folder, found in sorted(single.items())]
    details += [_only_user(source, module) for found in single.values() for module in found]
    met = sum(len(single[folder]) for folder in asked) <= MOST_NAMES
    return Row("loose files with a single importer", shown, "they live inside their user", met, tuple(details))


def _only_user(source: Source, module: Module) -> str:
    user = next(iter(source.importers[module.name]))
    elsewhere = source.modules[user].folder != module.folder
    return f"{'! ' if elsewhere else ''}{module.name} ({module.lines} lines) ← {user}"


def private_modules(source: Source) -> Row:
    """Modules of which a part begins with an underscore, imported by a module outside the folder that holds it."""
    private = {module.name: home_of(module.name) for module in source.of(*PROGRAM)}
    private = {name: home for name, home in private.items() if home is not None}
    found = {name: _strangers(source, name, str(home)) for name, home in private.items()}
    found = {name: users for name, users in found.items() if users}
    details = tuple(f"{name} ← {', '.join(users)}" for name, users in sorted(found.items()))
    shown = f"{len(found)} of {len(private)}"
    return Row("_private modules imported from other folders", shown, "0", not found, details)


def _strangers(source: Source, name: str, home: str) -> list[str]:
    users = [source.modules[user] for user in source.importers[name] if user.partition(".")[0] in PROGRAM]
    return sorted(user.name for user in users if not f"{user.folder}.".startswith(f"{home}."))


# --- what it is called ---


def shared_names(source: Source) -> Row:
    """Names that several classes have, classes within others too, leading underscores not counted."""
    places = defaultdict(list)
    for module in source.of(*PROGRAM):
        for name in classes(module.code):
            places[name].append(module.name)
    shared = {name: found for name, found in places.items() if len(found) > 1}
    order = sorted(shared, key=lambda name: (-len(shared[name]), name))
    worst = ", ".join(f"{name} ×{len(shared[name])}" for name in order[:5])
    total = sum(map(len, places.values()))
    shown = f"{len(shared)} names on {sum(map(len, shared.values()))} of {total}" + (f" ({worst})" if worst else "")
    details = tuple(f"{name} ×{len(shared[name])}: {', '.join(shared[name])}" for name in order)
    return Row("class names that mean several things", shown, f"≤ {MOST_NAMES}", len(shared) <= MOST_NAMES, details)


def docstrings(source: Source) -> Row:
    """Modules whose docstring begins with the word What, of those that have one."""
    told = {module.name: ast.get_docstring(module.code) or "" for module in source.of(*PROGRAM)}
    what = sorted(name for name, text in told.items() if text.startswith("What "))
    shown = f"{len(what)} of {sum(map(bool, told.values()))}"
    return Row('module docstrings that begin with "What"', shown, details=tuple(what))


def avoided_names(source: Source) -> Row:
    """Modules with a name of :data:`AVOIDED`, with ``words`` at its end, or with a verb on -ing that is no noun."""
    found = {module.name: _blame(module.name.rpartition(".")[2].strip("_")) for module in source.of(*PROGRAM)}
    blamed = {name: why for name, why in found.items() if why}
    kinds = Counter(why.partition(":")[0] for why in blamed.values())
    shown = f"{len(blamed)} ({', '.join(f'{kind} {count}' for kind, count in kinds.most_common())})"
    return Row("module names to stop using", shown, "0", not blamed, tuple(f"{n} ({w})" for n, w in blamed.items()))


def _blame(name: str) -> str:
    last = name.rpartition("_")[2]
    if name in AVOIDED:
        return f"avoided: {AVOIDED[name]}"
    if last == "words":
        return "words"
    return "gerund" if last.endswith("ing") and len(last) > 4 and last not in NOUNS else ""  # a ring is a thing


def places_of_setting(source: Source, setting: str = SETTING) -> Row:
    """Files of the program that contain the setting's name; where it stands in a text, it is named, else it is used.

    The plan's number has the spelling with underscores alone; the details have that of the command line too.
    """
    spellings = (setting, setting.replace("_", "-"))
    files = {module: _texts_with(module, spellings) for module in source.of(*PROGRAM) if _has(module, spellings)}
    spelt = sum(setting in module.text for module in files)
    named = sum(map(bool, files.values()))
    details = tuple(f"{module.name}: {', '.join(texts) or 'used'}" for module, texts in files.items())
    met = named <= 1
    return Row(f"places where one setting is named ({setting})", f"{spelt} ({named} in a text)",
               "1 row + where it is used", met, details)  # fmt: skip


def _has(module: Module, spellings: Iterable[str]) -> bool:
    return any(spelling in module.text for spelling in spellings)


def _texts_with(module: Module, spellings: Sequence[str]) -> list[str]:
    texts = [node.value for node in ast.walk(module.code) if isinstance(node, ast.Constant)]
    return [repr(text) for text in texts if isinstance(text, str) and any(each in text for each in spellings)]


# --- how long it is ---


def import_share(source: Source) -> Row:
    """Lines of import statements, late ones too, of all lines of ``viz_app``."""
    modules = source.of(WINDOW)
    lines, total = sum(import_lines(module.code) for module in modules), sum(module.lines for module in modules)
    share = 100 * lines / max(1, total)
    shown = f"{share:.1f} % ({lines:,} of {total:,})"
    return Row(f"lines of {WINDOW} that are imports", shown, f"≤ {IMPORT_SHARE} %", round(share, 1) <= IMPORT_SHARE)


def sizes(source: Source) -> list[Row]:
    """Files, lines and functions of the program and of everything, tests too."""
    program = source.of(*PROGRAM)
    everything = [*source.modules.values(), *source.tests]
    long = sorted(program, key=lambda module: -module.lines)
    lengths = {f"{module.name}.{name}": count for module in program for name, count in functions(module.code).items()}
    order = sorted(lengths, key=lambda name: -lengths[name])
    counts = sorted(lengths.values()) or [0]
    shape = f"{statistics.median(counts):g}/{counts[int(0.9 * (len(counts) - 1))]}/{counts[-1]}"
    return [
        Row("lines and files of model and viz_app", _size(program)),
        Row("lines and files of everything in Python, tests too", _size(everything)),
        Row("the longest file", f"{long[0].path.as_posix()} {long[0].lines}" if long else "–",
            details=tuple(f"{module.path.as_posix()} {module.lines}" for module in long[:10])),
        Row(f"lengths of {len(lengths):,} functions: median/90th/longest", shape,
            details=tuple(f"{name} {lengths[name]}" for name in order[:10])),
    ]  # fmt: skip


def _size(modules: Iterable[Module]) -> str:
    found = list(modules)
    return f"{sum(module.lines for module in found):,} lines in {len(found)} files"


def empty_mirrors(source: Source) -> Row:
    """Test files without a test, and source files that only hand on what others define."""
    empty = [each.name for each in source.tests if each.path.name.startswith("test_") and not has_test(each.code)]
    facades = [module.name for module in source.of(*PROGRAM) if is_facade(module.code)]
    return Row("test files without a test + source files that only re-export", f"{len(empty)} + {len(facades)}",
               details=(*empty, *facades))  # fmt: skip


def reaching_tests(source: Source) -> Row:
    """Occurrences of ``x._name`` in the text of the tests: attributes, private modules, and paths that are patched.

    Those of the scripts are left out: they plant such texts, and the program has no part in them.
    """
    tests = [module for module in source.tests if "scripts" not in module.path.parts]
    counts = Counter({module.path.as_posix(): len(PRIVATE.findall(module.text)) for module in tests})
    nodes = [node for module in tests for node in ast.walk(module.code)]
    others = sum(isinstance(node, ast.Attribute) and _is_strangers(node) for node in nodes)
    modules = sum(
        isinstance(node, ast.ImportFrom) and IN_PRIVATE.search(f".{node.module}") is not None for node in nodes
    )
    names = [name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names]
    private = sum(name.startswith("_") and not name.startswith("__") for name in names)
    shown = (
        f"{counts.total()} ({others} attributes of others; {modules} imports from private modules, {private} of "
        "private names)"
    )
    return Row("tests reaching into private parts", shown, f"≤ {REACHING}", counts.total() <= REACHING,
               _counted(Counter({name: count for name, count in counts.items() if count})))  # fmt: skip


def _is_strangers(node: ast.Attribute) -> bool:
    own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    return node.attr.startswith("_") and not node.attr.startswith("__") and not own


def _counted(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(f"{count:5,}  {name}" for name, count in counts.most_common())


#: In the order of the plan.
STATIC: tuple[Callable[[Source], Row | list[Row]], ...] = (
    fullest_folders, floors_of_window, shared_names, single_importers, import_share, private_modules,
    places_of_setting, reaching_tests, sizes, empty_mirrors, docstrings, avoided_names,
)  # fmt: skip


def static_rows(source: Source) -> list[Row]:
    """The rows that need no running program."""
    found = [measure(source) for measure in STATIC]
    return [row for each in found for row in (each if isinstance(each, list) else [each])]
