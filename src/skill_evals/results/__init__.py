"""results.json: codec, fingerprints, merge, provenance; the reader of eval-magic benchmarks."""
