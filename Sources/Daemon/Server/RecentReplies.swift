import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// A cache of encoded replies by request line: status bars that repeat a request share one buffer until the reply
/// changes. Used only on its event loop.
final class RecentReplies {
    enum Answer {
        case bytes([UInt8])
        /// The reply has yet to be sent, and may be cached under the key; nil if it must not be cached.
        case made(Responder.Answer, key: Key?)
    }

    /// A request line, and the version of the weather data for which it was answered.
    struct Key {
        /// A copy: a slice would keep the whole read buffer in memory.
        fileprivate let line: [UInt8]
        fileprivate let version: Int
        fileprivate let time: UnixTime
        fileprivate let showsCurrentPlace: Bool
    }

    private struct Entry {
        var line: [UInt8]
        var bytes: [UInt8]
        var showsCurrentPlace: Bool
        var validity: Range<UnixTime>
    }

    /// More request lines than one desktop's bars send, but few enough for a linear search.
    private static let limit = 16
    /// The longest reply that is cached, in bytes.
    private static let longest = 8192

    private var entries: [Entry] = []
    /// The store's version for which the entries were made.
    private var version = 0

    /// - Parameter line: without its line end.
    func answer(to line: ArraySlice<UInt8>, by responder: Responder) -> Answer {
        let now = responder.now()
        let version = responder.store.version
        if version != self.version { forget() }
        self.version = version
        for entry in entries where entry.line[...] == line && entry.validity.contains(now) {
            if entry.showsCurrentPlace { responder.effects.looked() }
            return .bytes(entry.bytes)
        }
        let request: Request
        do throws(RequestError) {
            request = try Request(line: line)
        } catch {
            return .made(.reply(.error(error.code, error.sentence)), key: nil)
        }
        let answer = responder.answer(request)
        guard case .read(let reading) = request else { return .made(answer, key: nil) }
        let key = Key(line: Array(line), version: version, time: now, showsCurrentPlace: reading.showsCurrentPlace)
        guard case .lastingReply(let reply, let next) = answer else { return .made(answer, key: key) }
        let bytes = reply.bytes
        keep(bytes, until: next, under: key, by: responder)
        return .bytes(bytes)
    }

    /// Caches a reply, unless the weather has changed since its request was read.
    ///
    /// - Parameter next: the time at which the clock alone changes the reply; nil for never.
    func keep(_ bytes: [UInt8], until next: UnixTime?, under key: Key, by responder: Responder) {
        let end = next ?? .distantFuture
        guard bytes.count <= Self.longest, key.version == version, responder.store.version == version,
            key.time < end
        else { return }
        entries.removeAll { $0.line == key.line }
        // Evicts the oldest entry.
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(
            Entry(
                line: key.line, bytes: bytes, showsCurrentPlace: key.showsCurrentPlace, validity: key.time..<end))
    }

    /// Removes all entries, for example after a configuration reload.
    func forget() { entries.removeAll(keepingCapacity: true) }
}

extension Reply {
    var bytes: [UInt8] { Array(text.utf8) }
}
