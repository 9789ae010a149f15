extension Conditions {
    /// What this forecast knows of the weather that a station's report leaves open: all of it where the report has none; rain,
    /// fog and the like where the station cannot observe them; and the sky above the low clouds, if it sees no others. nil
    /// where the measured weather stands.
    ///
    /// - Parameters:
    ///   - seesLowCloudOnly: whether the station's clear sky may have high clouds.
    ///   - missesWeather: whether it cannot observe rain, fog and the like.
    public func filling(_ measured: Conditions, seesLowCloudOnly: Bool?, missesWeather: Bool?) -> Conditions? {
        guard condition != .unknown else { return nil }
        let isSky = measured.condition.isSky
        if measured.condition == .unknown || isSky && missesWeather == true && !condition.isSky { return statedSky }
        guard isSky, seesLowCloudOnly == true else { return nil }
        if condition.isSky { return statedSky }
        // What the station would see, such as rain, is not there; the clouds may be.
        guard let sky = cloudCover.map(Condition.init(cover:)) ?? condition.precipitationKind.map({ _ in .overcast })
        else { return nil }
        var filling = statedSky
        (filling.condition, filling.likelihood) = (sky, nil)
        return filling
    }

    private var statedSky: Conditions {
        var sky = Conditions(condition: condition)
        (sky.likelihood, sky.cloudCover, sky.isDay) = (likelihood, cloudCover, isDay)
        return sky
    }
}

extension Observation {
    /// What the forecast knows of the weather that this leaves open; nil where the measured weather stands.
    func filled(by forecast: Conditions?) -> Conditions? {
        forecast?.filling(conditions, seesLowCloudOnly: seesLowCloudOnly, missesWeather: missesWeather)
    }
}
