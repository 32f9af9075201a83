"""Tree → Suite; one file a dialect. Detection says the dialect and the reason in words."""
