"""How many customers have a value, against Python's sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.scoring.customer_counts import by_customer, customers_with, joined

RECORDS = 12
PAIRS = st.lists(st.tuples(st.integers(0, RECORDS - 1), st.integers(0, RECORDS - 1)), max_size=14)


@given(PAIRS, st.lists(st.integers(-1, 4), min_size=RECORDS, max_size=RECORDS))
def test_a_value_counts_once_for_each_customer(pairs: list[tuple[int, int]], values: list[int]) -> None:
    left, right = (np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))
    customer = joined(RECORDS, left, right)
    made = customers_with(np.array(values, np.int32), by_customer(customer), 5)
    seen = {(value, int(one)) for value, one in zip(values, customer, strict=True) if value >= 0}
    assert made.tolist() == [sum(value == wanted for value, _ in seen) for wanted in range(5)]
