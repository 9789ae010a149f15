import Keeping
import Languages
import Rendering
import Weather
import Wire

extension Responder.Presentation {
    /// The appearance of a reply: the configuration, overridden by the settings, overridden by the request.
    func style(of reading: ViewRequest, _ snapshot: Snapshot) throws(RequestFailure) -> Style {
        var style = self.style
        style.units = snapshot.units
        if snapshot.isAlternate {
            style.shortTemplate = alternateTemplate
        } else if reading.place == nil, snapshot.isElsewhere, !style.keepsShortTemplate {
            // Icon and temperature alone do not identify the place.
            style.shortTemplate = .elsewhere
        }
        style.width = reading.width
        style.height = reading.height
        // Status bars have their own markup for text styles.
        style.terminal = reading.output == .text ? reading.colors : .none
        style.isVertical = reading.isVertical
        if let theme = reading.theme ?? (style.keepsTheme ? nil : reading.background) { style.theme = theme }
        if let locale = reading.language {
            guard let language = Language(locale: locale) else { throw .unknownLanguage(locale) }
            style.speak(language, locale: locale)
        }
        if reading.units.map({ $0.lowercased() }) == ["auto"] {
            style.units = snapshot.defaults.units
        } else if !reading.units.isEmpty {
            do throws(UnitsChoice.UnknownUnit) {
                style.units = try UnitsChoice(words: reading.units).applied(to: style.units)
            } catch {
                throw .unknownUnit(error)
            }
        }
        if case .short(let format?) = reading.view {
            do throws(TemplateError) {
                style.shortTemplate = try Template(format)
                style.marksWarnings = false
            } catch {
                throw .badTemplate(error)
            }
        }
        return style
    }
}
