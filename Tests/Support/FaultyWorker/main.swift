import Gazetteer
import HTTP
import Session
import Weather
import WorkerProtocol

// The released worker, except that an answer that names a fault triggers it instead of being decoded.
WorkerRuntime.run { setup, loop in
    JobPerformer(
        gazetteer: Gazetteer(setup.gazetteer),
        network: { settings in
            var network = JobPerformer.Network(settings: settings, loop: loop)
            let exchange = network.exchange
            network.exchange = { userAgent, deadline in
                let ask = exchange(userAgent, deadline)
                return { query async throws(FetchFailure) in
                    let answer = try await ask(query)
                    Fault(answer.body)?.happen(answer.body)
                    return answer
                }
            }
            return network
        })
}
