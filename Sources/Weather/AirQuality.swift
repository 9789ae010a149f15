/// The air that people breathe at one moment, at the surface. A nil value is one that the provider does not give.
public struct AirQuality: Sendable, Hashable, Codable {
    public var time: UnixTime
    /// The European Air Quality Index of the European Environment Agency as Open-Meteo computes it: 0 to 20 good, to 40 fair, to 60
    /// moderate, to 80 poor, to 100 very poor, above extremely poor.
    @Thousandths public var europeanIndex: Double?
    /// The Air Quality Index of the United States Environmental Protection Agency, 0 to 500.
    @Thousandths public var usIndex: Double?
    /// OpenWeather's own index: 1 good, 2 fair, 3 moderate, 4 poor, 5 very poor.
    @Thousandths public var openWeatherIndex: Double?
    /// Particles of up to 2.5 µm, µg/m³.
    @Thousandths public var fineParticles: Double?
    /// Particles of up to 10 µm, µg/m³.
    @Thousandths public var particles: Double?
    /// µg/m³, as all gases are.
    @Thousandths public var ozone: Double?
    @Thousandths public var nitrogenDioxide: Double?
    @Thousandths public var sulphurDioxide: Double?
    @Thousandths public var carbonMonoxide: Double?
    @Thousandths public var ammonia: Double?
    /// From deserts, µg/m³.
    @Thousandths public var dust: Double?
    /// Pollen, grains/m³; given for Europe in the season of each.
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
