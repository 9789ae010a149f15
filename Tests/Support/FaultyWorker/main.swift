import Endpoints
import Geocoding
import HTTP
import Jobs
import Weather
import WorkerRuntime
import Working

// The worker as it is released, but for one thing: an answer that names a fault brings that about, in place of its decoder.
WorkerRuntime.run { setup in
    JobPerformer(
        gazetteer: Gazetteer(setup.gazetteer),
        network: { settings in
            var network = JobPerformer.Network(settings: settings)
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
