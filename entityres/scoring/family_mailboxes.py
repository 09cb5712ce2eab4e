"""Engine: e-mail addresses of families, which do not tell who of them is meant: familie.hill@."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.fields import CleanedRecords
from entityres.records.folding import fold_text
from entityres.records.once import once
from entityres.records.roles import Role
from entityres.records.tables import words

_SHORT = 3
"""Letters of words that stand apart, or before the last name: famhill@, but Famke's address is her own."""


@once
def _words() -> tuple[str, ...]:
    return tuple(sorted(fold_text(word) for word in words("honorifics", "families")))


@once
def _of_families() -> str:
    every, long = "|".join(_words()), "|".join(word for word in _words() if len(word) > _SHORT)
    return rf"^(?:{every})[._-]|[._-](?:{every})$|^(?:{long})|(?:{long})$"


def named_for_families(addresses: pa.LargeStringArray, last_names: pa.LargeStringArray) -> np.ndarray:
    """bool (n,): addresses that have a word for a family in their name.

    Args:
        addresses: E-mail addresses.
        last_names: Those of somebody who has each; null where it is not known.
    """
    names = pc.replace_substring_regex(addresses, r"[\d._-]*@.*$", "")
    found = pc.match_substring_regex(names, _of_families())
    plain = pc.replace_substring(last_names, " ", "")
    for word in (word for word in _words() if len(word) <= _SHORT):
        joined = pc.equal(names, pc.replace_substring_regex(plain, "^", word))
        found = pc.or_(found, pc.fill_null(joined, False))
    made: np.ndarray = found.to_numpy(zero_copy_only=False)
    return made


def own_address(cleaned: CleanedRecords, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n,): both records have one e-mail address, and it is not named for a family.

    Args:
        cleaned: The records.
        left: int32 (n,) records.
        right: int32 (n,) records.
    """
    found = np.zeros(len(left), bool)
    family = next(iter(cleaned.with_role(Role.FAMILY_NAME)), None)
    for field in cleaned.with_role(Role.EMAIL):
        codes = field.codes[left]
        same = np.flatnonzero((codes == field.codes[right]) & (codes >= 0))
        last = np.full(len(same), -1, np.int32) if family is None else family.codes[left[same]]
        texts = pa.array([], pa.large_string()) if family is None else family.values
        names = texts.take(pa.array(last, mask=last < 0))
        found[same] |= ~named_for_families(field.values.take(codes[same]), names)
    return found
