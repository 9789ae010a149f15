public import Endpoints
import HTTP
import Transport
import Weather
public import Working

extension JobPerformer.Network {
    /// A network that uses `Transport`.
    public init(settings: NetworkSettings) {
        let transport = Transport(settings: settings)
        self.init(
            exchange: { transport.exchange(userAgent: $0, deadline: $1) },
            connect: { url, throughProxy, deadline throws(FetchFailure) in
                try await transport.probe(url, throughProxy: throughProxy, deadline: deadline)
            })
    }
}
