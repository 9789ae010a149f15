import HTTP
import Providers
import Synchronization
import Weather

/// A service with scripted answers that records the requests.
final class ScriptedService: Sendable {
    private let asked = Mutex<[HTTPQuery]>([])
    private let script: @Sendable (HTTPQuery) -> HTTPAnswer

    init(_ script: @escaping @Sendable (HTTPQuery) -> HTTPAnswer) {
        self.script = script
    }

    var queries: [HTTPQuery] { asked.withLock { $0 } }

    /// The requested paths.
    var paths: [String] {
        queries.map { $0.url.replacing("http://service.test", with: "") }
    }

    var exchange: HTTPExchange {
        { query async throws(FetchFailure) in
            self.asked.withLock { $0.append(query) }
            return self.script(query)
        }
    }
}

/// The notices from providers.
final class Notices: Sendable {
    private let given = Mutex<[ProviderNotice]>([])

    var all: [ProviderNotice] { given.withLock { $0 } }

    func take(_ notice: ProviderNotice) { given.withLock { $0.append(notice) } }
}

extension ReportGap {
    /// The missing part, or the unknown name.
    var name: String {
        switch self {
        case .failed(let part, _): part
        case .unknown(let name, _): name.text
        }
    }
}

extension HTTPAnswer {
    init(_ json: String, status: Int = 200, headers: [(name: String, value: String)] = []) {
        self.init(status: status, headers: headers, body: Array(json.utf8))
    }
}
