import Weather

// Names of several words, and compounds, that the words of the other tables would mistake for another danger.
extension AlertKindTable {
    static let compounds = [
        Group(.coastal, "meteotsunam, meteo tsunam"),
        Group(
            .heat,
            """
            tropical night, tropennacht, tropennächt, tropenacht, tropenatt, tropennatt, tropische nacht, tropische nächt,
            noche tropical, noches tropical, nuit tropical, nuits tropical, notte tropical, notti tropical,
            noite tropical, noites tropica, noc tropikaln, noce tropikaln, tropikalna noc, tropická noc, tropické noc,
            tropikus éj, trópusi éj, tropska noć, tropska noč, tropinen yö, trooppinen yö, тропическая ноч,
            тропические ноч, тропічна ніч, *热带夜, *熱帶夜, *熱帯夜, *열대야
            """),
        // Meltwater, ice jams, and broken dams.
        Group(
            .flood,
            """
            snowmelt, snow melt, rain on snow, ice jam, icejam, ice break, spring breakup, dam failure, dam break,
            dambreak, dam watch, dam warning, dam burst, dam breach, dam collapse, dam overtop, dam emergency, dam release,
            levee, dike breach, dyke breach, dike failure, dyke failure, embankment failure, reservoir release,
            fonte des neiges, fonte de la neige, fonte nivale, embâcle, débâcle, rupture de barrage, rupture de digue,
            lâcher de barrage, lâchers de barrage, lâcher d eau, lâchers d eau, schneeschmelz, schmelzwasser, eisstau,
            eisversetz, eisgang, eishochwasser, tauflut, dammbruch, staudamm, deichbruch, talsperre, fusión de nieve,
            fusión de la nieve, deshielo, rotura de presa, rotura de represa, rotura de dique, rotura de balsa,
            colapso de presa, desembalse, fusione della neve, scioglimento della neve, scioglimento neve, rottura diga,
            rottura di diga, rottura della diga, cedimento diga, rottura argin, cedimento argin, fusão da neve,
            derretimento, rompimento de barragem, rompimento da barragem, ruptura de barragem, rutura de barragem,
            sneeuwsmelt, dijkdoorbraak, dambreuk, snøsmelt, snesmelt, snösmält, isgang, islossn, isdemning, isdæmning,
            isdämning, vårflod, vårflom, dambrudd, dambrott, dammbrott, dammbrudd, dæmningsbrud, lumen sul, jääpato,
            jäänlähtö, hyydepa, lumesula, leysing, asahlák, krapaflóð, sniega kuš, sniego tirp, ledo sangr,
            topnienie śnieg, topnienia śnieg, zator lod, zatory lod, zatoru lod, zatorow, śryż, przerwanie wał,
            przerwania wał, przerwanie tam, przerwanie zapor, tání sněh, ledová zácp, ledové zácp, protržení hráz,
            topenie sneh, topenia sneh, ľadová zácp, pretrhnutie hrádz, hóolvad, jégtorlas, jégzajl, gátszakad,
            topljenj, taljenje sneg, otapanj, topirea zăpez, topire zăpad, podgheț, rupere baraj, rupere de baraj,
            снеготая, таяние снег, таяния снег, ледоход, ледовый затор, ледовые затор, затор льда, заторы льда,
            заторн, зажор, прорыв плотин, прорыва плотин, прорыв дамб, разрушение плотин, танення сніг, сніготанен,
            льодохід, затор льоду, прорив гребл, прорив дамб, снеготопен, топене на снег, топење на снег, отапање,
            kar erim, *融雪洪水, *雪解け, *凌汛, *凌洪, *溃坝, *潰壩, *决堤, *決堤, *ダム放流, *ダム決壊, *堤防決壊, *댐
            """),
        Group(
            .snowIce,
            """
            blitzeis, überfrier, gefrierender sprühregen, gefrierender niesel, freezing fog and ice,
            brouillard verglaçant
            """),
    ]
}
