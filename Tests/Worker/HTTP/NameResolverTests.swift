import Glibc
import Platform
import Synchronization
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct NameResolverTests {
    /// Creates every second thread only.
    private final class Attempts: Sendable {
        let number = Atomic(0)
        let created = Atomic(0)

        @Sendable func create(_ body: @escaping @Sendable () -> Void) -> Int32 {
            guard number.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) else { return EAGAIN }
            created.add(1, ordering: .relaxed)
            return 0
        }
    }

    /// The threads that were created stay, and only the missing ones are created later.
    @Test func missingThreadsAreAdded() {
        let threads = Attempts()
        let resolver = NameResolver(create: threads.create)
        var attempts = 0
        while !resolver.start() { attempts += 1 }
        #expect(attempts == NameResolver.threads)
        for _ in 0..<5 { #expect(resolver.start()) }
        #expect(threads.created.load(ordering: .relaxed) == NameResolver.threads)
    }

    /// A confined worker cannot create the missing ones.
    @Test func oneThreadIsEnough() async {
        let attempts = Attempts()
        let resolver = NameResolver { body in
            let number = attempts.number.add(1, ordering: .relaxed).newValue
            return number == 1 ? OwnThread.start(body) : EAGAIN
        }
        #expect(!resolver.start())
        let addresses = await withCheckedContinuation { continuation in
            resolver.lookUp("127.0.0.1") { continuation.resume(returning: $0) }
        }
        #expect(addresses == ["127.0.0.1"])
    }

    @Test func withoutThreadsNothingIsFound() async {
        let resolver = NameResolver { _ in EAGAIN }
        let addresses = await withCheckedContinuation { continuation in
            resolver.lookUp("127.0.0.1") { continuation.resume(returning: $0) }
        }
        #expect(addresses == [])
    }
}
