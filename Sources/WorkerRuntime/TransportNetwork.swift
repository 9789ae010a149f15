public import Endpoints
import HTTP
public import Transport
import Weather
public import Working

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
