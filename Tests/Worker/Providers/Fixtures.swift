import Providers
import Weather

/// Answers in Open-Meteo's documented format, written for these tests.
enum Fixtures {
    /// 2026-11-21T12:00:00Z, a Saturday.
    static let now = UnixTime(1_795_262_400)

    /// The units in an answer to our request.
    static let units = #"""
        {"time":"unixtime","temperature_2m":"°C","relative_humidity_2m":"%","apparent_temperature":"°C",
         "dew_point_2m":"°C","is_day":"","precipitation":"mm","rain":"mm","showers":"mm","snowfall":"cm",
         "weather_code":"wmo code","cloud_cover":"%","pressure_msl":"hPa","wind_speed_10m":"m/s",
         "wind_direction_10m":"°","wind_gusts_10m":"m/s","visibility":"m","uv_index":"",
         "precipitation_probability":"%"}
        """#

    /// All requested values, for two hours and two days in Berlin.
    static let whole = #"""
        {"latitude":52.52,"longitude":13.419998,"generationtime_ms":0.7,"utc_offset_seconds":3600,
         "timezone":"Europe/Berlin","timezone_abbreviation":"GMT+1","elevation":38.0,
         "current_units":\#(units),
         "current":{"time":1795262400,"interval":900,"temperature_2m":4,"relative_humidity_2m":81,
          "apparent_temperature":0.7,"dew_point_2m":1.1,"is_day":1,"precipitation":0.30,"rain":0.10,"showers":0.20,
          "snowfall":0.07,"weather_code":61,"cloud_cover":100,"pressure_msl":1003.2,"wind_speed_10m":4.53,
          "wind_direction_10m":213,"wind_gusts_10m":9.1,"visibility":14880.00,"uv_index":0.35},
         "hourly_units":\#(units),
         "hourly":{"time":[1795262400,1795266000],"temperature_2m":[4.0,3.5],"relative_humidity_2m":[81,85],
          "apparent_temperature":[0.7,0.1],"dew_point_2m":[1.1,1.2],"is_day":[1,0],"precipitation":[0.5,0.0],
          "rain":[0.5,0.0],"showers":[0,0],"snowfall":[0.00,0.14],"weather_code":[63,3],"cloud_cover":[100,90],
          "pressure_msl":[1003.2,1003.9],"wind_speed_10m":[4.53,5.06],"wind_direction_10m":[213,220],
          "wind_gusts_10m":[9.1,10.2],"visibility":[14880.0,24140.0],"uv_index":[0.35,0.10],
          "precipitation_probability":[78,20]},
         "minutely_15_units":{"time":"unixtime","precipitation":"mm"},
         "minutely_15":{"time":[1795262400,1795263300,1795264200],"precipitation":[0.10,0.00,null]},
         "daily_units":{"time":"unixtime","weather_code":"wmo code","temperature_2m_max":"°C",
          "temperature_2m_min":"°C","apparent_temperature_max":"°C","apparent_temperature_min":"°C",
          "cloud_cover_mean":"%","sunrise":"unixtime","sunset":"unixtime","daylight_duration":"s","uv_index_max":"",
          "precipitation_sum":"mm","rain_sum":"mm","showers_sum":"mm","snowfall_sum":"cm","precipitation_hours":"h",
          "precipitation_probability_max":"%","wind_speed_10m_max":"m/s","wind_gusts_10m_max":"m/s",
          "wind_direction_10m_dominant":"°"},
         "daily":{"time":[1795215600,1795302000],"weather_code":[63,3],"temperature_2m_max":[5.2,6.1],
          "temperature_2m_min":[1.8,2.0],"apparent_temperature_max":[1.9,2.7],"apparent_temperature_min":[-2.2,-1.5],
          "cloud_cover_mean":[92,71],"sunrise":[1795242870,1795329360],"sunset":[1795273440,1795359780],
          "daylight_duration":[30570.12,30420.55],"uv_index_max":[0.55,0.80],"precipitation_sum":[6.20,0.10],
          "rain_sum":[6.10,0.00],"showers_sum":[0.10,0.10],"snowfall_sum":[0.00,0.07],
          "precipitation_hours":[9.0,1.0],"precipitation_probability_max":[98,25],
          "wind_speed_10m_max":[7.20,5.80],"wind_gusts_10m_max":[15.1,11.9],
          "wind_direction_10m_dominant":[208,250]}}
        """#

    /// An answer with only the given current values and units (by default ours).
    static func current(_ values: String, units: String = "{}") -> String {
        """
        {"utc_offset_seconds":0,"timezone":"GMT","current_units":\(units),"current":{"time":1795262400,\(values)}}
        """
    }

    /// An answer with only the given hours.
    static func hourly(_ columns: String, units: String = "{}") -> String {
        """
        {"utc_offset_seconds":0,"timezone":"GMT","hourly_units":\(units),"hourly":{\(columns)}}
        """
    }

    /// An answer for `count` days from the midnight `first`, in Open-Meteo's format: all midnights have the same
    /// offset.
    static func daily(
        first: Int, count: Int, offset: Int, zone: String, columns: String = ""
    ) -> String {
        let times = (0..<count).map { "\(first + $0 * 86_400)" }.joined(separator: ",")
        let highs = (0..<count).map { "\($0)" }.joined(separator: ",")
        return """
            {"utc_offset_seconds":\(offset),"timezone":"\(zone)","daily":{"time":[\(times)],
             "temperature_2m_max":[\(highs)]\(columns.isEmpty ? "" : ",")\(columns)}}
            """
    }
}
