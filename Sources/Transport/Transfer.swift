import Endpoints
import CCurl
import HTTP

/// One request in the hands of libcurl. It is used on the thread of its loop alone.
final class Transfer {
    let handle: UnsafeMutableRawPointer
    private let request: TransferRequest
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var head = AnswerHead()
    private var body: [UInt8] = []
    /// Why what came was not taken.
    private var refusal: TransferEnding?
    private var handshake = TLSHandshake()
    /// Why no socket was opened to an address; nil when that was never so.
    private var routeError: Int32?

    /// - Returns: nil when libcurl has no memory left.
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
    }

    /// - Parameter code: what libcurl says of the end.
    func outcome(_ code: CURLcode) -> TransferOutcome {
        if let refusal { return .ended(refusal) }
        guard code == CURLE_OK else {
            // A line that is too long for libcurl has no code of its own.
            if code == CURLE_OUT_OF_MEMORY, head.isOpen { return .ended(.notHTTP) }
            var error = CurlError(code)
            let systemError = Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO))
            error.systemError = systemError != 0 ? systemError : routeError ?? 0
            error.proxyStatus = long(CURLINFO_HTTP_CONNECTCODE)
            error.verification = long(CURLINFO_SSL_VERIFYRESULT)
            error.isSecure = ServerAddress(request.url)?.isSecure ?? false
            error.handshake = handshake
            return .ended(.curl(error))
        }
        guard request.connectsOnly || head.status > 0 else { return .ended(.notHTTP) }
        var target: UnsafeMutablePointer<CChar>?
        weatherd_curl_get_text(handle, CURLINFO_REDIRECT_URL, &target)
        return .answer(
            HTTPAnswer(status: head.status, headers: head.headers, body: body),
            redirect: target.map { String(cString: $0) })
    }

    // MARK: - Options

    private func setTarget() {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Where an answer redirects to is looked at first.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_CONNECT_ONLY, request.connectsOnly ? 1 : 0)
        // One request at a time gains nothing from multiplexing.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_ACCEPT_ENCODING, "deflate, gzip")
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            headers = curl_slist_append(headers, "\(name): \(value)") ?? headers
        }
        weatherd_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
    }

    private func setLimits() {
        // Its alarm would be a signal to the whole process.
        set(CURLOPT_NOSIGNAL, 1)
        // A thread that looks up a name without an answer is not waited for.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TIMEOUT_MS, max(1, request.time.milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.limits.connecting.milliseconds))
        // Less than a byte a second.
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, max(1, request.limits.silence.milliseconds / 1000))
    }

    private func setTLS(_ authorities: SystemAuthorities) {
        // Those before it are deprecated (RFC 8996).
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        let own = request.authorities?.pem ?? []
        switch authorities {
        case .directory(let path):
            // Of its files only those of the server's own authorities are read.
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
        // Neither is left to the environment, which the settings win over.
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

    // MARK: - What comes

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
            switch RoutedSocket.open(for: address) {
            case .open(let descriptor): return descriptor
            case .failed(let error):
                Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().routeError = error
                return -1
            }
        }
        // Nothing is printed; without it the observer is not called.
        set(CURLOPT_VERBOSE, 1)
        weatherd_curl_set_pointer(handle, CURLOPT_DEBUGDATA, context)
        weatherd_curl_set_observer(handle, CURLOPT_DEBUGFUNCTION) { _, kind, bytes, count, context in
            guard let context else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            transfer.handshake.see(kind, UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }

    /// - Returns: how many bytes were taken; another number than there are ends the transfer.
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

    // MARK: - Setting and getting

    private func set(_ option: CURLoption, _ value: Int) { weatherd_curl_set_long(handle, option, value) }
    private func set(_ option: CURLoption, _ value: String) { weatherd_curl_set_text(handle, option, value) }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        weatherd_curl_get_long(handle, info, &value)
        return value
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
