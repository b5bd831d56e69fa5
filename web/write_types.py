"""Writes the page's types of everything that travels, from the Python types that are checked on the server's side."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec

from pioche.server import bodies, messages
from pioche.server.openapi import ENDPOINTS

WRITTEN = Path(__file__).parent / "src" / "lib" / "generated.ts"
HEADER = "// What travels between the page and the server. Written by web/write_types.py: do not edit.\n"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def main() -> None:
    """Write the file only if it changes, so that nothing is rebuilt without need."""
    text = HEADER + "".join(declarations()) + union("FromClient") + union("FromServer")
    if not WRITTEN.exists() or WRITTEN.read_text(encoding="utf-8") != text:
        WRITTEN.write_text(text, encoding="utf-8")


def declarations() -> list[str]:
    taken = [messages.FromClient, *(each.takes for each in ENDPOINTS if each.takes)]
    given = [messages.FromServer, bodies.Failure, *(each.gives for each in ENDPOINTS)]
    requests = msgspec.json.schema_components(taken)[1]
    answers = {name: each for name, each in msgspec.json.schema_components(given)[1].items() if name not in requests}
    return [
        *(interface(name, schema, is_sent=False) for name, schema in requests.items()),
        *(interface(name, schema, is_sent=True) for name, schema in answers.items()),
    ]


def union(name: str) -> str:
    return f"\nexport type {name} = {' | '.join(kind.__name__ for kind in get_args(getattr(messages, name)))};\n"


def interface(name: str, schema: dict[str, Any], *, is_sent: bool) -> str:
    """What the server receives may lack fields with a default; what it sends, only those without one."""
    lines = [f"\n/** {schema['description'].splitlines()[0]} */\n"] if "description" in schema else ["\n"]
    lines.append(f"export interface {name} {{\n")
    for field, kind in schema.get("properties", {}).items():
        is_there = field in schema.get("required", []) or (is_sent and "default" in kind)
        mark = "" if is_there else "?"
        lines.append(f"  {field}{mark}: {typed(kind)};\n")
    return "".join([*lines, "}\n"])


def typed(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(typed, schema["anyOf"])))
    if schema.get("type") == "array":
        inner = typed(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {typed(values) if isinstance(values, dict) else 'unknown'}>"
    return SIMPLE[schema["type"]] if "type" in schema else "unknown"


if __name__ == "__main__":
    main()
