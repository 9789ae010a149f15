/// Two days of air quality in Montevideo in the format of <https://open-meteo.com/en/docs/air-quality-api>, from the
/// midnight of the forecast's first day; each hour's values are one higher than those of the hour before.
enum AirForecast {
    static let json: String = {
        let hours = (0..<48).map { Forecast.midnight + $0 * 3600 }
        func column(_ first: Double) -> String {
            "[" + hours.indices.map { String(first + Double($0)) }.joined(separator: ",") + "]"
        }
        return """
            {"latitude":-34.9,"longitude":-56.2,"utc_offset_seconds":-10800,"timezone":"America/Montevideo",
             "hourly_units":{"european_aqi":"EAQI","us_aqi":"USAQI","pm2_5":"μg/m³","pm10":"μg/m³","ozone":"μg/m³",
              "grass_pollen":"grains/m³","birch_pollen":"grains/m³"},
             "hourly":{"time":\(hours),"european_aqi":\(column(10)),"us_aqi":\(column(30)),"pm2_5":\(column(1.5)),
              "pm10":\(column(3)),"ozone":\(column(50)),"grass_pollen":\(column(0.5)),
              "birch_pollen":[\(hours.map { _ in "null" }.joined(separator: ","))]}}
            """
    }()
}
