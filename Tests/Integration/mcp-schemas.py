"""Runs `weatherctl mcp`, and checks what it writes against the published schemas of the protocol, and results against the schemas of
its tools. Argument: the directory `schema` of github.com/modelcontextprotocol/modelcontextprotocol."""
import json
import pathlib
import subprocess
import sys

from jsonschema import Draft202012Validator

SCHEMAS = pathlib.Path(sys.argv[1])
NEW, OLD = "2026-07-28", "2025-11-25"
META = {"_meta": {"io.modelcontextprotocol/protocolVersion": NEW, "io.modelcontextprotocol/clientCapabilities": {}}}
CALLS = [
    ("current", {}),
    ("current", {"place": "59.91,10.75", "units": "imperial", "language": "de"}),
    ("forecast", {"hours": 5}),
    ("forecast", {"hours": 5, "days": 3}),
    ("forecast", {}),
    ("warnings", {}),
    ("search", {"query": "Oslo"}),
    ("current", {"place": "Xqzzz"}),
    ("current", {"nonsense": 1}),
]


def check(version, name, value):
    definitions = json.loads((SCHEMAS / version / "schema.json").read_text())["$defs"]
    Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions}).validate(value)


def request(identifier, method, params):
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}


def responses(messages):
    text = "".join((json.dumps(message) if not isinstance(message, str) else message) + "\n" for message in messages)
    output = subprocess.run(["weatherctl", "mcp"], input=text, capture_output=True, text=True, check=True).stdout
    lines = [json.loads(line) for line in output.splitlines()]
    return {line.get("id"): line for line in lines}


def revision(version, opening, params, envelope):
    messages = [*opening, request("list", "tools/list", params)]
    messages += [
        request(number, "tools/call", {"name": name, "arguments": arguments, **params})
        for number, (name, arguments) in enumerate(CALLS)
    ]
    messages += [request("unknown", "tools/call", {"name": "nonsense", **params}), request("method", "nonsense", params), "{"]
    for message in messages[:-1]:
        if message.get("id") not in ("unknown", "method"):
            known = {"initialize": "InitializeRequest", "tools/list": "ListToolsRequest", "tools/call": "CallToolRequest"}
            if message["method"] in known:
                check(version, known[message["method"]], message)
    found = responses(messages)
    for identifier, response in found.items():
        check(version, "JSONRPCErrorResponse" if "error" in response else envelope, response)
    assert found["unknown"]["error"]["code"] == -32602 and found["method"]["error"]["code"] == -32601
    assert found[None]["error"]["code"] == -32700
    check(version, "ListToolsResult", found["list"]["result"])
    tools = {tool["name"]: tool for tool in found["list"]["result"]["tools"]}
    succeeded = 0
    for number, (name, arguments) in enumerate(CALLS):
        result = found[number]["result"]
        check(version, "CallToolResult", result)
        for schema in (tools[name]["inputSchema"], tools[name]["outputSchema"]):
            Draft202012Validator.check_schema(schema)
        if result["isError"]:
            assert "structuredContent" not in result and result["content"][0]["text"]
            continue
        succeeded += 1
        Draft202012Validator(tools[name]["inputSchema"]).validate(arguments)
        Draft202012Validator(tools[name]["outputSchema"]).validate(result["structuredContent"])
    assert succeeded >= 6, found
    return found


stateless = revision(NEW, [request("discover", "server/discover", META)], META, "JSONRPCResultResponse")
check(NEW, "DiscoverRequest", request("discover", "server/discover", META))
check(NEW, "DiscoverResult", stateless["discover"]["result"])
wrong = json.loads(json.dumps(META).replace(NEW, "2031-01-01"))
check(NEW, "UnsupportedProtocolVersionError", responses([request(1, "tools/list", wrong)])[1])

opening = [
    request(
        "initialize", "initialize",
        {"protocolVersion": OLD, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    request("ping", "ping", {}),
]
handshake = revision(OLD, opening, {}, "JSONRPCResultResponse")
check(OLD, "InitializeResult", handshake["initialize"]["result"])
check(OLD, "EmptyResult", handshake["ping"]["result"])
print(len(stateless) + len(handshake), "messages")
