import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The least that a daemon of these libraries can be: it listens on a Unix socket and sends back what it is sent, and has asked
/// for a document over TLS as often as it is told to. What weatherd's memory is compared with.
///
///     floor SOCKET URL CA-FILE TIMES
///
/// prints `ready` when it listens and has the document, and ends by a signal.
let words = CommandLine.arguments
guard words.count == 5, let times = Int(words[4]) else {
    FileHandle.standardError.write(Data("usage: floor SOCKET URL CA-FILE TIMES\n".utf8))
    exit(64)
}

final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
    }
}

let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let server = try ServerBootstrap(group: eventLoops)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Echo()) }
    }
    .bind(unixDomainSocketPath: words[1], cleanupExistingSocketFile: true).wait()

var tls = TLSConfiguration.makeClientConfiguration()
tls.additionalTrustRoots = [.file(words[3])]
let client = HTTPClient(
    eventLoopGroupProvider: .shared(eventLoops), configuration: HTTPClient.Configuration(tlsConfiguration: tls))
for _ in 0..<times {
    let answer = try client.get(url: words[2]).wait()
    guard answer.status == .ok, (answer.body?.readableBytes ?? 0) > 0 else { exit(1) }
}
FileHandle.standardOutput.write(Data("ready\n".utf8))
try server.closeFuture.wait()
