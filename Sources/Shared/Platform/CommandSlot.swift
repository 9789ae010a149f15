import Synchronization

/// Limits the commands of one owner. A command that SIGKILL does not end holds the slot until it has ended, and the owner
/// starts no other command meanwhile: each would leave a process and a descriptor.
public final class CommandSlot: Sendable {
    private let isHeld = Atomic(false)
    private let freed: @Sendable () -> Void

    /// - Parameter freed: called each time that the slot becomes free again.
    public init(freed: @escaping @Sendable () -> Void = {}) {
        self.freed = freed
    }

    var isFree: Bool { !isHeld.load(ordering: .acquiring) }

    /// Holds the slot until the program has ended, and reaps the program.
    func hold(_ group: ProcessGroup) {
        isHeld.store(true, ordering: .releasing)
        group.reapLater {
            self.isHeld.store(false, ordering: .releasing)
            self.freed()
        }
    }
}
