import Testing

@testable import Almanac

@Suite struct ZoneCacheTests {
    @Test func entriesLiveTenMinutes() throws {
        var cache = ZoneCache()
        cache.keep(.success(.gmt), named: "Europe/Oslo", at: 1000)
        cache.keep(.failure(.unknown), named: "Mars/Olympus", at: 1000)
        #expect(cache.zone(named: "Europe/Oslo", at: 1599) == .success(.gmt))
        #expect(cache.zone(named: "Mars/Olympus", at: 1599) == .failure(.unknown))
        #expect(cache.zone(named: "Europe/Oslo", at: 1600) == nil)
        #expect(cache.zone(named: "Europe/Paris", at: 1000) == nil)
    }

    @Test func leastRecentlyUsedIsEvicted() throws {
        var cache = ZoneCache()
        for number in 0..<ZoneCache.capacity { cache.keep(.success(.gmt), named: "\(number)", at: 0) }
        #expect(cache.zone(named: "0", at: 0) != nil)
        cache.keep(.success(.gmt), named: "new", at: 0)
        #expect(cache.zone(named: "0", at: 0) != nil)
        #expect(cache.zone(named: "1", at: 0) == nil)
        #expect(cache.zone(named: "2", at: 0) != nil)
        // An existing entry is replaced.
        cache.keep(.failure(.unknown), named: "2", at: 0)
        #expect(cache.zone(named: "3", at: 0) != nil)
    }
}
