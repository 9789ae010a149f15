import CLinux
import Glibc

/// The system's two clocks: the wall clock, and the clock that runs since the boot.
public enum SystemClocks {
    /// Both clocks, read together, s. `uptime` includes suspend (CLOCK_BOOTTIME).
    public static func read() -> (wall: Int, uptime: Int) {
        var result = readOnce()
        // The clock may have been set, or the machine suspended, in between. Within one second, the difference of the clocks is
        // the same at each reading, up to a second.
        while result.elapsed != 0 { result = readOnce() }
        return (result.wall, result.uptime)
    }

    private static func readOnce() -> (wall: Int, uptime: Int, elapsed: Int) {
        let wall = time(nil)
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        return (wall, uptime.tv_sec, time(nil) - wall)
    }

    /// How long the machine was suspended since the boot, s.
    static var suspended: Int {
        var (boot, awake) = (timespec(), timespec())
        clock_gettime(CLOCK_BOOTTIME, &boot)
        clock_gettime(CLOCK_MONOTONIC, &awake)
        return boot.tv_sec - awake.tv_sec
    }

    /// Identifies this boot, random(4); without /proc, this process.
    public static let boot: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        let bytes = file < 0 ? [] : (try? [UInt8](reading: file, atMost: 64)) ?? []
        let id = bytes.filter { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return id.isEmpty ? "process \(getpid()) \(read().uptime)" : String(decoding: id, as: UTF8.self)
    }()
}
