from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from entityres.scoring.points import PointScale
from entityres.ui.models.score_scale import signed
from entityres.ui.widgets.evidence_panel import EvidencePanel, bars_of, chance_words


@dataclass(frozen=True)
class FakePart:
    label: str
    weight: float
    level: str = "same"
    note: str = ""
    missing: bool = False


@dataclass(frozen=True)
class FakeExplanation:
    sentence: str = "Street strongly agrees; the birth date speaks against."
    parts: tuple[FakePart, ...] = (
        FakePart("street", 6.3),
        FakePart("phone", 0.0, missing=True),
        FakePart("birth date", -2.4, "different"),
    )
    prior: float = -11.2
    total: float = -7.3
    probability: float = 0.0063
    keys: tuple[str, ...] = ("Same e-mail",)
    guards: tuple[str, ...] = field(default_factory=tuple)


def test_each_bar_starts_where_the_one_before_ended():
    bars = bars_of(FakeExplanation())
    assert [round(bar.start, 1) for bar in bars] == [0.0, -11.2, -4.9, -4.9]
    assert bars[-1].start + bars[-1].points == pytest.approx(-7.3)
    assert bars[2].missing
    assert "not counted" in bars[2].tip


def test_panel_says_the_sum_in_words(qtbot):
    panel = EvidencePanel()
    qtbot.addWidget(panel)
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38, "Accepting joins <b>two records</b>.")
    assert "phone not counted" in panel.bars.accessibleDescription()
    assert "total −7.3" in panel.bars.accessibleDescription()
    assert panel._sentence.text().startswith("Street strongly agrees")


def test_points_from_0_to_300_are_the_same_sum_on_another_scale(qtbot):
    panel, scale = EvidencePanel(), PointScale(-30.0, 30.0)
    qtbot.addWidget(panel)
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38)
    assert panel.scale_chip.isHidden()
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38, scale=scale)
    panel.scale_chip.click()
    bars = panel.bars.bars
    assert bars[0].points == pytest.approx((30 - 11.2) * 5)
    assert bars[1].points == pytest.approx(6.3 * 5)
    assert bars[-1].start + bars[-1].points == pytest.approx(scale.points(-7.3))
    assert (panel._score_word.text(), panel._score.text()) == ("Points", "114")
    assert "114 of 300 points" in panel._score.accessibleName()
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38, scale=scale)
    assert (panel._score_word.text(), panel._score.text()) == ("Points", "114")
    panel.scale_chip.click()
    assert (panel._score_word.text(), panel._score.text()) == ("Score", "0.38")  # the number of the table


def test_hidden_scores_stay_hidden_on_the_next_pair(qtbot):
    panel = EvidencePanel()
    qtbot.addWidget(panel)
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38)
    panel.set_scores_hidden(True)
    panel.show_explanation(FakeExplanation(), (-3, 6), 0.38)
    assert panel.bars.isHidden()
    assert "hidden" in panel._sentence.text()


@pytest.mark.parametrize(
    ("p", "words"), [(1.0, "more than 99.9\u00a0%"), (0.992, "99.2\u00a0%"), (0.0, "less than 0.1\u00a0%")]
)
def test_chance_is_never_bare_certainty(p, words):
    assert chance_words(p) == words


@pytest.mark.parametrize(("points", "words"), [(2.14, "+2.1"), (-11.2, "−11.2"), (0.01, "0.0"), (-0.04, "0.0")])
def test_points_carry_their_sign(points, words):
    assert signed(points) == words
