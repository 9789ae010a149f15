import Weather

// Names whose words alone would mean another danger.
extension AlertKindTable {
    static let phrases = [
        Group(
            .tsunami,
            """
            tsunami, цунам, τσουνάμι, *تسونامي, *סונאמי, *צונאמי, *सुनामी, *সুনামি, *சுனாமி, *สึนามิ, *津波, *海啸, *海嘯,
            *지진해일, *쓰나미, sóng thần, maremot
            """),
        Group(.thunderstorm, "thunderstorm with, thunderstorms with, gewitter mit"),
        Group(
            .fog,
            """
            freezing fog, gefrierender nebel, brouillard givrant, brouillards givrants, niebla engelante,
            nieblas engelantes, nevoeiro gelado, nebbia gelata, mlha mrznoucí, mrznoucí mlha, ledový mlha,
            marznąca mgła, mgła osadzając, mgły osadzając, *冻雾, *凍霧
            """),
        Group(
            .wind,
            """
            hurricane force, hurricane wind, small craft advisory for wind, brisk wind, extreme wind, violent storm,
            wind storm, windstorm, storm force, gale force, polar low
            """),
        Group(
            .coastal,
            """
            storm surge, storm tide, high water level, hazardous sea, rough bar, rough sea, coastal flood,
            coastal inundation, tidal flood, coastal event, coastalevent, low water, sturmflut, stormflo, stormvloed,
            storm flo, vague submersion, vagues submersion, wezbranie sztormowe, cofka, *风暴潮, *風暴潮, *暴潮, *폭풍해일,
            нагон, *高潮, dalga yükse, coastal wind
            """),
        Group(
            .snowIce,
            """
            snow squall, snowsquall, winter storm, winter weather, winter travel, freezing rain, freezing drizzle,
            freeze drz, freeze rain, freezing precipitation, freezing spray, ice storm, ice accretion, blowing snow,
            blow snow, lake effect, flash freeze, snow storm, snowstorm, driving conditions, pluie verglaçante,
            pluies verglaçantes, bruine verglaçante, gel subit, gel rapide, schneesturm, eisregen,
            gefrierender regen, gefrierende nässe, lluvia helada, chuva congelante, pioggia gelata,
            pioggia congelantesi, marznące opady, opady marznące, marznący deszcz, marznąca mżawka, ледяной дождь,
            замерзающий дождь, ледяний дощ, ónos eső, mrznoucí déšť, mrznúci dážď, ledena kiša, *冻雨, *凍雨, *비얼음,
            underkylt regn, underkjølt regn, alijäähtynyt, jäätävä sade, bourrasque de neige, bourrasques de neige,
            tempête de neige, tempête hivernale, temporal de nieve, tormenta de nieve, tempesta di neve,
            tempestade de neve, снежная буря, śnieżyc, kar fırtınası, *暴风雪, *暴風雪, snow and ice, snow ice, poudrerie
            """),
        Group(
            .cold,
            "wind chill, windchill, extreme cold, cold weather, cold wave, arctic outflow, écoulement arctique, froid extrême, refroidissement éolien"
        ),
        Group(
            .forestFire,
            "red flag, fire weather, fire danger, wildland fire, forest fire, forestfire, fire warning, extreme fire, 火险, *火险"
        ),
        Group(
            .thunderstorm,
            "special marine, severe weather statement, thunderstorm wind, thunderstorm gust, *强对流, *強對流, *雷雨大风"),
        Group(.dust, "dust storm, dust devil, dust haze, sand storm, sandstorm, *沙尘, *沙塵, *扬沙, *浮尘, *浮沉, *황사, *黄沙"),
        Group(
            .airQuality, "dense smoke, blowing smoke, volcanic ash, kabut asap, poor air, air stagnation, air pollution"
        ),
        Group(
            .flood, "flash flood, rain flood, lakeshore flood, glacial lake outburst, debris flow, high water, *내수침수"),
    ]
}
