/// Adds the weather to Waybar's `config`: the module's definition, and its name in a list of modules.
///
/// It works on the text, since comments and formatting are the user's. Both insertions end with a comma if something
/// follows, so that no comma of the text has to change.
enum WaybarConfiguration {
    private static let module = "custom/weather"
    /// The list that gets the module, best first.
    private static let lists = ["modules-right", "modules-center", "modules-left"]

    /// The definition of docs/bars/waybar.md.
    static let snippet = [
        "\"custom/weather\": {",
        "    \"exec\": \"weatherctl watch short --output waybar\",",
        "    \"return-type\": \"json\",",
        "    \"on-click\": \"weatherctl toggle\",",
        "    \"on-click-right\": \"weatherctl refresh\",",
        "    \"on-scroll-up\": \"weatherctl previous\",",
        "    \"on-scroll-down\": \"weatherctl next\"",
        "}",
    ]

    static func plan(_ text: [UInt8]) throws(EditProblem) -> BarPlan {
        let root = try JSONC.parse(text)
        guard let elements = root.elements else {
            guard case .object = root.value else { throw EditProblem(line: 1, reason: "no bar is defined here") }
            return BarPlan(bars: [ConfiguredBar(name: nil, state: state(of: root, in: text))])
        }
        guard !elements.isEmpty else { throw EditProblem(line: 1, reason: "no bar is defined here") }
        var bars: [ConfiguredBar] = []
        for (index, bar) in elements.enumerated() {
            let name = (bar["name"] ?? bar["output"])?.string ?? String(index + 1)
            bars.append(ConfiguredBar(name: elements.count == 1 ? nil : name, state: state(of: bar, in: text)))
        }
        return BarPlan(bars: bars)
    }

    private static func state(of bar: JSONC.Node, in text: [UInt8]) -> ConfiguredBar.State {
        do throws(EditProblem) {
            guard case .object(let members) = bar.value else {
                throw EditProblem(line: text.line(at: bar.start), reason: "no bar is defined here")
            }
            if let own = members.first(where: { $0.node["exec"]?.string?.mentionsWeatherctl == true }) {
                let isListed = members.contains { member in
                    let list = member.node.elements ?? member.node["modules"]?.elements ?? []
                    return member.key == "include" || list.contains { $0.string == own.key }
                }
                if isListed { return .shown }
                throw EditProblem(
                    line: text.line(at: own.start), reason: "\"\(own.key)\" is in no module list")
            }
            return .insertable(try insertions(into: bar, members, text))
        } catch {
            return .problem(error)
        }
    }

    private static func insertions(
        into bar: JSONC.Node, _ members: [JSONC.Member], _ text: [UInt8]
    ) throws(EditProblem) -> [Insertion] {
        func problem(_ offset: Int, _ reason: String) -> EditProblem {
            EditProblem(line: text.line(at: offset), reason: reason)
        }
        for (index, member) in members.enumerated() {
            if member.key == module {
                throw problem(member.start, "another \"custom/weather\" is defined here: use these lines instead")
            }
            let isRepeated = members[..<index].contains { $0.key == member.key }
            if isRepeated { throw problem(member.start, "\"\(member.key)\" is defined twice") }
        }
        guard let list = lists.compactMap({ name in members.first { $0.key == name } }).first else {
            // The list may be in an included file; a list in this file would override it.
            if let include = members.first(where: { $0.key == "include" }) {
                throw problem(include.start, "its module lists are in an included file")
            }
            return withoutList(bar, members.first, text)
        }
        guard let elements = list.node.elements else { throw problem(list.start, "\"\(list.key)\" is not a list") }
        if let listed = elements.first(where: { $0.string == module }) {
            throw problem(listed.start, "\"custom/weather\" is already in a list")
        }
        let definition = Insertion(offset: list.start, text: definition(before: list.start, [], text))
        let name = Array("\"custom/weather\"".utf8)
        guard let first = elements.first else {
            return [definition, Insertion(offset: list.node.start + 1, text: name)]
        }
        // On a separate line if the others are.
        let space = text.indentation(before: first.start).map { text.lineEnd + $0 } ?? [0x20]
        return [definition, Insertion(offset: first.start, text: name + [UInt8(ascii: ",")] + space)]
    }

    /// The definition and a new list, before the first member.
    private static func withoutList(
        _ bar: JSONC.Node, _ first: JSONC.Member?, _ text: [UInt8]
    ) -> [Insertion] {
        let list = ["\"modules-right\": [\"custom/weather\"]"]
        if let first {
            return [Insertion(offset: first.start, text: definition(before: first.start, list, text))]
        }
        let lines = snippet.dropLast() + ["},"] + list
        let end = text.lineEnd
        return [
            Insertion(offset: bar.start + 1, text: lines.reduce(into: end) { $0 += Array("    \($1)".utf8) + end })
        ]
    }

    /// The definition and further members, each with its comma, indented like the member that follows.
    private static func definition(before offset: Int, _ members: [String], _ text: [UInt8]) -> [UInt8] {
        let indentation = text.indentation(before: offset) ?? []
        let step: [UInt8] =
            switch indentation.count {
            case 0: Array("    ".utf8)
            case _ where indentation.contains(0x09): [0x09]
            case 1...3: indentation
            default: Array("    ".utf8)
            }
        let end = text.lineEnd
        var result: [UInt8] = []
        for line in snippet.dropLast() + ["},"] + members.map({ $0 + "," }) {
            let isInner = line.hasPrefix(" ")
            result += (isInner ? step : []) + Array((isInner ? String(line.dropFirst(4)) : line).utf8)
            result += end + indentation
        }
        return result
    }
}
