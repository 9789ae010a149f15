import Foundation
import Pages
import Testing

@testable import SessionBus

struct IntrospectionTests {
    private static let path = "systemd/org.weatherd.Weather1.xml"

    /// To update the file: WEATHERD_RECORD_INTERFACE=1 swift test --filter IntrospectionTests
    @Test func installedFileIsTheInterface() throws {
        let file = Page.project.appending(path: Self.path)
        if ProcessInfo.processInfo.environment["WEATHERD_RECORD_INTERFACE"] != nil {
            try Introspection.file.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == Introspection.file)
    }

    @Test func everyObjectOnTheWayIsDescribed() throws {
        let own = try #require(Introspection.xml(of: "/org/weatherd/Weather1"))
        #expect(own.contains("<interface name=\"org.weatherd.Weather1\">"))
        #expect(own.contains("<interface name=\"org.freedesktop.DBus.Properties\">"))
        for (path, child) in [("/", "org"), ("/org", "weatherd"), ("/org/weatherd", "Weather1")] {
            let xml = try #require(Introspection.xml(of: path))
            #expect(xml.contains("<node name=\"\(child)\"/>") && !xml.contains("interface name"), "\(path): \(xml)")
        }
        for path in ["", "/o", "/org/weatherd/Weather", "/org/weatherd/Weather1/x", "/com"] {
            #expect(Introspection.xml(of: path) == nil, "\(path)")
        }
    }

    @Test func typesThatQtCannotInferAreAnnotated() throws {
        let lines = Introspection.file.split(separator: "\n").map { $0.drop { $0 == " " } }
        for (index, line) in lines.enumerated() where line.contains("a{sv}") {
            let type = line.contains("aa{sv}") ? "QList&lt;QVariantMap&gt;" : "QVariantMap"
            #expect(lines[index + 1].hasSuffix("value=\"\(type)\"/>"), "\(line)")
        }
    }

    @Test func pageListsMethodsAndProperties() throws {
        let page = try String(contentsOf: Page.project.appending(path: "docs/dbus.md"), encoding: .utf8)
        for method in WeatherInterface.Method.allCases {
            #expect(page.contains("`\(method.rawValue)`"), "\(method.rawValue)")
        }
        for property in WeatherInterface.Property.allCases {
            let row = page.split(separator: "\n").first {
                $0.hasPrefix("|") && $0.contains("`\(property.rawValue)`")
                    && $0.contains("| \(property.kind.rawValue) |")
            }
            #expect(row != nil, "\(property.rawValue): \(property.kind.rawValue)")
        }
    }
}
