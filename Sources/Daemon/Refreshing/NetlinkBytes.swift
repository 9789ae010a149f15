import CLinux

extension UnsafeRawBufferPointer {
    /// The structure at the start; nil when there are too few bytes.
    func read<Structure: BitwiseCopyable>(_ type: Structure.Type) -> Structure? {
        count >= MemoryLayout<Structure>.size ? loadUnaligned(as: type) : nil
    }

    /// The bytes after a structure; nil when there are too few bytes.
    func dropping<Structure: BitwiseCopyable>(_ type: Structure.Type) -> UnsafeRawBufferPointer? {
        count >= MemoryLayout<Structure>.size
            ? UnsafeRawBufferPointer(rebasing: self[MemoryLayout<Structure>.size...]) : nil
    }

    /// The content of the first netlink attribute of this type; nil when there is none.
    func attribute(_ type: Int) -> UnsafeRawBufferPointer? {
        var rest = self[...]
        while let header = UnsafeRawBufferPointer(rebasing: rest).read(rtattr.self) {
            let length = Int(header.rta_len)
            guard length >= MemoryLayout<rtattr>.size, length <= rest.count else { return nil }
            if Int(header.rta_type) == type {
                return UnsafeRawBufferPointer(rebasing: rest.prefix(length)).dropping(rtattr.self)
            }
            rest = rest.dropFirst(length.alignedToNetlink)
        }
        return nil
    }
}

extension Int {
    /// NLMSG_ALIGN and RTA_ALIGN: messages and attributes are aligned to four bytes.
    var alignedToNetlink: Int { (self + 3) & ~3 }
}
