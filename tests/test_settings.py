"""Recipes of this and of older versions are read."""

from __future__ import annotations

import pytest

from entityres.settings import Settings, load_recipe, save_recipe


@pytest.mark.parametrize("chosen", [None, True, False])
def test_whether_one_to_one_was_chosen_is_kept(chosen, tmp_path):
    save_recipe(Settings(one_to_one=chosen), tmp_path / "recipe.json")
    assert load_recipe(tmp_path / "recipe.json").one_to_one is chosen


@pytest.mark.parametrize(("then", "now"), [(False, None), (True, True)])
def test_what_a_recipe_of_the_first_format_did_not_choose_is_not_chosen(then, now):
    old = {**Settings().to_json(), "entityres_recipe": 1, "one_to_one": then}
    assert Settings.from_json(old).one_to_one is now
    del old["one_to_one"]
    assert Settings.from_json(old).one_to_one is None
