"""The nouns: frozen, slotted, keyword-only. No input or output, no behaviour beyond small properties."""
