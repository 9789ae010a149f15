import Endpoints
import Foundation
import Weather

/// The way that a query takes when servers send it on: not for ever, not out of TLS, and with a key to nobody else.
struct Redirection {
    /// The host that was asked first, which all failures are told of: what others are called is a stranger's word.
    private let host: String
    private var visited: [String]

    /// The most steps.
    private static let limit = 5

    init(of query: HTTPQuery) {
        host = query.host
        visited = [query.url]
    }

    /// The query that the answer sends on to; nil when it is the answer.
    mutating func next(after query: HTTPQuery, _ answer: HTTPAnswer) throws(FetchFailure) -> HTTPQuery? {
        guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer[header: "Location"],
            let old = URL(string: query.url), let new = URL(string: location, relativeTo: old)?.absoluteURL,
            let scheme = new.scheme?.lowercased(), ["http", "https"].contains(scheme), new.host?.isEmpty == false
        else { return nil }
        guard WebAddress(new.absoluteString) != nil else {
            throw .malformed(host: host, reason: "it redirects to an invalid address")
        }
        guard visited.count <= Self.limit else { throw .malformed(host: host, reason: "too many redirects") }
        guard !visited.contains(new.absoluteString) else {
            throw .malformed(host: host, reason: "its redirects go round in a circle")
        }
        guard scheme == "https" || old.scheme?.lowercased() != "https" else {
            throw .malformed(host: host, reason: "it redirects to an address without TLS")
        }
        var next = query
        if !Self.isSameServer(old, new) {
            guard query.key == nil else {
                throw .malformed(host: host, reason: "it redirects to another server, which must not learn the key")
            }
            next.headers = [:]
        }
        visited.append(new.absoluteString)
        next.url = new.absoluteString
        return next
    }

    /// Whether it is the same program that answers; with TLS or without, where both have their usual ports.
    private static func isSameServer(_ old: URL, _ new: URL) -> Bool {
        guard old.host?.lowercased() == new.host?.lowercased() else { return false }
        return (old.scheme?.lowercased() == new.scheme?.lowercased() && port(old) == port(new))
            || (port(old) == 80 && port(new) == 443)
    }

    private static func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
}
