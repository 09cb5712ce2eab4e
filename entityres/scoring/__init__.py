"""Engine: from candidate pairs to scored pairs: comparisons, weights, thresholds."""
