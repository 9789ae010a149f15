import ClientProtocol
import Rendering

// How a reading is answered.
extension ViewRequest {
    /// Only a terminal client sends a width.
    var isCurrentOnATerminal: Bool { view == .current && output == .text && width != nil }

    /// Whether the user is looking at the weather of the shown place, so that the location should be up to date.
    var showsCurrentPlace: Bool { (view == .current || view == .show) && place == nil }

    /// Whether the answer uses fetched data, not only computation.
    var needsWeather: Bool { !view.traits.shown.isEmpty }

    /// Whether it is the most frequent request of bars, which takes a few microseconds. It is rendered on the event loop and so
    /// never waits for other clients; everything else is rendered in turns.
    var isOneLine: Bool { view == .short(format: nil) && !output.hasDetails }
}
