import pathlib

import pytest

REPOSITORY = pathlib.Path(__file__).parents[2]


@pytest.fixture
def corpus() -> pathlib.Path:
    """The litmus tests of the repository."""
    return REPOSITORY / "corpus"
