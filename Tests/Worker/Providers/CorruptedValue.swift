import Foundation
import HTTP

/// An answer with one of its values replaced by a bad one.
struct CorruptedValue: @unchecked Sendable {
    // Sendable, since neither it nor JSONSerialization's values change.
    let value: Any
    /// The index of the corrupted name, counted over all names and list elements of the tree, modulo their number.
    let position: Int

    func applied(to answer: HTTPAnswer) -> HTTPAnswer {
        guard let tree = try? JSONSerialization.jsonObject(with: Data(answer.body), options: .fragmentsAllowed) else {
            return answer
        }
        var paths: [[Step]] = []
        collect(tree, [], &paths)
        guard !paths.isEmpty else { return answer }
        // Coprime to most counts, so that all kinds of values are covered.
        let path = paths[position * 37 % paths.count]
        var corrupted = answer
        guard let data = try? JSONSerialization.data(withJSONObject: replaced(tree, path[...])) else { return answer }
        corrupted.body = Array(data)
        return corrupted
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    /// The paths in the tree; a list is represented by its first three elements and the last.
    private func collect(_ tree: Any, _ path: [Step], _ paths: inout [[Step]]) {
        if !path.isEmpty { paths.append(path) }
        if let object = tree as? [String: Any] {
            for name in object.keys.sorted() { collect(object[name] ?? NSNull(), path + [.name(name)], &paths) }
        } else if let list = tree as? [Any] {
            for index in Set([0, 1, 2, list.count - 1]).sorted() where list.indices.contains(index) {
                collect(list[index], path + [.index(index)], &paths)
            }
        }
    }

    private func replaced(_ tree: Any, _ path: ArraySlice<Step>) -> Any {
        guard let step = path.first else { return value }
        switch step {
        case .name(let name):
            guard var object = tree as? [String: Any] else { return tree }
            object[name] = replaced(object[name] ?? NSNull(), path.dropFirst())
            return object
        case .index(let index):
            guard var list = tree as? [Any] else { return tree }
            list[index] = replaced(list[index], path.dropFirst())
            return list
        }
    }
}
