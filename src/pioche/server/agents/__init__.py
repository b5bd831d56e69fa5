"""Agents: programs that read. They play by the tools of the Model Context Protocol, at the same tables as people."""
