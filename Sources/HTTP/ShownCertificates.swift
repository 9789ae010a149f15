import Endpoints
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Weather

/// The certificates that a server shows, looked at after they were not believed: the TLS library tells that, and not why.
struct ShownCertificates {
    /// From when to when each of them holds, the server's own first, seconds since 1970.
    let validities: [ClosedRange<Int>]

    /// Why they were not believed, as the rest of a sentence.
    func reason(at now: UnixTime) -> String {
        for validity in validities {
            if now.seconds > validity.upperBound {
                return "its certificate expired on \(Self.date(validity.upperBound)), or \(Self.wrongClock)"
            }
            if now.seconds < validity.lowerBound {
                return "its certificate is valid from \(Self.date(validity.lowerBound)) on only, or \(Self.wrongClock)"
            }
        }
        return """
            its certificate is vouched for by nobody that this machine trusts; an authority of your own is named by \
            network.ca-file
            """
    }

    private static let wrongClock = "the clock of this machine is wrong"

    private static func date(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601.year().month().day())
    }
}

extension ShownCertificates {
    /// Asks the server of a web address for them, believes none, and says nothing to it.
    ///
    /// - Returns: nil when it shows none in time, or before the task is cancelled.
    init?(of url: String, on eventLoop: any EventLoop, until end: NIODeadline) async {
        guard let address = WebAddress(url) else { return nil }
        let shown = eventLoop.makePromise(of: [NIOSSLCertificate].self)
        Self.look(at: address.host, port: address.port, on: eventLoop, until: end, shown)
        let certificates = await withTaskCancellationHandler {
            try? await shown.futureResult.get()
        } onCancel: {
            shown.fail(CancellationError())
        }
        guard let certificates else { return nil }
        validities = certificates.compactMap { certificate in
            let (from, to) = (Int(certificate.notValidBefore), Int(certificate.notValidAfter))
            return from <= to ? from...to : nil
        }
    }

    private static func look(
        at host: String, port: Int, on eventLoop: any EventLoop, until end: NIODeadline,
        _ shown: EventLoopPromise<[NIOSSLCertificate]>
    ) {
        ClientBootstrap(group: eventLoop)
            .connectTimeout(.seconds(5))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var configuration = TLSConfiguration.makeClientConfiguration()
                    configuration.trustRoots = .certificates([])
                    let handler = try NIOSSLClientHandler(
                        context: NIOSSLContext(configuration: configuration),
                        serverHostname: ProxyExceptions.number(host) == nil ? host : nil,
                        customVerificationCallback: { certificates, verdict in
                            shown.succeed(certificates)
                            verdict.succeed(.failed)
                        })
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .connect(host: host, port: port)
            .whenComplete { result in
                switch result {
                case .success(let channel):
                    let alarm = channel.eventLoop.scheduleTask(deadline: end) { channel.close(promise: nil) }
                    channel.closeFuture.whenComplete { _ in
                        alarm.cancel()
                        shown.fail(ChannelError.eof)
                    }
                case .failure(let error): shown.fail(error)
                }
            }
    }
}
