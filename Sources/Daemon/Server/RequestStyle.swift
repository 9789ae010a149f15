import ClientProtocol
import Languages
import Rendering
import Store
import Weather

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

extension Responder.Presentation {
    /// The request in the language of the client's locale, unless it names a language or the user has configured one.
    func localized(_ request: Request) -> Request {
        switch request {
        case .read(let reading): .read(localized(reading))
        case .watch(let reading): .watch(localized(reading))
        case .step(let step, let reading): .step(step, localized(reading))
        case .toggle(let reading): .toggle(localized(reading))
        case .map(let map, let reading): .map(map, localized(reading))
        case .accuracy(let reading): .accuracy(localized(reading))
        case .search(let query, let output, let width, nil, let locale?):
            .search(query: query, output: output, width: width, language: language(of: locale))
        case .search, .setUnits, .setLocation, .changePlaces, .refresh, .doctor, .version, .help: request
        }
    }

    private func localized(_ reading: ViewRequest) -> ViewRequest {
        guard let locale = reading.locale else { return reading }
        var reading = reading
        reading.locale = nil
        reading.language = reading.language ?? language(of: locale)
        return reading
    }

    /// English for a language without translation, with the formats of the region; nil for the daemon's own language.
    private func language(of locale: String) -> String? {
        guard !style.keepsLanguage, let name = Language.name(ofLocale: locale) else { return nil }
        let (language, region) = (Language(locale: name), Language.region(of: name))
        if (language ?? .english, region) == (style.language, style.region) { return nil }
        return language == nil ? region.map { "en_\($0)" } ?? "en" : name
    }
}
