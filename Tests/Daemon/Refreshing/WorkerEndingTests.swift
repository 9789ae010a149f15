import Glibc
import Platform
import Testing
import Weather

@testable import Refreshing

/// The reason why a worker ended, according to the kernel.
struct WorkerEndingTests {
    private static let mebibyte = 1 << 20

    private func failure(status: Int32, peak: Int, limit: Int? = 256, ownPeak: Int = 20) -> WorkerFailure {
        WorkerEnding(status: status, peakMemory: peak * Self.mebibyte)
            .failure(memoryLimit: limit.map { $0 * Self.mebibyte }, ownPeak: ownPeak * Self.mebibyte)
    }

    @Test func signalOrStatusIsReported() {
        #expect(failure(status: SIGSEGV, peak: 20) == .killed(signal: SIGSEGV))
        // With a core dump.
        #expect(failure(status: SIGSEGV | 0x80, peak: 20) == .killed(signal: SIGSEGV))
        #expect(failure(status: 7 << 8, peak: 20) == .exited(status: 7))
        #expect(failure(status: 7 << 8, peak: 255) == .exited(status: 7))
    }

    @Test func memoryLimitIsReported() {
        #expect(
            failure(status: SIGABRT, peak: 130)
                == .outOfMemory(signal: SIGABRT, limit: 256 * Self.mebibyte))
        #expect(failure(status: SIGABRT, peak: 127) == .killed(signal: SIGABRT))
        #expect(failure(status: SIGABRT, peak: 255, limit: nil) == .killed(signal: SIGABRT))
        // The peak may be that of the daemon, which it inherits.
        #expect(failure(status: SIGABRT, peak: 200, ownPeak: 200) == .killed(signal: SIGABRT))
    }

    @Test func childIsReaped() async throws {
        var id: pid_t = 0
        var arguments = [strdup("sh"), strdup("-c"), strdup("kill -SEGV $$"), nil]
        defer { for text in arguments { free(text) } }
        #expect(posix_spawn(&id, "/bin/sh", nil, nil, &arguments, nil) == 0)
        let process = try ProcessDescriptor(of: id)
        #expect(await process.ended())
        let ending = try #require(WorkerEnding(reaping: id))
        #expect(ending.status & 0x7F == SIGSEGV)
        #expect(ending.peakMemory > 0 && WorkerEnding.ownPeak > 0)
        #expect(waitpid(id, nil, WNOHANG) < 0)
    }
}
