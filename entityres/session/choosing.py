"""Session: choices of the user: lists, roles, keys, cuts, rules. Each is one step that undo takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from entityres.errors import ProjectError, SettingsError
from entityres.records.roles import Role
from entityres.session.core import Core
from entityres.session.document import Document, ListEntry
from entityres.session.packing import pack_list, pack_row_numbers
from entityres.session.row_numbers import RowNumbers, numbers_anew
from entityres.session.stages import Changes, count

if TYPE_CHECKING:
    from entityres.candidates.keys import Bands, Key
    from entityres.records.fields import ColumnRole
    from entityres.records.record_list import RecordList
    from entityres.settings import Rule, Settings


class Choosing(Core):
    """The calls that change settings and lists."""

    # Lists

    def add_lists(self, lists: Sequence[RecordList]) -> Changes:
        """Add lists that were read; a name that is taken gets a number."""
        if not lists:
            return frozenset()
        entries = list(self._document.lists)
        for record_list in lists:
            name = _free_name(record_list.name, [entry.name for entry in entries])
            made = ListEntry(self._number_for(name, entries), name, self.write_list(record_list))
            last = self._store.state("last_contents", {}).get(str(made.number))
            if last is not None:
                self.number_rows(replace(made, content=last), made.content)
            entries.append(made)
        names = [f"“{entry.name}”" for entry in entries[len(self._document.lists) :]]
        what = " and ".join(names) if len(names) < 3 else count(len(names), "list")
        return self._set_lists(f"adding {what}", entries)

    def remove_list(self, index: int) -> Changes:
        """Take a list out; its decisions wait in case it comes back under the same name."""
        entries = list(self._document.lists)
        gone = entries.pop(index)
        lists = [one for i, one in enumerate(self.lists) if i != index]
        return self._set_lists(f"removing “{gone.name}”", entries, self._without_lost_columns(lists))

    def replace_list(self, index: int, record_list: RecordList) -> Changes:
        """Put the same list in, read anew (other settings, other place)."""
        entries = list(self._document.lists)
        content = self.write_list(record_list)
        self.number_rows(entries[index], content)
        entries[index] = replace(entries[index], content=content)
        lists = list(self.lists)
        lists[index] = replace(record_list, name=entries[index].name)
        return self._set_lists(f"reading “{entries[index].name}” anew", entries, self._without_lost_columns(lists))

    def rename_column(self, index: int, heading: str, name: str) -> Changes:
        """Give a column of a list another name; what was chosen for it goes along.

        Raises:
            InputError: The name is empty or taken.
        """
        from entityres.records.renaming import rename_column

        record_list, name = self.lists[index], name.strip()
        made = rename_column(record_list, heading, name)
        entries = list(self._document.lists)
        content = self.write_list(made)
        self._keep_row_numbers(content, self._row_numbers.get(entries[index].content))
        entries[index] = replace(entries[index], content=content)
        output = (
            next((one for one in self._columns.output if one.columns[index] == heading), None)
            if self._columns
            else None
        )
        settings = self.settings
        shared = any(heading in one.columns for i, one in enumerate(self.lists) if i != index)
        moved = {f"{record_list.name}:{heading}": f"{record_list.name}:{name}"}
        if not shared:
            moved[heading] = name
        roles = {moved.get(one, one): role for one, role in settings.roles.items()}
        lined_up = tuple((moved.get(left, left), moved.get(right, right)) for left, right in settings.lined_up)
        check = moved.get(settings.check or "", settings.check)
        settings, by_hand = settings.changed(roles=roles, check=check, lined_up=lined_up), self._document.overrides
        if output is not None and output.name == heading and not shared:
            settings = settings.changed(
                placeholders=tuple((name if one == heading else one, text) for one, text in settings.placeholders),
                not_placeholders=tuple(
                    (name if one == heading else one, text) for one, text in settings.not_placeholders
                ),
                rules={
                    name if one == heading else one: replace(rule, by=name) if rule.by == heading else rule
                    for one, rule in settings.rules.items()
                },
                date_orders={name if one == heading else one: first for one, first in settings.date_orders.items()},
            )
            by_hand = tuple(replace(one, column=name) if one.column == heading else one for one in by_hand)
        document = replace(self._document, settings=settings, overrides=by_hand)
        return self._set_lists(f"renaming the column “{heading}”", entries, document)

    def _without_lost_columns(self, lists: Sequence[RecordList]) -> Document:
        """The small state without choices for columns that no list has any more; undo brings them back."""
        before, after = _names(self.lists), _names(lists)
        lost = before - after
        settings = self.settings
        roles = {name: role for name, role in settings.roles.items() if name not in lost}
        check = None if settings.check in lost else settings.check
        lined_up = tuple(pair for pair in settings.lined_up if not lost & set(pair))
        return replace(self._document, settings=settings.changed(roles=roles, check=check, lined_up=lined_up))

    def rename_list(self, index: int, name: str) -> Changes:
        """Give a list another name.

        Raises:
            SettingsError: The name is empty or taken.
        """
        entries = list(self._document.lists)
        old, name = entries[index].name, name.strip()
        if not name:
            raise SettingsError("A list needs a name.", "Type at least one letter.")
        if any(entry.name == name for i, entry in enumerate(entries) if i != index):
            raise SettingsError(f"Another list is named “{name}”.", "Choose another name.")
        self._must_be_free()
        entries[index] = replace(entries[index], name=name)
        self._store.put_state(list_numbers={**self._store.state("list_numbers", {}), name: entries[index].number})
        settings = self.settings
        roles = {_moved(heading, old, name): role for heading, role in settings.roles.items()}
        lined_up = tuple((_moved(left, old, name), _moved(right, old, name)) for left, right in settings.lined_up)
        preferred = tuple(name if one == old else one for one in settings.preferred_lists)
        check = None if settings.check is None else _moved(settings.check, old, name)
        settings = settings.changed(roles=roles, check=check, preferred_lists=preferred, lined_up=lined_up)
        document = replace(self._document, settings=settings)
        return self._set_lists(f"renaming “{old}”", entries, document)

    def write_list(self, record_list: RecordList) -> int:
        """Write a list to the file (reading jobs do it in the background); returns the content's number."""
        known = self._written.get(id(record_list))
        if known is not None and known[0] is record_list:
            return known[1]
        found = self._found_roles(record_list)
        content = self._store.add_content("list", *pack_list(record_list, found))
        self._written[id(record_list)] = (record_list, content)
        self._loaded[content] = (record_list, found)
        return content

    def _found_roles(self, record_list: RecordList) -> tuple[ColumnRole, ...]:
        from entityres.records.finding_roles import find_roles

        return tuple(find_roles(record_list))

    def number_rows(self, before: ListEntry, content: int) -> None:
        """Let the rows of a list that was read anew keep the numbers that they had.

        That nothing names them yet is no reason not to: a run on either reading can be shown, and decided, after an undo.
        """
        if content == before.content or content in self._numbered:
            return
        try:
            was = self._list(before)[0]
        except ProjectError:
            return  # its file kept nothing of it
        numbers = self._row_numbers.get(before.content) or RowNumbers.in_order(len(was))
        # A reading that was undone had new rows too: theirs are not given to others.
        free: dict[str, int] = self._store.state("free_rows", {})
        number = str(before.number)
        numbers = replace(numbers, free=max(numbers.free, free.get(number, 0)))
        made = numbers_anew(was, numbers, self._loaded[content][0])
        self._store.put_state(free_rows={**free, number: made.free})
        self._keep_row_numbers(content, made)

    def _keep_row_numbers(self, content: int, numbers: RowNumbers | None) -> None:
        self._numbered.add(content)
        if numbers is not None and not numbers.are_places and content not in self._row_numbers:
            self._store.add_parts(content, pack_row_numbers(numbers))
            self._row_numbers[content] = numbers

    def _set_lists(self, text: str, entries: Sequence[ListEntry], document: Document | None = None) -> Changes:
        changes = self.commit(text, replace(document or self._document, lists=tuple(entries)))
        last = {str(entry.number): entry.content for entry in entries}
        self._store.put_state(last_contents={**self._store.state("last_contents", {}), **last})
        return changes

    def _number_for(self, name: str, entries: Sequence[ListEntry]) -> int:
        """The number that a list of this name had, or a new one; decisions name lists by it."""
        taken = {entry.number for entry in entries}
        numbers: dict[str, int] = self._store.state("list_numbers", {})
        number = numbers.get(name)
        if number is None or number in taken:
            number = max([0, *numbers.values(), *taken]) + 1
        self._store.put_state(list_numbers={**numbers, name: number})
        return number

    # Columns

    def set_role(self, list_index: int, column: str, role: Role) -> Changes:
        """Choose the role of a column of one list."""
        name = self._document.lists[list_index].name
        roles = {**self.settings.roles, f"{name}:{column}": role}
        return self.change_settings(f"change of role of “{column}”", roles=roles)

    def line_up_columns(self, left: tuple[int, str], right: tuple[int, str] | None) -> Changes:
        """Say that two columns of different lists mean the same, or (None) that a column stands alone.

        Args:
            left: Number of a list and a heading of it.
            right: Another list and a heading of that, or None.
        """
        what = f"setting “{left[1]}” apart" if right is None else f"lining up “{left[1]}” and “{right[1]}”"
        return self.change_settings(what, lined_up=self._lined_up_with(left, right))

    def unmap_column(self, list_index: int, heading: str) -> Changes:
        """Keep a column of one list without comparing it, apart from those of other lists, as one step."""
        name = self._document.lists[list_index].name
        roles = {**self.settings.roles, f"{name}:{heading}": Role.KEEP}
        lined_up = self._lined_up_with((list_index, heading), None) if len(self._document.lists) > 1 else ()
        return self.change_settings(f"leaving out “{heading}” of “{name}”", roles=roles, lined_up=lined_up)

    def _lined_up_with(self, left: tuple[int, str], right: tuple[int, str] | None) -> tuple[tuple[str, str], ...]:
        """What the user lined up, with one more and without what says something else of the two columns."""
        names = [entry.name for entry in self._document.lists]
        one = f"{names[left[0]]}:{left[1]}"
        other = "" if right is None else f"{names[right[0]]}:{right[1]}"

        def contradicts(pair: tuple[str, str]) -> bool:
            if one in pair and ("" in pair or right is None):
                return True
            if right is None:
                return False
            for mine, its_list in ((one, names[right[0]]), (other, names[left[0]])):
                if mine in pair and ("" in pair or any(end.startswith(f"{its_list}:") for end in pair if end != mine)):
                    return True
            return False

        return (*(pair for pair in self.settings.lined_up if not contradicts(pair)), (one, other))

    def set_date_order(self, column: str, first: str | None) -> Changes:
        """Say whether the `day` or the `month` comes first in the dates of an output column; None lets them tell."""
        orders = {name: one for name, one in self.settings.date_orders.items() if name != column}
        if first is not None:
            orders[column] = first
        return self.change_settings(f"choice of day and month in “{column}”", date_orders=orders)

    def set_check(self, column: str | None) -> Changes:
        """Choose the check column, or none."""
        return self.change_settings("choice of the check column", check=column)

    def set_placeholder(self, column: str, text: str, counts_as_missing: bool) -> Changes:
        """Say whether a text of an output column counts as missing."""
        one = (column, text)
        missing = tuple(p for p in self.settings.placeholders if p != one)
        values = tuple(p for p in self.settings.not_placeholders if p != one)
        missing, values = ((*missing, one), values) if counts_as_missing else (missing, (*values, one))
        how = "as missing" if counts_as_missing else "as a value"
        return self.change_settings(f"counting “{text}” {how}", placeholders=missing, not_placeholders=values)

    def set_placeholders(self, column: str, texts: Sequence[str]) -> Changes:
        """Let several texts of an output column, the spellings of one value, count as missing; one step."""
        new = tuple((column, text) for text in texts)
        missing = (*(p for p in self.settings.placeholders if p not in new), *new)
        values = tuple(p for p in self.settings.not_placeholders if p not in new)
        return self.change_settings(f"counting “{texts[0]}” as missing", placeholders=missing, not_placeholders=values)

    # Keys

    def set_keys(self, keys: Sequence[Key]) -> Changes:
        """Use these keys."""
        return self.change_settings("change of keys", keys=tuple(keys))

    def add_key(self, key: Key) -> Changes:
        """Add a key, with a number at its name where that is taken."""
        key = replace(key, name=_free_name(key.name, [one.name for one in self.keys]))
        return self.change_settings(f"adding key “{key.name}”", keys=(*self.keys, key))

    def change_key(self, name: str, key: Key) -> Changes:
        """Put another key in the place of one.

        Raises:
            SettingsError: A third key has that name.
        """
        if key.name != name and any(one.name == key.name for one in self.keys):
            raise SettingsError(f"Another key is named “{key.name}”.", "Choose another name.")
        keys = tuple(key if one.name == name else one for one in self.keys)
        return self.change_settings(f"change of key “{name}”", keys=keys)

    def remove_key(self, name: str) -> Changes:
        """Take a key out; one that a run added, and would add again, is switched off."""
        keys = tuple(key for key in self.keys if key.name != name)
        if keys == self.settings.keys:
            return self.enable_key(name, False)
        return self.change_settings(f"removing key “{name}”", keys=keys)

    def enable_key(self, name: str, on: bool) -> Changes:
        """Switch a key on or off."""
        keys = tuple(replace(key, enabled=on) if key.name == name else key for key in self.keys)
        return self.change_settings(f"switching {'on' if on else 'off'} key “{name}”", keys=keys)

    def set_bands(self, key_name: str, bands: Bands) -> Changes:
        """Change the minhash condition of a key."""
        keys = tuple(replace(key, bands=bands) if key.name == key_name else key for key in self.keys)
        return self.change_settings(f"change of key “{key_name}”", keys=keys)

    def set_with_others(self, key_name: str, values: Sequence[tuple[str, ...]]) -> Changes:
        """Let these values of a key, and no others, be a reason to compare only where another key fits as well."""
        keys = tuple(replace(key, with_others=tuple(values)) if key.name == key_name else key for key in self.keys)
        return self.change_settings(f"change of shared values of “{key_name}”", keys=keys)

    def reset_keys(self) -> Changes:
        """Let the planner choose the keys again."""
        return self.change_settings("reset of keys", keys=None)

    def set_across_only(self, on: bool) -> Changes:
        """Compare no records inside one list."""
        return self.change_settings("change of which lists are compared", across_only=on)

    # Cuts and groups

    def set_cuts(self, match_at: float | None, review_at: float | None) -> Changes:
        """Move the two thresholds (probabilities); None is the program's own."""
        return self.change_settings("move of thresholds", match_at=match_at, review_at=review_at)

    def set_one_to_one(self, on: bool | None) -> Changes:
        """Allow at most one partner in each other list; None lets the lists decide."""
        return self.change_settings("change of “one partner per list”", one_to_one=on)

    # Merging

    def set_rule(self, column: str, rule: Rule | None) -> Changes:
        """Choose how the value of an output column is taken; None is the program's own rule."""
        rules: dict[str, Any] = {name: one for name, one in self.settings.rules.items() if name != column}
        if rule is not None:
            rules[column] = rule
        return self.change_settings(f"change of rule for “{column}”", rules=rules)

    def set_preferred_lists(self, names: Sequence[str]) -> Changes:
        """Say which lists are preferred, best first."""
        return self.change_settings("change of preferred lists", preferred_lists=tuple(names))

    # All

    def change_settings(self, text: str, **values: Any) -> Changes:
        """Change some settings in one step that is named by `text`."""
        return self.commit(text, replace(self._document, settings=self.settings.changed(**values)))

    def apply_recipe(self, settings: Settings) -> Changes:
        """Use all choices of a recipe, as one step."""
        return self.commit("use of a recipe", replace(self._document, settings=settings))


def _names(lists: Sequence[RecordList]) -> set[str]:
    """Everything by which settings may name a column of these lists."""
    return {name for one in lists for heading in one.columns for name in (heading, f"{one.name}:{heading}")}


def _free_name(name: str, taken: Sequence[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free


def _moved(heading: str, old: str, new: str) -> str:
    return f"{new}:{heading[len(old) + 1 :]}" if heading.startswith(f"{old}:") else heading
