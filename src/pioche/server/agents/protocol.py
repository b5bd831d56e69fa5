"""The tools over the Model Context Protocol. This module needs the optional package ``mcp``."""

from __future__ import annotations

from typing import Any

import mcp_types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

import pioche

from .tools import TOOLS, Tool, Tools
from .words import say


def server_of(tools: Tools) -> Server[Any]:
    """Return a protocol server that offers the tools."""

    async def list_tools(context: Any, asked: Any) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=[_described(name, tool, tools.language) for name, tool in TOOLS.items()])

    async def call_tool(context: Any, asked: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        text, is_error = await tools.call(asked.name, asked.arguments or {})
        return mcp_types.CallToolResult(content=[mcp_types.TextContent(type="text", text=text)], is_error=is_error)

    return Server(
        "pioche",
        version=pioche.__version__,
        title="Pioche",
        instructions=say("instructions").text(tools.language),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _described(name: str, tool: Tool, language: str) -> mcp_types.Tool:
    schema = tool.schema
    for argument, described in schema["properties"].items():
        described["description"] = say(f"argument.{argument}").text(language)
    return mcp_types.Tool(
        name=name,
        description=say(f"tool.{name}").text(language),
        input_schema=schema,
        annotations=mcp_types.ToolAnnotations(read_only_hint=tool.only_reads, open_world_hint=False),
    )


def over_http(tools: Tools) -> StreamableHTTPSessionManager:
    """Return what answers HTTP requests. There are no sessions: a call has its seat's token, and stands alone."""
    return StreamableHTTPSessionManager(server_of(tools), json_response=True, stateless=True)


async def over_stdio(tools: Tools) -> None:
    """Answer on standard output what is asked on standard input, until that ends."""
    server = server_of(tools)
    async with stdio_server() as (asked, answered):
        await server.run(asked, answered, server.create_initialization_options())
