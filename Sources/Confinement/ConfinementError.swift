/// Why a process could not be confined.
public enum ConfinementError: Error, Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        case newPrivileges, dumping, parentDeath, memory, processorTime, fileSize, descriptors, coreSize
    }

    /// An existing thread would stay unconfined.
    case hasThreads
    case parentIsGone
    case failed(Step, systemError: Int32)
}
