"""Engine: everything that a user can choose for a run; as a file it is a recipe (no data in it)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from entityres.candidates.keys import Key
from entityres.errors import SettingsError
from entityres.records.roles import Role
from entityres.records.sentences import ended

RECIPE_FORMAT = 2
"""2: `one_to_one` may be null, which is what false meant before."""


@dataclass(frozen=True)
class Rule:
    """How the value of a merged record is chosen for one output column.

    Attributes:
        take: Name of the first rule, one of `entities.survivorship.RULES`.
        if_tied: Name of the rule among values that the first leaves level.
        by: Output column that a rule needs (the date of `newest`), or "".
    """

    take: str
    if_tied: str = "longest"
    by: str = ""


@dataclass(frozen=True)
class FieldRefit:
    """How the evidence of one compared field is changed: stretched by `scale`, then shifted by `shift` bits."""

    name: str
    scale: float
    shift: float


@dataclass(frozen=True)
class Refit:
    """What was learned from decisions (scoring/learning.py).

    Attributes:
        shift: Bits added to every pair.
        fields: The change of each compared field.
        decisions: Decisions that it rests on.
    """

    shift: float
    fields: tuple[FieldRefit, ...]
    decisions: int

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Refit:
        """The same from plain data."""
        fields = tuple(FieldRefit(str(f["name"]), float(f["scale"]), float(f["shift"])) for f in data["fields"])
        return Refit(float(data["shift"]), fields, int(data["decisions"]))


@dataclass(frozen=True)
class Settings:
    """Choices of the user; whatever is None or empty the program chooses itself.

    Attributes:
        roles: Role by heading, as `heading` or `list:heading`.
        check: Heading of the check column; None when none is used.
        keys: Candidate keys; None lets the planner choose.
        not_placeholders: (output column, text) that count as values although they look like placeholders.
        placeholders: (output column, text) that count as missing.
        match_at: Probability from which pairs are matches.
        review_at: Probability from which pairs are worth a look.
        across_only: No pairs inside one list.
        one_to_one: At most one partner in each other list; None lets the lists decide (scoring/doubles_inside.py).
        rules: Survivorship rule by output column.
        preferred_lists: Names of lists, best first; the rest follow in order.
        seed: Seed of everything that draws at random.
        memory_limit_mb: What the run may take; None is no limit of its own.
        refit: What was learned from decisions; None leaves the weights as they are.
        date_orders: What comes first in the dates of an output column, "day" or "month", where the user said so.
        lined_up: Columns (as `list:heading`) that the user lined up: two that mean the same, or one and "" for one that
            stands alone.
    """

    roles: Mapping[str, Role] = field(default_factory=dict)
    check: str | None = None
    keys: tuple[Key, ...] | None = None
    not_placeholders: tuple[tuple[str, str], ...] = ()
    placeholders: tuple[tuple[str, str], ...] = ()
    match_at: float | None = None
    review_at: float | None = None
    across_only: bool = False
    one_to_one: bool | None = None
    rules: Mapping[str, Rule] = field(default_factory=dict)
    preferred_lists: tuple[str, ...] = ()
    seed: int = 1
    memory_limit_mb: int | None = None
    refit: Refit | None = None
    date_orders: Mapping[str, str] = field(default_factory=dict)
    lined_up: tuple[tuple[str, str], ...] = ()

    def changed(self, **values: Any) -> Settings:
        """A copy with some choices changed."""
        return replace(self, **values)

    def to_json(self) -> dict[str, Any]:
        """The choices as plain data."""
        data = asdict(self)
        data["roles"] = {name: str(role) for name, role in self.roles.items()}
        data["keys"] = None if self.keys is None else [key.to_json() for key in self.keys]
        data["rules"] = {name: asdict(rule) for name, rule in self.rules.items()}
        return {"entityres_recipe": RECIPE_FORMAT, **data}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Settings:
        """The choices that `to_json` wrote.

        Raises:
            SettingsError: The data is not a recipe, is newer than this program, or names something unknown.
        """
        if not isinstance(data, Mapping) or "entityres_recipe" not in data:
            raise SettingsError("This is not a recipe of entityres.", "Save one with --save-recipe and change that.")
        if data["entityres_recipe"] > RECIPE_FORMAT:
            raise SettingsError("This recipe comes from a newer version.", "Update entityres to use it.")
        values = {name: value for name, value in data.items() if name != "entityres_recipe"}
        if data["entityres_recipe"] < 2 and not values.get("one_to_one"):
            values.pop("one_to_one", None)
        unknown = sorted(set(values) - set(Settings.__dataclass_fields__))
        if unknown:
            raise SettingsError(
                ended(f"The recipe has a setting that is not known: {unknown[0]}"), "Remove it or correct its name."
            )
        try:
            if "roles" in values:
                values["roles"] = {name: Role(role) for name, role in values["roles"].items()}
            if values.get("keys") is not None:
                values["keys"] = _read_keys(values["keys"])
            if "rules" in values:
                values["rules"] = {name: Rule(**rule) for name, rule in values["rules"].items()}
            for name in ("placeholders", "not_placeholders", "lined_up"):
                if name in values:
                    values[name] = tuple((str(column), str(text)) for column, text in values[name])
            if "date_orders" in values:
                values["date_orders"] = {str(name): str(first) for name, first in values["date_orders"].items()}
            if values.get("refit") is not None:
                values["refit"] = Refit.from_json(values["refit"])
            if "preferred_lists" in values:
                values["preferred_lists"] = tuple(values["preferred_lists"])
            return Settings(**values)
        except (TypeError, ValueError, KeyError) as error:
            raise SettingsError(
                f"The recipe cannot be read: {error}.", "Correct that entry or save a new recipe."
            ) from error


def _read_keys(data: Any) -> tuple[Key, ...]:
    if not isinstance(data, list):
        raise ValueError("“keys” is a list of keys, or null to let the program choose them")
    keys = tuple(Key.from_json(key) for key in data)
    names = [key.name for key in keys]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"two keys are named “{twice}”")
    return keys


def save_recipe(settings: Settings, path: str | Path) -> None:
    """Write the choices as a recipe file."""
    Path(path).write_text(json.dumps(settings.to_json(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def load_recipe(path: str | Path) -> Settings:
    """Read a recipe file. Raises SettingsError when it is missing or not a recipe."""
    try:
        return Settings.from_json(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.", "Check the place of the recipe.") from error
    except ValueError as error:
        raise SettingsError(
            f"{path} is not a recipe: {error}.", "Save one with --save-recipe and change that."
        ) from error
