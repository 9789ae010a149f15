import COpenSSL
import NIOCore

/// The server's side of TLS on one connection. OpenSSL reads and writes records in memory; the channel carries them.
final class TLSServerHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// OpenSSL rejects the certificate or the key, or is out of memory.
    struct SetupFailure: Error {}
    /// The connection cannot accept more output.
    struct WriteFailure: Error {}

    private let connection: OpaquePointer
    /// Received records that have not been read. The connection owns both.
    private let received: OpaquePointer
    /// Records to send.
    private let unsent: OpaquePointer

    init(_ identity: ServerIdentity) throws(SetupFailure) {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw SetupFailure() }
        // The connection retains its context.
        defer { SSL_CTX_free(context) }
        // Otherwise the versions that clients must reject would be disabled.
        SSL_CTX_set_security_level(context, 0)
        guard Self.use(identity, in: context), let connection = SSL_new(context) else { throw SetupFailure() }
        guard let received = BIO_new(BIO_s_mem()), let unsent = BIO_new(BIO_s_mem()) else {
            SSL_free(connection)
            throw SetupFailure()
        }
        SSL_set_bio(connection, received, unsent)
        SSL_set_accept_state(connection)
        (self.connection, self.received, self.unsent) = (connection, received, unsent)
    }

    deinit {
        SSL_free(connection)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        ERR_clear_error()
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
        }
        var part = [UInt8](repeating: 0, count: 16 << 10)
        // Performs the handshake first.
        var count = SSL_read(connection, &part, Int32(part.count))
        // The handshake's output is sent before the first answer.
        send(context, nil)
        while count > 0 {
            context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: part[..<Int(count)])))
            count = SSL_read(connection, &part, Int32(part.count))
        }
        // The client has closed the connection or aborted the handshake; or it does not support TLS, which causes an
        // alert.
        if SSL_get_error(connection, count) != SSL_ERROR_WANT_READ {
            send(context, nil)
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        ERR_clear_error()
        let bytes = unwrapOutboundIn(data)
        let count = bytes.withUnsafeReadableBytes { SSL_write(connection, $0.baseAddress, Int32($0.count)) }
        guard Int(count) == bytes.readableBytes else {
            promise?.fail(WriteFailure())
            return
        }
        send(context, promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        ERR_clear_error()
        SSL_shutdown(connection)
        send(context, nil)
        context.close(mode: mode, promise: promise)
    }

    /// - Parameter promise: fulfilled when the records are sent.
    private func send(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let length = BIO_ctrl_pending(unsent)
        guard length > 0 else {
            promise?.succeed()
            return
        }
        var records = context.channel.allocator.buffer(capacity: length)
        records.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { space in
            Int(max(0, BIO_read(unsent, space.baseAddress, Int32(space.count))))
        }
        context.writeAndFlush(wrapOutboundOut(records), promise: promise)
    }

    private static func use(_ identity: ServerIdentity, in context: OpaquePointer) -> Bool {
        let certificate = read(identity.certificate) { PEM_read_bio_X509($0, nil, nil, nil) }
        let key = read(identity.key) { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
        defer {
            X509_free(certificate)
            EVP_PKEY_free(key)
        }
        return SSL_CTX_use_certificate(context, certificate) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1
            && weatherd_set_versions(context, identity.oldestVersion.rawValue, identity.newestVersion.rawValue) == 1
    }

    private static func read(_ pem: [UInt8], _ parse: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        pem.withUnsafeBytes { bytes in
            guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer { BIO_free(memory) }
            return parse(memory)
        }
    }
}
