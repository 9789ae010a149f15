import Foundation
import HTTP

/// An answer with one of its values replaced by a bad one.
struct SpoiledValue: @unchecked Sendable {
    // Sendable, since it is never changed and JSONSerialization's values are not either.
    let value: Any
    /// Which of the answer's names is spoiled, counted over all names and list elements of the tree, round and round.
    let position: Int

    func applied(to answer: HTTPAnswer) -> HTTPAnswer {
        guard let tree = try? JSONSerialization.jsonObject(with: Data(answer.body), options: .fragmentsAllowed) else {
            return answer
        }
        var paths: [[Step]] = []
        collect(tree, [], &paths)
        guard !paths.isEmpty else { return answer }
        // Prime to most counts, so that all kinds of values have their turn.
        let path = paths[position * 37 % paths.count]
        var spoiled = answer
        guard let data = try? JSONSerialization.data(withJSONObject: replaced(tree, path[...])) else { return answer }
        spoiled.body = Array(data)
        return spoiled
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    /// The places in the tree; of a list its first three elements and the last stand for all.
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
