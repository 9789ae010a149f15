import Testing

@testable import Almanac

/// The files that tzset(3) reads, which must not be pipes.
struct SystemFilesTests {
    @Test(
        arguments: [
            (nil, nil, ["/etc/localtime"]), (nil, "/zones", ["/etc/localtime"]),
            ("Europe/Oslo", nil, ["/usr/share/zoneinfo/Europe/Oslo", "/usr/share/zoneinfo/posixrules"]),
            (":Europe/Oslo", "/zones", ["/zones/Europe/Oslo", "/zones/posixrules"]),
            (":/home/me/zone", "", ["/home/me/zone", "/usr/share/zoneinfo/posixrules"]),
            ("", "/zones", ["/zones/Universal", "/zones/posixrules"]),
        ] as [(String?, String?, [String])])
    func filesFollowTheEnvironment(variable: String?, directory: String?, files: [String]) {
        #expect(SystemLocalTime.files(variable: variable, directory: directory) == files)
    }
}
