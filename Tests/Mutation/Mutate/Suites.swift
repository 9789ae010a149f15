/// The tests that a mutant of a module has to fail, the fastest first: later steps only meet what has survived earlier ones.
/// A leading `!` leaves out tests.
let suites: [(module: String, steps: [[String]])] = [
    ("Weather", [["WeatherTests"], fastForecastingTests]),
    ("Wire", [["WireTests"], ["RenderingTests.UnavailableTests", "ClientTests"], ["ServingTests"]]),
    (
        "Refreshing",
        [
            [
                "RefreshingTests", "!ClockJumpTests", "!RefresherTests", "!FleetTests", "!HeldRefresherTests",
                "!FavouritesTests",
            ],
            ["RefreshingTests"],
        ]
    ),
    ("Providers", [["ProvidersTests"], fastForecastingTests]),
    ("Forecasting", [fastForecastingTests, ["ForecastingTests.Contract"]]),
]

/// The contract tests ask every provider for everything: half a minute.
private let fastForecastingTests = ["ForecastingTests", "!Contract", "!LinearTests", "!DepthTests"]
