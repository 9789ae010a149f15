import CLinux

extension UnsafeRawBufferPointer {
    /// What the bytes begin with; nil when there are too few.
    func read<Structure: BitwiseCopyable>(_ type: Structure.Type) -> Structure? {
        count >= MemoryLayout<Structure>.size ? loadUnaligned(as: type) : nil
    }

    /// What follows a structure; nil when there are too few bytes for that.
    func dropping<Structure: BitwiseCopyable>(_ type: Structure.Type) -> UnsafeRawBufferPointer? {
        count >= MemoryLayout<Structure>.size
            ? UnsafeRawBufferPointer(rebasing: self[MemoryLayout<Structure>.size...]) : nil
    }

    /// The content of the first attribute of this type, where the bytes are attributes; nil when there is none.
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
    /// NLMSG_ALIGN and RTA_ALIGN: messages and attributes begin at multiples of four.
    var alignedToNetlink: Int { (self + 3) & ~3 }
}
