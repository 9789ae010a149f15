import Foundation
import Glibc
import NIOCore
import NIOPosix

/// The least that a daemon of this library can be: it listens on a Unix socket and sends back what it is sent. What weatherd's
/// memory is compared with.
///
///     floor SOCKET
///
/// prints `ready` when it listens, and ends by a signal.
let words = CommandLine.arguments
guard words.count == 2 else {
    FileHandle.standardError.write(Data("usage: floor SOCKET\n".utf8))
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

FileHandle.standardOutput.write(Data("ready\n".utf8))
try server.closeFuture.wait()
