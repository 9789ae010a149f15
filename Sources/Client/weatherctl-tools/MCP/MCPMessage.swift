import Formats

/// A message of an MCP client: JSON-RPC 2.0 on one line.
enum MCPMessage {
    case request(MCPRequest)
    case notification(method: String, params: JSONC.Node?)
    /// A response. The server sends no requests, so there is nothing to do.
    case response
    /// Not a message; `id` is the JSON text of the request's id, nil if it has none that can be read.
    case invalid(MCPError, id: String?)

    /// The longest id, bytes of JSON.
    private static let longestID = 1000

    /// - Parameter line: without its line end.
    init(_ line: [UInt8]) {
        guard String(validating: line, as: UTF8.self) != nil else {
            self = .invalid(MCPError(.parse, "the message is not valid UTF-8"), id: nil)
            return
        }
        let root: JSONC.Node
        do throws(EditProblem) {
            root = try JSONC.parse(line, isStrict: true)
        } catch {
            self = .invalid(MCPError(.parse, "the message is not valid JSON: \(error.reason)"), id: nil)
            return
        }
        self.init(root, in: line)
    }

    private init(_ root: JSONC.Node, in line: [UInt8]) {
        guard root.isObject else {
            let sentence =
                root.elements == nil
                ? "a message must be a JSON object" : "batches are not supported; send one message per line"
            self = .invalid(MCPError(.request, sentence), id: nil)
            return
        }
        let node = root["id"]
        let id = node.flatMap { Self.id($0, in: line) }
        guard node == nil || id != nil else {
            self = .invalid(MCPError(.request, "id must be a string or an integer"), id: nil)
            return
        }
        guard root["jsonrpc"]?.string == "2.0" else {
            self = .invalid(MCPError(.request, "jsonrpc must be \"2.0\""), id: id)
            return
        }
        guard let method = root["method"]?.string else {
            let isResponse = root["method"] == nil && (root["result"] != nil || root["error"] != nil)
            self = isResponse ? .response : .invalid(MCPError(.request, "method must be a string"), id: id)
            return
        }
        let params = root["params"]
        if let id, params.map({ $0.isObject }) == false {
            self = .invalid(MCPError(.parameters, "params must be an object"), id: id)
        } else if let id {
            self = .request(MCPRequest(id: id, method: method, params: params))
        } else {
            self = .notification(method: method, params: params)
        }
    }

    /// The JSON text of an id; nil if it is not valid.
    static func id(_ node: JSONC.Node, in line: [UInt8]) -> String? {
        let text = line[node.start..<node.end]
        guard text.count <= longestID else { return nil }
        let isInteger = node.literal.map {
            $0.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
        }
        return isInteger ?? (node.string != nil) ? String(decoding: text, as: UTF8.self) : nil
    }
}

/// A request of an MCP client.
struct MCPRequest {
    /// The JSON text of the id.
    var id: String
    var method: String
    /// An object; nil for none.
    var params: JSONC.Node?

    /// The protocol's metadata in the request.
    func meta(_ key: String) -> JSONC.Node? { params?["_meta"]?["io.modelcontextprotocol/" + key] }
}

/// An error of JSON-RPC or of the protocol.
struct MCPError: Error {
    enum Code: Int {
        case parse = -32700
        case request = -32600
        case method = -32601
        case parameters = -32602
        case version = -32022
    }

    var code: Code
    var sentence: String
    /// A JSON value with details; nil for none.
    var data: String?

    init(_ code: Code, _ sentence: String, data: String? = nil) {
        (self.code, self.sentence, self.data) = (code, sentence, data)
    }

    /// - Parameter id: the JSON text of the request's id; nil if it could not be read.
    func response(to id: String?) -> String {
        let id = id.map { ",\"id\":\($0)" } ?? ""
        let data = data.map { ",\"data\":\($0)" } ?? ""
        return
            "{\"jsonrpc\":\"2.0\"\(id),\"error\":{\"code\":\(code.rawValue),\"message\":\(sentence.quotedForJSON)\(data)}}"
    }
}
