import ClientProtocol
import Glibc

/// Lets the user choose a place on the map; each key requests a new map from the daemon.
struct Chooser {
    /// Sends a request, with a timeout in milliseconds.
    typealias Ask = ([String]) throws(MapFailure) -> [String]

    var request: MapRequest
    var reading: ViewRequest
    var colors: ColorDepth
    let ask: Ask

    enum Outcome: Equatable {
        /// The daemon's confirmation.
        case chosen([String])
        case left
        /// A signal that ends the program.
        case signal(Int32)
    }

    /// Runs on a terminal, which is restored on return.
    func run(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(MapFailure) -> Outcome {
        switch try position(input, output) {
        case .choose(let position): .chosen(try ask(["set-location"] + position.words))
        case .leave: .left
        case .signal(let signal): .signal(signal)
        }
    }

    private enum Ending {
        case choose(MapPosition)
        case leave
        case signal(Int32)
    }

    private func center() throws(MapFailure) -> MapPosition {
        guard let center = MapChoice.center(in: try ask(MapChoice.centerWords)) else { throw .noPosition }
        return center
    }

    private func position(_ input: Int32, _ output: Int32) throws(MapFailure) -> Ending {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .noTerminal }
        let center = if let center = request.center { center } else { try self.center() }
        let signals = try PendingSignals()
        let screen = try Screen(input: input, output: output)
        var choice = MapChoice(
            center: center, zoom: request.zoom, reading, colors: colors, columns: screen.size.columns,
            lines: screen.size.lines)
        var keys = KeyDecoder()
        while true {
            screen.show(Array(try ask(choice.words).prefix(choice.lines)))
            // Keys that change nothing cause no redraw.
            var isStale = false
            while !isStale {
                var ready = [
                    pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                let count = poll(&ready, nfds_t(ready.count), keys.isUndecided ? KeyDecoder.patience : -1)
                if count < 0, errno != EINTR { throw .failed(call: "poll", errno: errno) }
                while let signal = signals.next() {
                    guard signal == SIGWINCH else { return .signal(signal) }
                    choice.resize(columns: screen.size.columns, lines: screen.size.lines)
                    isStale = true
                }
                var struck: [Key] = count == 0 ? keys.settle() : []
                if ready[0].revents != 0 {
                    guard let bytes = screen.read() else { return .leave }
                    struck += keys.decode(bytes)
                }
                for key in struck {
                    switch choice.press(key) {
                    case .redraw: isStale = true
                    case .choose(let position): return .choose(position)
                    case .leave: return .leave
                    }
                }
            }
        }
    }
}
