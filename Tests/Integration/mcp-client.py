"""Uses `weatherctl mcp` with the protocol's own client for Python (package mcp), in the revision with and without a handshake."""
import asyncio
import os

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(command="weatherctl", args=["mcp"], env=dict(os.environ))


async def use(mode):
    async with Client(SERVER, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert tools == ["current", "forecast", "warnings", "search"], tools
        current = await client.call_tool("current", {})
        assert not current.is_error and "temperatureC" in current.structured_content, current
        forecast = await client.call_tool("forecast", {"hours": 3, "days": 2})
        assert len(forecast.structured_content["daily"]["days"]) == 2, forecast
        # Whether or not there is a file of places to search.
        missing = await client.call_tool("current", {"place": "Xqzzz"})
        assert missing.is_error and missing.content[0].text, missing
        return client.protocol_version


versions = [asyncio.run(use(mode)) for mode in ("auto", "legacy", "2026-07-28")]
assert versions[0] == versions[2] == "2026-07-28" and versions[1] < "2026", versions
print(*versions)
