import CCurl

/// The running transfers of one loop's thread.
struct RunningTransfers {
    private struct Entry {
        let key: Int
        let transfer: Transfer
        let continuation: CheckedContinuation<TransferOutcome, Never>
    }

    private let multi: UnsafeMutableRawPointer
    private var entries: [Entry] = []

    init(multi: UnsafeMutableRawPointer) {
        self.multi = multi
    }

    /// - Parameter entry: with the addresses of its host.
    mutating func start(_ entry: AwaitedNames.Entry, trusting authorities: SystemAuthorities) {
        let (request, continuation) = (entry.request, entry.continuation)
        if request.lookedUpHost != nil, request.addresses.isEmpty {
            continuation.resume(returning: .ended(.curl(request.unresolved)))
            return
        }
        guard let transfer = Transfer(request, trusting: authorities),
            curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
        else {
            continuation.resume(returning: .ended(.curl(CurlError(CURLE_OUT_OF_MEMORY))))
            return
        }
        entries.append(Entry(key: entry.key, transfer: transfer, continuation: continuation))
    }

    mutating func cancel(where isMeant: (Int) -> Bool) {
        for entry in entries where isMeant(entry.key) { end(entry, .ended(.cancelled)) }
        entries.removeAll { isMeant($0.key) }
    }

    /// Does everything that does not block.
    mutating func advance() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE,
                let index = entries.firstIndex(where: { $0.transfer.handle == message.easy_handle })
            else { continue }
            let entry = entries.remove(at: index)
            end(entry, entry.transfer.outcome(message.data.result))
        }
    }

    private func end(_ entry: Entry, _ outcome: TransferOutcome) {
        curl_multi_remove_handle(multi, entry.transfer.handle)
        entry.continuation.resume(returning: outcome)
    }
}
