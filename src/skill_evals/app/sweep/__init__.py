"""The sweep, stage by stage: families of cases are prepared, screened, confirmed, and told as a comparison."""
