"""`pioche mcp` without the optional package."""

import sys

from pioche.server.agents.door import Door
from pioche.server.limits import Addresses, Limits


def test_without_the_package_one_sentence_says_how_to_install_it(pioche_says, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    sentence = 'pioche: Agents need a package that is not installed: pip install "pioche[mcp]".\n'
    assert pioche_says("mcp") == (2, "", sentence)


def test_without_the_package_a_server_has_no_address_for_agents(monkeypatch):
    door = Door(None, Addresses(Limits()))
    assert door.is_there
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert not door.is_there
