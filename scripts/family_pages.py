"""The pages "I wrote this from …": ``python scripts/family_pages.py`` writes them, in English and Korean.

What they say lies in ``docs/families/families.toml``, their notebook cells in ``assets/cells``; a test compares.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from model.common.assets import notebook_cell

DOCS = ROOT / "docs"
WORDS = {
    "en": {
        "from": "I wrote this from {title}",
        "do": "Run this after training, as the last cell of the notebook or at the end of the script. It writes "
              "`headscope-model.pt`, which opens without a question.",
        "save": "Save everything in one file",
        "open": "Open what you have",
        "asked": "What is asked",
        "seen": "What its code computes",
        "doubt": "If your code differs from the original, masks and positions may too, and no file says so. "
                 "[Record a run of it](../own-masks.md) to see what it really does. How close the numbers are to the "
                 "original code: [checkpoints](../checkpoints.md).",
        "index": "Families: I wrote this from …",
        "which": "Choose what your code was written from. Each page has the cell that saves everything, what is asked "
                 "where only weights are there, and what that code computes otherwise than the paper.",
        "none": "None of these? `inspect FILE` says which is nearest, and [a recorded run](../own-masks.md) needs "
                "none.",
    },
    "ko": {
        "from": "{title}: 이 코드로 만들었어요",
        "do": "학습이 끝난 뒤 노트북의 마지막 셀이나 스크립트의 끝에서 실행하세요. 질문 없이 열리는 "
              "`headscope-model.pt`가 만들어집니다.",
        "save": "파일 하나에 모두 저장하기",
        "open": "지금 있는 파일 열기",
        "asked": "물어보는 것",
        "seen": "이 코드가 계산하는 것",
        "doubt": "코드를 원본과 다르게 고쳤다면 마스크와 위치도 다를 수 있지만 파일에는 나타나지 않습니다. 실제로 "
                 "무엇을 하는지는 [실행을 기록해서](../own-masks.md) 확인하세요. 원본 코드와 수치가 얼마나 가까운지는 "
                 "[체크포인트](../checkpoints.md)에 있습니다.",
        "index": "계열: 무엇을 보고 만들었나요?",
        "which": "어떤 코드를 보고 만들었는지 고르세요. 페이지마다 모든 것을 저장하는 셀, 파라미터만 있을 때 "
                 "물어보는 것, 그 코드의 계산이 논문과 다른 점이 있습니다.",
        "none": "여기에 없나요? `inspect FILE`이 가장 가까운 계열을 알려 주고, [기록한 실행](../own-masks.md)에는 "
                "계열이 필요 없습니다.",
    },
}  # fmt: skip


def families() -> list[dict[str, str]]:
    """The rows, in the order of the index."""
    found: list[dict[str, str]] = tomllib.loads((DOCS / "families" / "families.toml").read_text("utf-8"))["family"]
    return found


def page(family: dict[str, str], language: str) -> str:
    """One family's page."""
    words = WORDS[language]
    parts = [f"# {words['from'].format(title=_title(family, language))}"]
    if "cell" in family:
        parts += [f"## {words['save']}", words["do"], f"```python\n{notebook_cell(family['cell']).strip()}\n```"]
    commands = f"python main.py inspect {family['file']}\npython main.py {family['file']} --snapshot window.png"
    parts += [f"## {words['open']}", f"```bash\n{commands}\n```"]
    parts += [f"## {words['asked']}", family[f"asked_{language}"]]
    parts += [f"## {words['seen']}", family[language], words["doubt"]]
    return "\n\n".join(parts) + "\n"


def index(language: str) -> str:
    """The list of all of them."""
    words = WORDS[language]
    links = [f"- [{_title(each, language)}](families/{each['name']}.md): `{each['file']}`" for each in families()]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *(f"families/{each['name']}" for each in families()), "```"])
    none = words["none"].replace("../", "")
    return "\n\n".join((f"# {words['index']}", words["which"], "\n".join(links), none, tree)) + "\n"


def pages() -> dict[Path, str]:
    """Path → text of every page that this script writes."""
    made = {}
    for language, folder in (("en", DOCS), ("ko", DOCS / "ko")):
        made[folder / "families.md"] = index(language)
        made |= {folder / "families" / f"{each['name']}.md": page(each, language) for each in families()}
    return made


def _title(family: dict[str, str], language: str) -> str:
    return family.get(f"title_{language}", family["title"])


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
