/// The tests that detect mutants of a module, the fastest first: later steps only test the survivors of earlier ones. A
/// leading `!` excludes tests.
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

/// The contract tests take half a minute, since they test every provider.
private let fastForecastingTests = ["ForecastingTests", "!Contract", "!LinearTests", "!DepthTests"]
