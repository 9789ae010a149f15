import Formats
import Testing

/// Whole documents as trees.
struct JSONTreeTests {
    private func tree(_ json: String) throws -> JSONTree {
        try JSONDocument(Array(json.utf8)).tree
    }

    @Test func everyKindOfValue() throws {
        let value = try tree(#"{"a":[1,-2.5e1,"x\n",true,false,null],"b":{},"c":[]}"#)
        #expect(
            value
                == .object([
                    JSONMember(
                        "a", .array([.number(1), .number(-25), .text("x\n"), .bool(true), .bool(false), .null])),
                    JSONMember("b", .object([])), JSONMember("c", .array([])),
                ]))
        #expect(value["a"]?.elements?.count == 6 && value["d"] == nil && value["a"]?["x"] == nil)
    }

    @Test func nestedContainersEndWhereTheyEnd() throws {
        #expect(
            try tree("[[[1],[2,3]],{\"a\":[4]},5]")
                == .array([
                    .array([.array([.number(1)]), .array([.number(2), .number(3)])]),
                    .object([JSONMember("a", .array([.number(4)]))]), .number(5),
                ]))
    }

    @Test func numberOutOfRangeIsNull() throws {
        #expect(try tree("[1e999,-1e999]") == .array([.null, .null]))
    }

    @Test func keysKeepTheirOrder() throws {
        guard case .object(let members) = try tree(#"{"z":1,"a":2,"\u006D":3}"#) else {
            Issue.record("not an object")
            return
        }
        #expect(members.map(\.key) == ["z", "a", "m"])
    }
}
