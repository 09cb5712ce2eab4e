"""Recipes of this and of older versions are read."""

from __future__ import annotations

import json

import pytest

from entityres.candidates.keys import TOKENS, Bands, Join, Key, Part, PartKind
from entityres.errors import SettingsError
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


def recipe_with(*keys: dict) -> dict:
    return {**Settings().to_json(), "keys": list(keys)}


def a_key(**data) -> dict:
    return {"name": "mine", "parts": [{"kind": "exact", "fields": ["email"], "size": 0}], **data}


BANDS = {"fields": ["street"], "tokens": "characters", "k": 3, "b": 20, "r": 5}


@pytest.mark.parametrize(
    ("key", "word"),
    [
        (a_key(name=""), "name"),
        (a_key(name=None), "name"),
        ("Same e-mail", "name"),
        (a_key(parts=[]), "no condition"),
        (a_key(parts=[{"kind": "soundex", "fields": ["email"]}]), "soundex"),
        (a_key(parts=[{"kind": "exact", "fields": []}]), "fields"),
        (a_key(parts=[{"kind": "exact", "fields": "email"}]), "fields"),
        (a_key(parts=[{"kind": "prefix", "fields": ["email"], "size": "3"}]), "size"),
        (a_key(parts=[{"kind": "prefix", "fields": ["email"], "size": -1}]), "size"),
        (a_key(parts=[{"kind": "last_digits", "fields": ["phone"], "size": 10**30}]), "size"),
        (a_key(parts=[{"kind": "rare_words", "fields": ["street"], "size": 1}]), "size"),
        (a_key(parts=[{"kind": "rare_words", "fields": ["street"], "size": 9}] * 2), "rare word"),
        (a_key(parts=[{"kind": "rare_words", "fields": ["street"], "size": 9}], bands=BANDS), "rare word"),
        (a_key(bands={**BANDS, "b": 0}), "b is a whole number"),
        (a_key(bands={**BANDS, "b": -3}), "b is a whole number"),
        (a_key(bands={**BANDS, "b": 2.5}), "b is a whole number"),
        (a_key(bands={**BANDS, "r": "5"}), "r is a whole number"),
        (a_key(bands={**BANDS, "b": 100_000, "r": 100}), "b is a whole number"),
        (a_key(bands={**BANDS, "b": 100, "r": 100}), "b times r"),
        (a_key(bands={**BANDS, "tokens": "emoji"}), "emoji"),
        (a_key(bands=BANDS, join={"fields": ["street"]}), "not both"),
        (a_key(join={"fields": ["street"], "similarity": "0.5"}), "not written"),
        (a_key(join={"fields": ["street"], "similarity": float("nan")}), "similarity"),
        (a_key(enabled="no"), "enabled"),
        (a_key(enable=False), "enable"),
        (a_key(with_others=[5]), "not written"),
    ],
)
def test_a_key_that_cannot_be_is_refused_by_its_name_before_anything_runs(key, word):
    with pytest.raises(SettingsError, match=word) as refused:
        Settings.from_json(recipe_with(key))
    assert "mine" in str(refused.value) or word == "name"


def test_names_of_keys_are_unique_and_keys_are_a_list():
    with pytest.raises(SettingsError, match="two keys are named “mine”"):
        Settings.from_json(recipe_with(a_key(), a_key(enabled=False)))
    with pytest.raises(SettingsError, match="list of keys"):
        Settings.from_json({**Settings().to_json(), "keys": {"mine": 1}})


def test_keys_of_every_kind_are_read_as_they_were_written():
    parts = [Part(kind, () if kind == PartKind.WHOLE else ("street",), 4) for kind in PartKind]
    keys = [Key(str(part.kind), (part,)) for part in parts]
    keys += [
        Key(f"bands of {tokens}", tuple(parts[:1]), Bands(("street", "city"), tokens, 1, 3, 2)) for tokens in TOKENS
    ]
    keys += [Key(f"join of {tokens}", join=Join(("street",), tokens, 2, 0.4), enabled=False) for tokens in TOKENS]
    keys += [Key("shared", tuple(parts[:1]), with_others=(("main street",), ("",)))]
    made = Settings(keys=tuple(keys))
    again = Settings.from_json(json.loads(json.dumps(made.to_json())))
    assert again.keys == made.keys
