"""Engine: from records to candidate pairs: keys, shingles, minhash, bands, buckets."""
