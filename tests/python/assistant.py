"""An assistant without a model: it calls the tools of `memory-city mcp` by the official client of the protocol.

    assistant.py PROGRAM call FOLDER..    calls what stands on standard input, [[tool, arguments], ..], and prints the results as JSON
    assistant.py PROGRAM leak FOLDER      looks for a leak as a model would: each call follows from the answers before it

Both print what the server says of itself and of its tools, too.
"""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


def told(result):
    """A result as JSON."""
    parts = [part.model_dump(mode="json", by_alias=True, exclude_none=True) for part in result.content]
    return {"is_error": bool(result.is_error), "content": parts}


async def answer_of(client, tool, **arguments):
    """The document that a tool answers with."""
    result = await client.call_tool(tool, arguments)
    texts = [part.text for part in result.content]
    if result.is_error:
        raise SystemExit(f"{tool} {arguments}: {texts}")
    return json.loads(texts[-1])["answer"]


async def leak(client):
    """The field that keeps what leaks, and how that was found."""
    calls = []

    async def ask(tool, **arguments):
        calls.append(tool)
        return await answer_of(client, tool, **arguments)

    inputs = (await ask("open"))["inputs"]
    # What tells who refers to whom, the longest series first.
    heaps = [found for found in inputs if "dumps" in found["kind"] or "traces" in found["kind"]]
    path = max(heaps, key=lambda found: found["files"])["path"]
    found = await ask("find", path=path)
    if found["verdict"] != "leak":
        return {"verdict": found["verdict"], "calls": calls}
    finding = max((one for one in found["findings"] if one["severity"] == "leak"), key=lambda one: one["evidence"]["last_bytes"])
    suspects = finding["cut"]["fields"]
    # The group that grows names who keeps it by itself.
    kept = await ask("keepers", path=path, key=finding["groups"][0])
    holders = [one["holder"] for one in kept["paths"]]
    confirmed = [field for field in suspects if field in holders]
    return {"verdict": found["verdict"], "path": path, "group": kept["key"], "field": confirmed[0] if confirmed else None, "calls": calls}


async def main(program, what, folders):
    server = StdioServerParameters(command=program, args=["mcp", *folders], env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        tools = (await client.list_tools()).tools
        said = {
            "instructions": client.instructions,
            "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools],
        }
        if what == "leak":
            said["leak"] = await leak(client)
        else:
            said["results"] = [told(await client.call_tool(tool, arguments)) for tool, arguments in json.load(sys.stdin)]
    print(json.dumps(said))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
