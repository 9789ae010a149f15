extension SkyPosition {
    /// The Sun's apparent position, to 0.01°.
    ///
    /// The low-accuracy method of J. Meeus, "Astronomical Algorithms", 2nd edition, chapter 25, also used by NOAA's
    /// solar calculator: <https://gml.noaa.gov/grad/solcalc/calcdetails.html>.
    static func sun(at time: AstronomicalTime) -> SkyPosition {
        let t = time.centuries
        let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
        let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
        let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
        let centre =
            (1.914602 - t * (0.004817 + t * 0.000014)) * sine(anomaly)
            + (0.019993 - t * 0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
        let aberration = -0.00569
        let astronomicalUnit = 149_597_870.7
        return SkyPosition(
            longitude: meanLongitude + centre + aberration + time.nutation, latitude: 0,
            distance: astronomicalUnit * 1.000001018 * (1 - eccentricity * eccentricity)
                / (1 + eccentricity * cosine(anomaly + centre)))
    }
}
