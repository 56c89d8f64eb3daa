"""Which columns are set aside, and what is left of the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.transforms.set_aside import NOTHING_LEFT, chosen_tokens, columns, mark_of_side, special_tokens, without
from tests.model.subwords import CONSUMED_WORDS, META, WORDS, make_run


def test_special_tokens_by_their_ids() -> None:
    run = make_run()
    assert special_tokens(run, "source").tolist() == [False, False, False, False, True, True]
    assert special_tokens(run, "target").tolist() == [True] + [False] * 6


def test_special_tokens_by_their_spelling_where_a_run_does_not_say() -> None:
    run = make_run(
        meta=replace(META, special_ids={}), source_tokens=np.array(["<s>", "<unk>", ">>fra<<", "[PAD]", "a", "<0x0A>"])
    )
    assert special_tokens(run, "source").tolist() == [True, False, True, True, False, False]


def test_a_language_token_is_special_though_its_id_is_not_said() -> None:
    tokens = np.array([">>fra<<", *make_run().source_tokens[1:]])
    assert special_tokens(make_run(source_tokens=tokens), "source")[0]


def test_a_start_token_is_special_whatever_it_is() -> None:
    assert special_tokens(make_run(meta=replace(META, special_ids={"target": ()})), "target")[0]


def test_a_run_without_target() -> None:
    run = make_run(consumed_tokens=None, consumed_ids=None)
    assert not special_tokens(run, "target").size
    assert not chosen_tokens(run, "target", "punctuation", (1,)).size


def test_what_is_chosen() -> None:
    run = make_run()
    chosen = {
        aside: np.flatnonzero(chosen_tokens(run, "source", aside, ())).tolist()
        for aside in ("nothing", "specials", "punctuation")
    }
    assert chosen == {"nothing": [], "specials": [4, 5], "punctuation": [3, 4, 5]}
    assert np.flatnonzero(chosen_tokens(run, "source", "specials", (1, 99, -3))).tolist() == [1, 4, 5]


def test_a_word_is_set_aside_with_all_its_pieces() -> None:
    chosen = np.array([False, True, False, True, True, True])
    assert columns(chosen, ()) == (1, 3, 4, 5)
    assert columns(chosen, WORDS) == (2, 3, 4)
    assert columns(np.array([True, False, True, True, True, False, True]), CONSUMED_WORDS) == (0, 2)


def test_what_is_left_of_the_rows() -> None:
    maps = make_run().encoder_attention
    assert maps is not None
    before = maps.copy()
    plain, whole = without(maps, (1, 4), False), without(maps, (1, 4), True)
    np.testing.assert_array_equal(maps, before)
    layers, heads, rows, wide = maps.shape
    for place in np.ndindex(layers, heads, rows):
        rest = sum(float(maps[place][key]) for key in range(wide) if key not in (1, 4))
        for key in range(wide):
            assert plain[place][key] == (0 if key in (1, 4) else maps[place][key])
            np.testing.assert_allclose(whole[place][key], plain[place][key] / rest, atol=1e-6)
    np.testing.assert_allclose(whole.sum(-1), 1, atol=1e-6)


def test_noise_is_not_made_a_row() -> None:
    rows = np.array([[1 - NOTHING_LEFT / 2, NOTHING_LEFT / 2], [0.5, 0.5], [0, 0]], dtype=np.float32)
    np.testing.assert_array_equal(without(rows, (0,), True), [[0, 0], [0, 1], [0, 0]])


def test_marks_are_as_the_trace_says_or_guessed() -> None:
    assert mark_of_side(make_run(meta=replace(META, word_marks={"source": "##"})), "source") == "##"
    assert mark_of_side(make_run(meta=replace(META, word_marks={})), "source") == "▁"
    plain = make_run(meta=replace(META, word_marks={}), consumed_tokens=None)
    assert mark_of_side(plain, "target") == ""
