import Foundation
import Scratch
import SystemBus
import Testing
import Weather

@testable import Location

/// The locator with a mock of GeoClue, on a real bus.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus and a GeoClue; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct GeoClueTests {
    private let bus: PrivateBus
    private let fixture: LocatorFixture

    init() throws {
        bus = try PrivateBus()
        fixture = LocatorFixture(bus: bus)
    }

    @Test func fixMoveAndEndAreReported() async throws {
        _ = try await GeoClueMock(on: bus)
        let other = try await Bus.open(at: bus.address)
        var calls = try await GeoClueMock.calls(other).makeAsyncIterator()
        try await fixture.running {
            var found = fixture.found.makeAsyncIterator()
            #expect(await calls.next()?.arguments.first == .string("Start"))

            // The properties were set before the start.
            let properties = try await other.properties(
                of: GeoClueMock.client, "org.freedesktop.GeoClue2.Client", at: GeoClueMock.service)
            #expect(properties["DesktopId"] == .string("weatherd"))
            #expect(properties["DistanceThreshold"] == .uint32(1000))
            #expect(properties["TimeThreshold"] == .uint32(0))
            #expect(properties["RequestedAccuracyLevel"] == .uint32(4))

            let time = LocatorFixture.now.advanced(by: -90)
            try await GeoClueMock.move(other, to: .oslo, at: time)
            let fix = LocationFix(coordinate: .oslo, accuracy: 500, time: time, source: .geoClue)
            #expect(await found.next() == fix)
            // The move arrives without a request.
            try await GeoClueMock.move(other, to: .montevideo, at: UnixTime(1))
            #expect(await found.next()?.coordinate == .montevideo)
            // Only GeoClue is awaited.
            for await _ in fixture.clock.cancellations where fixture.clock.sleepers == 0 { break }

            fixture.locator.setActive(false)
            #expect(await calls.next()?.arguments.first == .string("Stop"))
        }
        await other.close()
    }

    @Test func denialIsReportedWithItsReason() async throws {
        _ = try await GeoClueMock(on: bus, #"{"refuses": true}"#)
        try await fixture.running {
            var failed = fixture.failed.makeAsyncIterator()
            #expect(
                await failed.next()
                    == [.geoClue: .refused(reason: "'weatherd' disallowed, no agent for UID 1000")])
        }
    }

    @Test func silenceTimesOut() async throws {
        _ = try await GeoClueMock(on: bus, #"{"silent": true}"#)
        try await fixture.running {
            var failed = fixture.failed.makeAsyncIterator()
            await fixture.locatorSleeps(until: 1)
            fixture.clock.advance(by: .seconds(1))
            await fixture.locatorSleeps(until: 10)
            fixture.clock.advance(by: .seconds(9))
            #expect(await failed.next() == [.geoClue: .timedOut(seconds: 10)])
        }
    }

    @Test func serviceRestartIsHandled() async throws {
        let mock = try await GeoClueMock(on: bus)
        let other = try await Bus.open(at: bus.address)
        var calls = try await GeoClueMock.calls(other).makeAsyncIterator()
        try await fixture.running {
            var found = fixture.found.makeAsyncIterator()
            var failed = fixture.failed.makeAsyncIterator()
            #expect(await calls.next()?.arguments.first == .string("Start"))
            try await GeoClueMock.move(other, to: .oslo, at: LocatorFixture.now)
            #expect(await found.next()?.coordinate == .oslo)
            fixture.clock.advance(by: .seconds(3600))

            PrivateBus.end(mock.process)
            #expect(await failed.next() == [.geoClue: .ended])

            _ = try await GeoClueMock(on: bus)
            while let call = await calls.next(), call.arguments.first != .string("Start") {}
            try await GeoClueMock.move(other, to: .montevideo, at: LocatorFixture.now)
            #expect(await found.next()?.coordinate == .montevideo)
            #expect(await failed.next()?.isEmpty == true)
        }
        await other.close()
    }

    @Test func geoClueInstalledLaterIsUsed() async throws {
        let other = try await Bus.open(at: bus.address)
        try await fixture.running {
            var found = fixture.found.makeAsyncIterator()
            var failed = fixture.failed.makeAsyncIterator()
            #expect(await failed.next() == [.geoClue: .notInstalled])
            fixture.clock.advance(by: .seconds(59))
            var calls = try await GeoClueMock.calls(other).makeAsyncIterator()
            _ = try await GeoClueMock(on: bus)
            await fixture.locatorSleeps(until: 60)
            fixture.clock.advance(by: .seconds(1))
            while let call = await calls.next(), call.arguments.first != .string("Start") {}
            try await GeoClueMock.move(other, to: .oslo, at: LocatorFixture.now)
            #expect(await found.next()?.coordinate == .oslo)
        }
        await other.close()
    }

    @Test func busDisconnectIsReported() async throws {
        _ = try await GeoClueMock(on: bus)
        let other = try await Bus.open(at: bus.address)
        var calls = try await GeoClueMock.calls(other).makeAsyncIterator()
        try await fixture.running {
            var failed = fixture.failed.makeAsyncIterator()
            #expect(await calls.next()?.arguments.first == .string("Start"))
            bus.end()
            let failure = await failed.next()?[.geoClue]
            #expect(failure == .noBus(reason: "the connection to the bus is closed"))
        }
    }

    @Test func missingBusIsReported() async throws {
        bus.end()
        try await fixture.running {
            var failed = fixture.failed.makeAsyncIterator()
            #expect(await failed.next() == [.geoClue: .noBus(reason: "Connection refused")])
        }
    }
}
