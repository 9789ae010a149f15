import CCurl
import Glibc
import WorkerProtocol

/// One libcurl request. It is used only on its loop's thread.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    private let request: TransferRequest
    private let begin = ContinuousClock.now
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private var head = AnswerHead()
    private var body: [UInt8] = []
    /// Why the response was rejected.
    private var refusal: TransferEnding?
    private var handshake = TLSHandshake()
    private var proxyHandshake = ProxyHandshake()
    /// Whether libcurl has found an address to connect to.
    private var hasAddress = false
    /// Why no socket was opened for an address; nil when all were.
    private var routeError: Int32?

    /// - Returns: nil when libcurl is out of memory.
    init?(_ request: TransferRequest, trusting authorities: SystemAuthorities) {
        guard let handle = curl_easy_init() else { return nil }
        (self.handle, self.request) = (handle, request)
        setTarget()
        setLimits()
        setTLS(authorities)
        setProxy()
        setReceivers()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        curl_slist_free_all(addresses)
    }

    /// - Parameter code: libcurl's result.
    func outcome(_ code: CURLcode) -> TransferOutcome {
        if let refusal, refusal != .notHTTP { return .ended(refusal) }
        // libcurl has no specific code for a line that is too long.
        let isEndless = code == CURLE_OUT_OF_MEMORY && head.isOpen
        if refusal == .notHTTP || isEndless { return .ended(.curl(error(CURLE_WEIRD_SERVER_REPLY))) }
        guard code == CURLE_OK else { return .ended(.curl(error(code))) }
        guard request.connectsOnly || head.status > 0 else {
            return .ended(.curl(error(CURLE_WEIRD_SERVER_REPLY)))
        }
        var target: UnsafeMutablePointer<CChar>?
        weatherd_curl_get_text(handle, CURLINFO_REDIRECT_URL, &target)
        return .answer(
            HTTPAnswer(status: head.status, headers: head.headers, body: body),
            redirect: target.map { String(cString: $0) })
    }

    private func error(_ code: CURLcode) -> CurlError {
        var error = CurlError(code)
        let systemError = Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO))
        error.systemError = systemError != 0 ? systemError : routeError ?? 0
        error.proxyStatus = long(CURLINFO_HTTP_CONNECTCODE)
        error.proxyError = long(CURLINFO_PROXY_ERROR)
        error.proxyHandshake = proxyHandshake
        error.verification = long(CURLINFO_SSL_VERIFYRESULT)
        error.isSecure = ServerAddress(request.url)?.isSecure ?? false
        error.handshake = handshake
        // A reused connection has reached the service before.
        let isReused = !hasAddress && long(CURLINFO_PRIMARY_PORT) > 0
        // A redirect may leave too little time for anything.
        error.hasResolved = hasAddress || isReused || request.time < .seconds(1)
        error.hasReachedService = isReused || head.status > 0 || error.isSecure && isHandshakeDone
        return error
    }

    // MARK: - Options

    private func setTarget() {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Redirects are checked by `RedirectPolicy` first.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_CONNECT_ONLY, request.connectsOnly ? 1 : 0)
        // One request at a time gains nothing from multiplexing.
        set(CURLOPT_HTTP_VERSION, weatherd_curl_http_1_1)
        set(CURLOPT_ACCEPT_ENCODING, "deflate, gzip")
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            headers = curl_slist_append(headers, "\(name): \(value)") ?? headers
        }
        weatherd_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        setAddresses()
    }

    /// libcurl finds the host among these instead of starting a thread for a lookup.
    private func setAddresses() {
        guard let host = request.lookedUpHost, let port = request.lookedUpPort, !request.addresses.isEmpty else {
            return
        }
        let list = request.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
        addresses = curl_slist_append(nil, "\(host):\(port):\(list)")
        weatherd_curl_set_list(handle, CURLOPT_RESOLVE, addresses)
    }

    private func setLimits() {
        // Without it, libcurl may use SIGALRM for the whole process.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_TIMEOUT_MS, max(1, request.time.milliseconds))
        // For name resolution; see `limitConnecting`.
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.limits.resolving.milliseconds))
        // Less than a byte a second.
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, max(1, request.limits.silence.milliseconds / 1000))
    }

    /// libcurl has one timeout for name resolution and connecting, from the start; it is extended when an address is known.
    private func limitConnecting() {
        guard !hasAddress else { return }
        hasAddress = true
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, (begin.duration(to: .now) + request.limits.connecting).milliseconds))
    }

    private func setTLS(_ authorities: SystemAuthorities) {
        // Earlier versions are deprecated (RFC 8996).
        set(CURLOPT_SSLVERSION, weatherd_curl_tls_1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        let own = request.authorities?.pem ?? []
        switch authorities {
        case .directory(let path):
            // Reads only the directory's files for the server's own authorities.
            weatherd_curl_set_text(handle, CURLOPT_CAINFO, nil)
            set(CURLOPT_CAPATH, path)
            if !own.isEmpty { setAuthorities(own) }
        case .bundle(let pem):
            if !own.isEmpty { setAuthorities(pem + [0x0A] + own) }
        case .built:
            if !own.isEmpty { setAuthorities(own) }
        }
    }

    private func setAuthorities(_ pem: [UInt8]) {
        _ = pem.withUnsafeBytes { weatherd_curl_set_bytes(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count) }
    }

    private func setProxy() {
        // Settings override the environment.
        set(CURLOPT_NOPROXY, "")
        guard let proxy = request.proxy else {
            set(CURLOPT_PROXY, "")
            return
        }
        set(CURLOPT_PROXY, proxy.description)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        switch proxy.kind {
        case .http:
            set(CURLOPT_PROXYTYPE, weatherd_curl_proxy_http)
            set(CURLOPT_HTTPPROXYTUNNEL, 1)
        case .socks:
            set(CURLOPT_PROXYTYPE, weatherd_curl_proxy_socks)
        }
        if let credentials = proxy.credentials {
            set(CURLOPT_PROXYUSERNAME, credentials.user)
            set(CURLOPT_PROXYPASSWORD, credentials.password)
        }
    }

    // MARK: - Callbacks

    private func setReceivers() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        weatherd_curl_set_pointer(handle, CURLOPT_PRIVATE, context)
        weatherd_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        weatherd_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        weatherd_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.receive(bytes, size * count, context) { $0.takeLine($1) }
        }
        weatherd_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.receive(bytes, size * count, context) { $0.takeBody($1) }
        }
        weatherd_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context)
        weatherd_curl_set_opener(handle) { context, _, address in
            guard let context, let address else { return -1 }
            Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().limitConnecting()
            switch RoutedSocket.open(for: address) {
            case .open(let descriptor): return descriptor
            case .failed(let error):
                Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().routeError = error
                return -1
            }
        }
        // Prints nothing, but enables the debug callback.
        set(CURLOPT_VERBOSE, 1)
        weatherd_curl_set_pointer(handle, CURLOPT_DEBUGDATA, context)
        weatherd_curl_set_observer(handle, CURLOPT_DEBUGFUNCTION) { _, kind, bytes, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            transfer.handshake.see(kind, UnsafeRawBufferPointer(start: bytes, count: count))
            transfer.proxyHandshake.see(kind, UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }

    /// - Returns: `count` if the bytes are accepted; any other number ends the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (Transfer, UnsafeRawBufferPointer) -> TransferEnding?
    ) -> Int {
        guard let context else { return count + 1 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        transfer.refusal = take(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
        return transfer.refusal == nil ? count : count + 1
    }

    private func takeLine(_ line: UnsafeRawBufferPointer) -> TransferEnding? { head.take(line) }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> TransferEnding? {
        guard body.count + bytes.count <= request.bodyLimit else { return .bodyTooLong }
        body.append(contentsOf: bytes)
        return nil
    }

    // MARK: - Options and info

    private func set(_ option: CURLoption, _ value: Int) { weatherd_curl_set_long(handle, option, value) }
    private func set(_ option: CURLoption, _ value: String) { weatherd_curl_set_text(handle, option, value) }

    /// Whether the TLS handshake with the service is complete.
    private var isHandshakeDone: Bool {
        var seconds = 0.0
        weatherd_curl_get_double(handle, CURLINFO_APPCONNECT_TIME, &seconds)
        return seconds > 0
    }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        weatherd_curl_get_long(handle, info, &value)
        return value
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}

/// One request to one server, without redirects.
struct TransferRequest: Sendable {
    var url: String
    var headers: [String: String]
    /// nil for none.
    var proxy: Proxy?
    /// Trusted in addition to the system's.
    var authorities: Authorities?
    /// Maximum size of the body, bytes after decompression.
    var bodyLimit: Int
    /// The timeout of the whole request.
    var time: Duration
    var limits: Transport.Limits
    /// Whether to connect only, without a request.
    var connectsOnly = false
    /// Addresses of `lookedUpHost`, in text form.
    var addresses: [String] = []
}

/// The result of a request.
enum TransferOutcome: Sendable {
    /// A response, whatever its status, with the redirect target as an absolute URL.
    case answer(HTTPAnswer, redirect: String?)
    case ended(TransferEnding)
}

/// The status and headers of a response, parsed line by line. Interim responses are discarded.
struct AnswerHead {
    private(set) var status = 0
    private(set) var headers: [(name: String, value: String)] = []
    private var length = 0
    private var isComplete = false

    /// Whether the head is incomplete.
    var isOpen: Bool { status > 0 && !isComplete }

    /// Maximum size of all lines, bytes, including interim responses.
    static let longest = 80 << 10

    /// - Parameter line: a status line, a header, an empty line or a trailer, with its line end.
    /// - Returns: why the response is rejected; nil when it is accepted.
    mutating func take(_ line: some Collection<UInt8>) -> TransferEnding? {
        length += line.count
        guard length <= Self.longest else { return .notHTTP }
        let text = String(decoding: line, as: UTF8.self)
        let isEmpty = text.allSatisfy(\.isNewline)
        if text.hasPrefix("HTTP/") && (status == 0 || isComplete) {
            (status, headers, isComplete) = (Self.status(in: text), [], false)
            return (100...999).contains(status) ? nil : .notHTTP
        }
        guard !isComplete else { return nil }
        guard !isEmpty else {
            isComplete = true
            return nil
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = String(text[..<colon])
        let value = String(text[text.index(after: colon)...].trimming { $0.isWhitespace })
        headers.append((name, value))
        return isUnpacked ? nil : .unknownCoding
    }

    /// Whether the body has at most one encoding, which was offered.
    private var isUnpacked: Bool {
        let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map { $0.value.lowercased() }
        return codings.count < 2 && codings.allSatisfy(["", "identity", "gzip", "deflate"].contains)
    }

    /// 0 for an invalid line.
    private static func status(in line: String) -> Int {
        let words = line.split(maxSplits: 2) { $0.isWhitespace }
        guard words.count > 1, words[1].utf8.count == 3, words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return 0
        }
        return Int(words[1]) ?? 0
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        let start = drop(while: isTrimmed)
        guard let end = start.lastIndex(where: { !isTrimmed($0) }) else { return start.prefix(0) }
        return start[...end]
    }
}

/// A socket for an address with a route.
///
/// libcurl reports the error of the last address that it tried. A missing route, common for IPv6, would hide the error
/// of an address that was reached; so addresses without a route are skipped.
enum RoutedSocket {
    enum Outcome: Equatable {
        case open(Int32)
        case failed(systemError: Int32)
    }

    /// - Parameter address: from libcurl, followed by the whole sockaddr.
    static func open(for address: UnsafeMutablePointer<curl_sockaddr>) -> Outcome {
        let family = address.pointee.family
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        let target = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
        if let error = routeError(to: target, length: address.pointee.addrlen, family: family) {
            return .failed(systemError: error)
        }
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, address.pointee.protocol)
        return descriptor >= 0 ? .open(descriptor) : .failed(systemError: errno)
    }

    /// Why the kernel has no route; nil when it has one. Connecting a datagram socket checks this and sends nothing.
    private static func routeError(to target: UnsafePointer<sockaddr>, length: UInt32, family: Int32) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // The actual connection will report the error.
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard connect(descriptor, target, length) != 0 else { return nil }
        // EACCES: the route is prohibited, or a broadcast.
        let errors = [ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL, EACCES]
        return errors.contains(errno) ? errno : nil
    }
}
