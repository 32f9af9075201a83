"""What the engine needs from the world: a backend that makes one run, a journal that keeps it, a clock."""
