import Testing

@testable import Rendering

struct TemplateValuesTests {
    /// However often the template uses it, also in optional parts.
    @Test func placeholdersAreComputedOnce() throws {
        let template = try Template(String(repeating: "{nowcast}{({place})}", count: 50))
        var computed: [Template.Field: Int] = [:]
        var values = TemplateValues { field in
            computed[field, default: 0] += 1
            return .text("x")
        }
        let pieces = Template.pieces(of: template.parts, &values, Style(), isFresh: true)
        #expect(pieces.count == 100)
        #expect(computed == [.named(.nowcast): 1, .named(.place): 1])
    }
}
