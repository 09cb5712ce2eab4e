"""Engine: the entries of a key: which record goes into which bucket."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from entityres.candidates.bucketing import mix, mix_some
from entityres.candidates.exact_join import MOST_SIMILAR, SimilarSets, join_entries, join_work, similar_sets
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.kept_within import KeptWithin
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.minhash import Signatures, in_passes, sign
from entityres.candidates.part_hashes import Words, part_hashes, shared_words
from entityres.candidates.places import PLACE_TOKENS, look_at_places, needed_jaccard, place_elements, place_sets
from entityres.candidates.ranked_sets import RankedSets, rank_sets
from entityres.candidates.shingling import Shingles, shingle
from entityres.candidates.some_records import some_records
from entityres.candidates.some_words import SomeWords, bits_for, fewer_words, some_words
from entityres.candidates.stand_ins import StandIns, stand_ins
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords, FieldValues

OFTEN = 150
"""Words that stand in so many records at most are looked for once, and those that stand in fewer taken from them: keys of
rare words are tried with several limits, seldom with a higher one."""

SAMPLES_KEPT = 4

Entries = tuple[np.ndarray, np.ndarray]
"""records int32 and bucket hashes uint64, side by side."""


def sets_of(cleaned: CleanedRecords, sets: Bands | Join) -> Shingles:
    """The records as the sets that these bands or this join work on."""
    if sets.tokens == PLACE_TOKENS:
        return place_sets(place_elements(cleaned, sets.fields))
    return shingle(cleaned, sets.fields, sets.tokens, sets.k)


def one_valued(keys: Sequence[Key]) -> tuple[Part, ...]:
    """The different parts of these keys that give one value a record: all but rare words and items."""
    return tuple(dict.fromkeys(part for key in keys for part in key.parts if not part.is_of_many))


def shared_hashes(cleaned: CleanedRecords, key: Key) -> np.ndarray:
    """uint64 (n_values,): the hashes of the values of a key that count only where another key fits as well.

    They are those of records that have these texts, whether any such record is left or not.
    """
    import pyarrow as pa

    if key.is_of_copies:
        return np.empty(0, np.uint64)  # all that is the same is merged anyway
    fields = []
    for place, name in enumerate(key.part_fields):
        texts = [value[place] if place < len(value) else "" for value in key.with_others]
        codes = np.where([bool(text) for text in texts], np.arange(len(texts)), -1).astype(np.int32)
        fields.append(replace(cleaned.field(name), codes=codes, values=pa.array(texts, pa.large_string())))
    made = EntryMaker(CleanedRecords(np.array([0, len(key.with_others)]), tuple(fields)))
    hashes = made.all_parts(replace(key, with_others=()))
    return np.empty(0, np.uint64) if hashes is None else hashes


class EntryMaker:
    """Makes entries of keys; parts, shingles and signatures that several keys share are made once. Threads may share it.

    Costs 8 bytes a record for each different part, 4·K bytes a record for signatures of length K.

    Args:
        cleaned: The records.
        seed: Of the signatures.
        progress: Asked between bands whether to stop.
        kept: Where what is made is kept, and how much of it; without one, all of it.

    Attributes:
        most_similar: So many pairs of different sets may be similar in an exact join.
    """

    def __init__(
        self,
        cleaned: CleanedRecords,
        seed: int = 1,
        progress: Progress | None = None,
        kept: KeptWithin | None = None,
    ) -> None:
        self.cleaned = cleaned
        self.seed = seed
        self.progress = progress or quiet()
        self.most_similar = MOST_SIMILAR
        self._lock = threading.RLock()
        self._everyone = np.arange(len(cleaned), dtype=np.int32)
        self.kept = kept or KeptWithin()
        self._own = object()  # in the names of what this one made, beside that of a maker over some of the records
        self._few: dict[tuple[int, frozenset[str] | None], EntryMaker] = {}
        self._few_lock = threading.Lock()  # of its own: what is answered at once does not wait for signatures

    def part(self, part: Part, drawn_bits: int = 0) -> np.ndarray:
        """uint64 (n_records,): hashes of a part that gives one value a record; of some records where that is asked for."""
        name = (self._own, part, drawn_bits) if drawn_bits else (self._own, part)
        return self.kept.made(name, lambda: part_hashes(self.cleaned, part, drawn_bits))

    def named(self, what: str) -> Hashable:
        """The name under which something that was made of these records is kept."""
        return self._own, what

    def is_made(self, part: Part) -> bool:
        """Whether the hashes of a part are there already, of all records."""
        return (self._own, part) in self.kept

    def some_words(self, names: Sequence[str], kind: PartKind) -> list[SomeWords]:
        """Some of the words, or items of a set, of each distinct value of some fields: of each field the same."""
        fields = [self.cleaned.field(name) for name in names]
        bits = bits_for(fields)

        def name(field: FieldValues, bits: tuple[int, int]) -> Hashable:
            return self._own, "some words", field.name, kind, bits

        def make(field: FieldValues) -> SomeWords:
            alone = self.kept.get(name(field, bits_for([field])))
            fewer = None if alone is None else fewer_words(alone, field, *bits)
            return some_words(field, kind, *bits) if fewer is None else fewer

        return [self.kept.made(name(field, bits), partial(make, field)) for field in fields]

    def _rare_words(self, part: Part) -> tuple[np.ndarray, np.ndarray]:
        """Entries of the words that stand in few enough records."""
        most = max(part.size, OFTEN)
        name = (self._own, "rare words", part.fields, part.kind, most)
        made: Words = self.kept.made(name, lambda: shared_words(self.cleaned, part.fields, part.kind, most))
        return made.in_at_most(part.size)

    def over_some(self, n: int, names: frozenset[str] | None = None) -> EntryMaker:
        """An entry maker over so many of the records, or only these fields of them; kept for the next question.

        What is drawn serves questions that are answered at once.
        """
        with self._few_lock:
            which = (n, None) if (n, None) in self._few else (n, names)
            few = self._few.pop(which, None)
            if few is None:
                few = EntryMaker(some_records(self.cleaned, n, self.seed, names), self.seed, kept=self.kept)
            self._few[which] = few  # what was not used longest stands first
            if len(self._few) > SAMPLES_KEPT:
                del self._few[next(iter(self._few))]
            return few

    def all_parts(self, key: Key, drawn_bits: int = 0) -> np.ndarray | None:
        """AND of the one-valued parts of a key, 0 at values that count only with another key; None when it has none.

        Of only some records where that is asked for, one in two to this power; 0 at all others.
        """
        both: np.ndarray | None = None
        for part in one_valued([key]):
            hashes = self.part(part, drawn_bits)
            both = hashes if both is None else mix(both, hashes)
        if both is not None and key.with_others:
            both = np.where(np.isin(both, shared_hashes(self.cleaned, key)), np.uint64(0), both)
        return both

    def alike(self, key: Key, parts: Sequence[Part] = (), across_only: bool = False) -> StandIns | None:
        """Records that are alike in all that a key with bands reads, and in these parts; kept for the next question.

        Args:
            key: The key.
            parts: What they agree in besides.
            across_only: They are in one list.

        Returns:
            None where there are not so many that it is worth it to know.
        """
        assert key.bands is not None
        fields, base = key.bands.fields, self.all_parts(key)

        def make() -> tuple[StandIns | None]:
            values = [self.cleaned.field(name).codes for name in fields]
            hashes = [self.part(part) for part in parts]
            return (stand_ins(values, hashes if base is None else [base, *hashes], self.cleaned.list_of, across_only),)

        name = (self._own, "alike", fields, key.parts, key.with_others, tuple(parts), across_only)
        return self.kept.made(name, make)[0]

    def shingles(self, sets: Bands | Join) -> Shingles:
        """The shingles that these bands or this join work on."""
        with self._lock:
            return self.kept.made(self._name("shingles", sets), lambda: sets_of(self.cleaned, sets))

    def _name(self, what: str, sets: Bands | Join) -> Hashable:
        return self._own, what, sets.fields, sets.tokens, sets.k

    def signatures(self, bands: Bands, progress: Progress | None = None) -> np.ndarray:
        """Signatures of at least b·r rows.

        Args:
            bands: The minhash condition.
            progress: Asked between some thousand records whether to stop; the next question then begins anew.
        """
        with self._lock:
            made, wanted = self.made_signatures(bands), bands.b * bands.r
            if made is None or not made.serve(wanted, self.seed):
                self.kept.make_room(4 * wanted * len(self.cleaned))
                made = Signatures(self._sign(bands, wanted, progress=progress), self.seed)
                self.kept.put(self._name("signatures", bands), made)
            return made.rows

    def made_signatures(self, bands: Bands) -> Signatures | None:
        """The signatures of all records that are kept for these fields and tokens."""
        found: Signatures | None = self.kept.get(self._name("signatures", bands))
        return found

    def signatures_of(self, bands: Bands, records: np.ndarray) -> np.ndarray:
        """Signatures of some records only: uint32 (n_records given, at least b·r), taken from those of all if they are there.

        Args:
            bands: The minhash condition.
            records: int32, ascending.
        """
        name = self._name("some signatures", bands)
        with self._lock:
            made, wanted = self.made_signatures(bands), bands.b * bands.r
            if made is not None and made.serve(wanted, self.seed):
                return made.rows[records]
            whose, some = self.kept.get(name) or (None, None)
            if whose is None or some is None or not some.serve(wanted, self.seed) or not np.array_equal(whose, records):
                some = Signatures(self._sign(bands, wanted, records), self.seed)
                self.kept.put(name, (records, some))
            return some.rows

    def _sign(
        self, bands: Bands, wanted: int, records: np.ndarray | None = None, progress: Progress | None = None
    ) -> np.ndarray:
        places = bands.tokens == PLACE_TOKENS
        sets = place_elements(self.cleaned, bands.fields) if places else self.shingles(bands)
        if records is not None:
            sets = replace(sets, codes=sets.codes[records])
        return look_at_places(sets, wanted, self.seed) if places else sign(sets, wanted, self.seed, progress)

    def joined(self, join: Join) -> SimilarSets:
        """The groups of equal and of similar sets. Raises TooManySimilarError where these are more than can be kept."""
        with self._lock:
            least, most = needed_jaccard(join.tokens, join.similarity), self.most_similar
            return self.kept.made(
                (self._own, join), lambda: similar_sets(self._ranked_sets(join), least, self.progress, most)
            )

    def work_of(self, join: Join) -> int:
        """How many index entries a join would look at, without joining."""
        with self._lock:
            return join_work(self._ranked_sets(join), needed_jaccard(join.tokens, join.similarity))

    def _ranked_sets(self, join: Join) -> RankedSets:
        return self.kept.made(self._name("ranked", join), lambda: rank_sets(self.shingles(join)))

    def entries(self, key: Key) -> Iterator[Entries]:
        """The entries of a key, one batch for each band (a pair is proposed if any batch puts it in one bucket)."""
        base = self.all_parts(key)
        batches: Iterator[Entries]
        words = [part for part in key.parts if part.is_of_many]
        if key.bands is not None:
            batches = self._band_entries(key.bands)
        elif key.join is not None:
            batches = iter(join_entries(self.joined(key.join)))
        elif words:
            batches = iter([self._rare_words(words[0])])
        elif base is not None:
            yield self._everyone, base
            return
        else:
            return
        for records, hashes in batches:
            yield records, hashes if base is None else mix(hashes, base[records])

    def some_entries(self, key: Key, bits: int) -> Iterator[Entries]:
        """The entries of some buckets of a key: those whose hash ends in this many zero bits."""
        parts = one_valued([key])
        if parts and key.sets is None and len(parts) == len(key.parts):
            records, hashes = mix_some([self.part(part) for part in parts], bits)
            if key.with_others:
                alone = ~np.isin(hashes, shared_hashes(self.cleaned, key))
                records, hashes = records[alone], hashes[alone]
            yield records, hashes
            return
        mask = np.uint64((1 << bits) - 1)
        for records, hashes in self.entries(key):
            chosen = (hashes & mask) == 0
            yield records[chosen], hashes[chosen]

    def similar(self, join: Join, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): the pairs that are similar enough for a join."""
        return pair_similarity(self.shingles(join), left, right) >= np.float32(
            needed_jaccard(join.tokens, join.similarity)
        )

    def _band_entries(self, bands: Bands) -> Iterator[Entries]:
        signatures = self.signatures(bands)
        for hashes in in_passes(signatures, 0, bands.b, bands.r):
            for band in hashes:
                self.progress.check()
                yield self._everyone, band
