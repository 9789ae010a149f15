import ClientProtocol
import Foundation
import Scratch
import Synchronization

@testable import Client
@testable import weatherctl_tools

extension PseudoTerminal {
    /// Runs a chooser on a separate thread, with a daemon that answers each request with the request itself instead of
    /// the map, followed by a position in weatherd's format, in color if requested.
    ///
    /// - Parameter center: the initial center of the map, according to the request.
    /// - Returns: the result, once.
    func choose(
        from center: MapPosition? = .oslo, colors: ColorDepth = .none, failingFrom failure: Int = .max
    ) -> AsyncStream<Result<Chooser.Outcome, MapFailure>> {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Chooser.Outcome, MapFailure>.self)
        Thread.detachNewThread { [self] in
            thread.withLock { $0 = pthread_self() }
            let chooser = Chooser(
                request: MapRequest(center: center), reading: ViewRequest(.places), colors: colors
            ) { words throws(MapFailure) in
                let line = QuotedWords.join(words)
                let count = self.asked.withLock {
                    $0.append(line)
                    return $0.count
                }
                guard count < failure else { throw .connection(.noDaemon(path: "x")) }
                let name = words.contains("256") ? "\u{1B}[1m  Montevideo\u{1B}[0m" : "  Montevideo"
                return words[0] == "map"
                    ? [line, "-34.9000 -56.2000\(name)", "end of map \(count)"] : ["location set to \(line)"]
            }
            outcome.yield(
                Result { () throws(MapFailure) in try chooser.run(input: program, output: program) })
            outcome.finish()
        }
        return outcomes
    }
}

extension AsyncStream {
    /// The only element.
    var only: Element? {
        get async { await first { _ in true } }
    }
}
