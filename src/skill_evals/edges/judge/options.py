"""What a sweep's judge is to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.model.config import JudgeConfig, Price


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    config: JudgeConfig = field(default_factory=JudgeConfig)
    prices: Mapping[str, Price] = field(default_factory=dict)
    max_minutes: float | None = None
    max_calls: int | None = None
