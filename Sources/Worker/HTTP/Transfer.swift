import CCurl
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
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
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
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
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
            set(CURLOPT_PROXYTYPE, Int(CURLPROXY_HTTP.rawValue))
            set(CURLOPT_HTTPPROXYTUNNEL, 1)
        case .socks:
            set(CURLOPT_PROXYTYPE, Int(CURLPROXY_SOCKS5_HOSTNAME.rawValue))
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

    /// - Returns: the number of bytes accepted; any other number than all of them ends the transfer.
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
