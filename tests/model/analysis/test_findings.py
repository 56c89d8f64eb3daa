"""Texts of findings: complete, with places for their facts, and translated by the window."""

from __future__ import annotations

import re

from model.analysis.findings import TEXTS, Evidence, Finding


def test_every_text_is_two_whole_sentences() -> None:
    for code, text in TEXTS.items():
        assert text.sentence.endswith(".") and text.remedy.endswith("."), code
        places = {int(place) for place in re.findall("%([1-9])", text.sentence + text.remedy)}
        assert places == set(range(1, len(places) + 1)), code


def test_faults_come_before_remarks() -> None:
    severities = [text.severity for text in TEXTS.values()]
    assert severities == sorted(severities)


def test_a_finding_is_filled_in_one_pass() -> None:
    finding = Finding("wrong_padding_id", "cross", (1, 2), ("%3", "4", "1"), Evidence(1))
    assert finding.sentence == "The mask takes “%3” (id 4) for padding, and not id 1."
    assert (finding.layer, finding.severity) == (1, "fault")
    assert Finding("no_padding", None).layer is None


def test_a_variant_has_its_own_text_and_the_same_code() -> None:
    finding = Finding("wrong_padding_id", "encoder", (0,), ("1", "0"), variant=".unseen")
    assert finding.code == "wrong_padding_id"
    assert finding.sentence == "The mask blocks no padding: the ids are compared with 0, and padding is 1."
