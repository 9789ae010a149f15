public import HTTP
import Weather
public import WorkerProtocol

extension JobPerformer.Network {
    /// A network that uses `Transport`.
    ///
    /// - Parameter loop: runs all requests of the worker.
    public init(settings: NetworkSettings, loop: TransferLoop) {
        let transport = Transport(settings: settings, loop: loop)
        self.init(
            exchange: { transport.exchange(userAgent: $0, deadline: $1) },
            connect: { url, throughProxy, deadline throws(FetchFailure) in
                try await transport.probe(url, throughProxy: throughProxy, deadline: deadline)
            })
    }
}
