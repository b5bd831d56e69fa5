"""The questions of the laboratory, one module each: what is computed, and how the results become an answer."""
