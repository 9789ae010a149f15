/// Air quality at the surface at one moment. Values that the provider does not give are nil.
public struct AirQuality: Sendable, Hashable, Codable {
    public var time: UnixTime
    /// The European Air Quality Index of the European Environment Agency as computed by Open-Meteo: 0 to 20 good, to 40
    /// fair, to 60 moderate, to 80 poor, to 100 very poor, above extremely poor.
    @Thousandths public var europeanIndex: Double?
    /// The Air Quality Index of the United States Environmental Protection Agency, 0 to 500.
    @Thousandths public var usIndex: Double?
    /// OpenWeather's own index: 1 good, 2 fair, 3 moderate, 4 poor, 5 very poor.
    @Thousandths public var openWeatherIndex: Double?
    /// Particles of up to 2.5 µm, µg/m³.
    @Thousandths public var fineParticles: Double?
    /// Particles of up to 10 µm, µg/m³.
    @Thousandths public var particles: Double?
    /// µg/m³, as for all gases.
    @Thousandths public var ozone: Double?
    @Thousandths public var nitrogenDioxide: Double?
    @Thousandths public var sulphurDioxide: Double?
    @Thousandths public var carbonMonoxide: Double?
    @Thousandths public var ammonia: Double?
    /// Desert dust, µg/m³.
    @Thousandths public var dust: Double?
    /// Pollen, grains/m³; only for Europe and in season.
    @Thousandths public var alderPollen: Double?
    @Thousandths public var birchPollen: Double?
    @Thousandths public var grassPollen: Double?
    @Thousandths public var mugwortPollen: Double?
    @Thousandths public var olivePollen: Double?
    @Thousandths public var ragweedPollen: Double?

    public init(time: UnixTime) {
        self.time = time
    }
}

/// Every number of the air, in the order of the JSON.
extension AirQuality {
    public static let quantities: [Quantity<AirQuality>] = [
        .europeanIndex, .usIndex, .openWeatherIndex, .fineParticles, .particles, .ozone, .nitrogenDioxide,
        .sulphurDioxide, .carbonMonoxide, .ammonia, .dust, .alderPollen, .birchPollen, .grassPollen, .mugwortPollen,
        .olivePollen, .ragweedPollen,
    ]
}

extension Quantity<AirQuality> {
    public static let europeanIndex = Quantity(
        "europeanIndex", .airIndex, { $0.europeanIndex }, { $0.europeanIndex = $1 }, key: "europeanAqi")
    public static let usIndex = Quantity(
        "usIndex", .airIndex, { $0.usIndex }, { $0.usIndex = $1 }, key: "usAqi")
    public static let openWeatherIndex = Quantity(
        "openWeatherIndex", .airLevel, { $0.openWeatherIndex }, { $0.openWeatherIndex = $1 }, key: "openWeatherAqi")
    public static let fineParticles = Quantity(
        "fineParticles", .concentration, { $0.fineParticles }, { $0.fineParticles = $1 }, key: "pm25")
    public static let particles = Quantity(
        "particles", .concentration, { $0.particles }, { $0.particles = $1 }, key: "pm10")
    public static let ozone = Quantity(
        "ozone", .concentration, { $0.ozone }, { $0.ozone = $1 })
    public static let nitrogenDioxide = Quantity(
        "nitrogenDioxide", .concentration, { $0.nitrogenDioxide }, { $0.nitrogenDioxide = $1 })
    public static let sulphurDioxide = Quantity(
        "sulphurDioxide", .concentration, { $0.sulphurDioxide }, { $0.sulphurDioxide = $1 })
    public static let carbonMonoxide = Quantity(
        "carbonMonoxide", .concentration, { $0.carbonMonoxide }, { $0.carbonMonoxide = $1 })
    public static let ammonia = Quantity(
        "ammonia", .concentration, { $0.ammonia }, { $0.ammonia = $1 })
    public static let dust = Quantity(
        "dust", .concentration, { $0.dust }, { $0.dust = $1 })
    public static let alderPollen = Quantity(
        "alderPollen", .pollen, { $0.alderPollen }, { $0.alderPollen = $1 })
    public static let birchPollen = Quantity(
        "birchPollen", .pollen, { $0.birchPollen }, { $0.birchPollen = $1 })
    public static let grassPollen = Quantity(
        "grassPollen", .pollen, { $0.grassPollen }, { $0.grassPollen = $1 })
    public static let mugwortPollen = Quantity(
        "mugwortPollen", .pollen, { $0.mugwortPollen }, { $0.mugwortPollen = $1 })
    public static let olivePollen = Quantity(
        "olivePollen", .pollen, { $0.olivePollen }, { $0.olivePollen = $1 })
    public static let ragweedPollen = Quantity(
        "ragweedPollen", .pollen, { $0.ragweedPollen }, { $0.ragweedPollen = $1 })
}
