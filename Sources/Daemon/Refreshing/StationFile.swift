import Glibc
import Platform
import Weather

/// The contents of the station's file.
enum StationFile {
    /// The file is read as blocking work, since its file system may not answer.
    ///
    /// - Parameter read: reads the file, and may block.
    static func bytes<C: Clock>(
        at path: String, within deadline: Duration, _ clock: C, _ work: BlockingWork,
        read: @escaping @Sendable (String) -> Result<[UInt8], OwnStationProblem> = StationFile.read
    ) async throws(OwnStationProblem) -> [UInt8] where C.Duration == Duration {
        guard let result = await work.result(within: deadline, clock, of: { read(path) }) else {
            throw .stalled(Int(deadline.components.seconds))
        }
        return try result.get()
    }

    @Sendable private static func read(_ path: String) -> Result<[UInt8], OwnStationProblem> {
        Result { () throws(OwnStationProblem) in
            // Without waiting for the other end of a pipe, and without taking a terminal.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            guard descriptor >= 0 else { throw .unreadable(reason: SystemError(code: errno).sentence) }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .unreadable(reason: "not a regular file")
            }
            var bytes = StationBytes()
            do throws(SystemError) {
                try bytes.take(from: descriptor)
            } catch {
                throw .unreadable(reason: error.sentence)
            }
            return try bytes.whole()
        }
    }
}
