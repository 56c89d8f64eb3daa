"""Which sentences are kept, and which one comes before another."""

from __future__ import annotations

from viz_app.state.recent import LONGEST, SENTENCES_KEPT, recalled, with_sentence

KEPT = ("newest", "middle", "oldest")


def test_the_newest_is_first_and_each_is_there_once() -> None:
    assert with_sentence(KEPT, " oldest ") == ("oldest", "newest", "middle")
    assert with_sentence(KEPT, "another") == ("another", *KEPT)


def test_nothing_and_whole_documents_are_not_kept() -> None:
    assert with_sentence(KEPT, "  \n") == KEPT
    assert with_sentence(KEPT, "x" * (LONGEST + 1)) == KEPT


def test_it_stays_short() -> None:
    kept: tuple[str, ...] = ()
    for number in range(SENTENCES_KEPT + 5):
        kept = with_sentence(kept, str(number))
    assert (len(kept), kept[0], kept[-1]) == (SENTENCES_KEPT, str(SENTENCES_KEPT + 4), "5")


def test_back_to_the_oldest_and_forth_to_what_was_being_typed() -> None:
    text, seen = "half a sen", []
    for by in (1, 1, 1, 1, -1, -1, -1, -1):
        text = recalled(KEPT, text, "half a sen", by)
        seen.append(text)
    assert seen == ["newest", "middle", "oldest", "oldest", "middle", "newest", "half a sen", "half a sen"]


def test_without_sentences_the_draft_stays() -> None:
    assert recalled((), "abc", "abc", 1) == "abc"
