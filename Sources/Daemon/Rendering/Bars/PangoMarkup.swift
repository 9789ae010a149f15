import ClientProtocol
import Formats

extension StyledText {
    /// https://docs.gtk.org/Pango/pango_markup.html
    func inPangoMarkup(on theme: Theme, escaping: (String) -> String) -> String {
        runs.map { run in
            let text = escaping(run.text)
            let attributes = run.textStyle.pangoAttributes(on: theme)
            return attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
        }.joined()
    }
}

extension String {
    /// Also replaces quotes: i3blocks 1.4 does not decode the escapes of JSON.
    var escapedForPango: String { escapedForXML.escaped([("\"", "&quot;"), ("'", "&#39;")]) }
}

extension StyledText.TextStyle {
    /// Single quotes need no escaping in JSON.
    fileprivate func pangoAttributes(on theme: Theme) -> String {
        (color.map { " foreground='\($0.shade(on: theme).hex)'" } ?? "") + (isBold ? " weight='bold'" : "")
            + (isFaint ? " fgalpha='60%'" : "")
    }
}
