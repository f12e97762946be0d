"""The package can be imported and says what it is."""

import subprocess
import sys
from importlib.metadata import version

import pytest
import tefuda
from tefuda import _tefuda


def test_the_version_is_that_of_the_wheel():
    assert tefuda.__version__ == version("tefuda")


def test_what_is_offered_is_there_and_explained():
    for name in tefuda.__all__:
        thing = getattr(tefuda, name)
        assert thing.__doc__, name


def test_lists():
    names = [game.name for game in tefuda.games()]
    assert "saboteur" in names and names == sorted(names)
    assert [agent.name for agent in tefuda.agents_of("kuhn")].count("random") == 1
    assert any(estimator.name == "uniform" for estimator in tefuda.estimators_of("saboteur"))
    assert tefuda.rules("kuhn").startswith("#") and tefuda.rules("kuhn", "ja") != tefuda.rules("kuhn")
    sims = next(param for param in next(a for a in tefuda.agents_of("kuhn") if a.name == "ismcts").params)
    assert sims.key and sims.about


def test_exceptions_are_pythons_own():
    assert issubclass(tefuda.Refused, ValueError) and issubclass(tefuda.Broken, RuntimeError)
    assert tefuda.Refused is _tefuda.Refused


@pytest.mark.parametrize(
    ("module", "stands_on"), [("pettingzoo", "gymnasium"), ("openspiel", "pyspiel"), ("ray", "ray")]
)
def test_a_module_says_what_it_lacks(module, stands_on):
    """In a process where what it stands on cannot be imported."""
    code = f"import sys; sys.modules[{stands_on!r}] = None; import tefuda.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"pip install 'tefuda[{module}]'" in done.stderr.splitlines()[-1]
