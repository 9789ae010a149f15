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

// Words of storms, dust, smoke, fires, thunder and snow.
extension AlertKindTable {
    static let storms = [
        Group(
            .tropicalCyclone,
            """
            hurricane, typhoon, tropical, cyclone, huracán, huracan, furac, ciclón, ciclon, ouragan, typhon,
            hurrikan, taifun, tajfun, ciclone, тайфун, тропическ, тропічн, тропски, циклон, τυφών, kasırga, *إعصار,
            *اعصار, *مداري, *הוריקן, *טייפון, *चक्रवात, *ঘূর্ণিঝড়, *புயல், *తుఫాను, *ചുഴലിക്കാറ്റ്, *ಚಂಡಮಾರುತ,
            *વાવાઝોડ, *ਚੱਕਰਵਾਤ, *වාසුළි, *ไต้ฝุ่น, *พายุหมุน, *พายุโซนร้อน, *ดีเปรสชัน, *ໄຕ້ຝຸ່ນ, *台风, *颱風, *台風, *热带,
            *熱帶, *熱帯, *태풍, *열대, bão, áp thấp nhiệt đới, bagyo, siklon, taufan, topan, kimbunga, rivodoza, rivo doza,
            *ဆိုင်ကလုန်း
            """),
        Group(
            .tornado,
            """
            tornado, tornade, tornád, waterspout, funnel cloud, windhose, wasserhose, waterhoos, windhoos, смерч,
            торнад, пијавиц, pijavic, trąba powietrzn, trąby powietrzn, σίφων, ανεμοστρόβιλ, hortum, *龙卷, *龍捲, *龍卷,
            *竜巻, *토네이도, *용오름, *ทอร์นาโด, puting beliung, lốc xoáy, vòi rồng, buhawi, skypumpe, trombe marin,
            trombes marin, tromba d aria, tromba marin, trombe d aria
            """),
        Group(
            .airQuality,
            """
            air quality, airquality, smoke, smog, haze, ashfall, ozone, ozon$, particulate, fumée, qualité de l air,
            pollution, calidad del aire, qualidade do ar, cenizas, cinzas, luftqualität, feinstaub, luchtkwaliteit,
            fijnstof, luftkvalitet, luftkvalité, ilmanlaatu, jakość powietrza, jakości powietrza, kakovost zraka,
            kvaliteta zraka, kvalitet vazduha, загрязнен, качество воздуха, неблагоприятные метеорологические,
            задымлен, дымка, мгла$, забруднен, якість повітря, задимлен, hava kirlili, *空气质量, *空氣品質, *空污, *臭氧, *霾,
            *미세먼지, *대기질, *煙霧, *黄煙, *प्रदूषण, *वायु गुणवत्ता, *جودة الهواء, *تلوث, *ฝุ่นละออง, *หมอกควัน, ô nhiễm,
            jerebu, pencemaran, asap kebakaran, humo$, humos, fumaça, *污染, *ควันพิษ, dym$, rook$, røg$, rök$, savu$
            """),
        Group(
            .dust,
            """
            dust, blowing sand, sand$, sable, poeira, polvo, tolvaner, calima, haboob, harmattan, poussière,
            poussiere, σκονη, polvere, polveri, staubsturm, saharastaub, stof$, zandstorm, støv, sandfok, пыльн,
            пылев, песчан, пилов, пясъч, прашин, пешчан, σκόνη, σκόνης, toz, kum fırtına, шаң, чаң, шороон, փոշ, მტვ,
            *غبار, *أتربة, *الأتربة, *رملية, *الرملية, *رمال, *گرد و خاک, *گردوغبار, *گرد و غبار, אבק, *אובך,
            סופת חול, *धूल, *ਧੂੜ, *ধূলি, *ધૂળ, *พายุฝุ่น, debu, vumbi, alikabok, chang$, chang bo, chang to,
            tormenta de arena, tempestad de arena, tempestade de areia, vent de sable, stofstorm
            """),
        Group(
            .avalanche,
            """
            avalanch, lawin, laviin, lavin, lavína, lavíny, snøskred, sneskred, snöskred, snjóflóð, valang, allau,
            lumivyör, снежных лавин, лавин, avalanș, avalanş, çığ, χιονοστιβ, χιονοστοιβ, ձնահյուս, ზვავ, көшкін,
            көчкү, *انهيار ثلجي, *بهمن, *हिमस्खलन, *雪崩, *なだれ, *눈사태, alud$, aludes, plazov, snežni plaz
            """),
        Group(
            .forestFire,
            """
            fire, wildfire, wildland, bushfire, waldbrand, natuurbrand, bosbrand, skogbrann, skogsbrand, gräsbrand,
            naturbrand, brandfare, brandrisk, brandgefahr, incendi, incêndi, feu de, feux de, feux$, feu$, pożar,
            požar, požár, požiar, tűz$, tűzveszély, erdőtűz, tuleoht, tulekahju, metsätul, metsäpal, ruohikkopal,
            maastopal, skógareld, gróðureld, ugunsgr, ugunsbīst, gaisr, degumo, пожар, пожеж, пажар, өрт, yangın,
            yanğın, yong in, yongʻin, түймэр, πυρκαγι, φωτιά, zjarr, zjarre, հրդեհ, ხანძ, *حرائق, *الحرائق, *شריפ,
            *דליק, *آتش سوزی, *वनाग्नि, *दावानल, *ไฟป่า, *ໄຟປ່າ, cháy rừng, *林火, *山火, *火災, *火灾, *乾燥, *산불, *건조,
            kebakaran, karhutla, آگ$, جنگل کی آگ, *שריפ, *दवानल, dry air,
            fogo$, fogos$, queimad
            """),
        Group(
            .thunderstorm,
            """
            thunder, lightning, hail, gewitter, *gewitter, blitz, hagel, onweer, bliksem, orage, oragg,
            orageu, grêle, grele, foudre, torment, tempestade, temporal$, temporali, temporalesc, trueno, trovoad,
            raios, descargas, granizo, granizad, pedrisc, fulmin, grandin, tordenvær, torden, lynnedslag, lyn$, åsk,
            ukkos, salam, þrum, elding, äike, rahe$, pērkon, negais, krusa, perkūn, kruša, burz, gradem, bouřk,
            bouřky, krupobit, kroup, búrk, krúp, zivatar, jégeső, nevihta, neviht, toča, točo, grmljavin, nepogod,
            tuča, tuče, oraj, grindin, descărcări, гроз, град$, града$, градом, градобит, градуш, гръмотев, гръм$,
            гърмел, грмљавин, грмотев, грмежи, невремен, навальніц, навальниц, блискав, молни, καταιγ, κεραυν, χαλαζ,
            χαλάζ, bubullim, stuhi me, breshër, shkreptim, gök gürült, gökgürült, yıldırım, dolu$, şimşek, şimşək,
            ildırım, dolu yağ, göy gurult, найзағай, бұршақ, чагылган, мөндүр, momaqald, do l$, раъд, барқ, жола$,
            аянга, дуу цахилгаан, мөндөр, ամպրոպ, կարկուտ, ელჭექ, ჭექა, სეტყვ, *رعد, *صواعق, *حبات البرد, *رعدية,
            *آذرخش, *صاعقه, *تگرگ, *گرج, *ژالہ, *آسمانی بجلی, *רעם, *רעמים, *ברקים, ברד$, *गरज, *बिजली, *तड़ित,
            *मेघगर्जन, *ओलावृष्टि, *वज्रपात, *ओले, *বজ্র, *শিলাবৃষ্টি, *இடி, *மின்னல், *ఉరుము, *పిడుగు, *മിന്നൽ,
            *ഇടിമിന്നൽ, *ಗುಡುಗು, *ಸಿಡಿಲು, *ગાજવીજ, *વીજળી, *ਗਰਜ, *ਬਿਜਲੀ, *අකුණු, *ฟ้าผ่า, *ฟ้าคะนอง, *ลูกเห็บ,
            *ຟ້າຮ້ອງ, *ຟ້າຜ່າ, *ຟ້າຄະນອງ, *ຝົນຟ້າ, *ផ្គររន្ទះ, *រន្ទះ, *မိုးကြိုး, *လျှပ်စီး, *冰雹, *雹, *낙뢰, *천둥, *뇌우,
            *우박, dông, giông, sét$, mưa đá, ribut petir, petir, guntur, kilat, hujan es, kidlat, kulog, pagkulog,
            radi$, ngurumo, umeme, *ነጎድጓድ, *መብረቅ, donnerst, donder, severe storm, severe local storm, dry lightning,
            *雷电, *雷電, *雷暴, *雷雨, *雷阵雨, *雷陣雨, *雷注意, *落雷, *雷击, *雷擊, ukonilm, instabilitate atmosf, descargas eléctricas,
            squall$, squalls$, temporale$, *आंधी तूफान, *आँधी तूफान, *आंधी तूफ़ान, *आँधी तूफ़ान
            """),
        Group(
            .snowIce,
            """
            snow, winter, blizzard, ice$, icy, icing, sleet, freezing, frozen, schnee, *schnee, glatteis, glätte,
            *glätte, vereis, neige, verglas, grésil, nieve, nevad, nevasc, hielo, neve$, neves$, gelo$,
            ghiaccio, nevicat, gladheid, sneeuw, ijzel, gladde, snø, snö, snefald, sne$, snefog, glatføre, isslag,
            isglatt, halka, ishalka, *lumisade, liukas, liukka, liukk, tuisk, jäide, *lumesadu, snjó, skafrenn, hríð,
            ísing, hálka, snieg, putenis, apledo, atkal, snyg, pūga, plikled, lijundr, śnieg, sniež, zamieć, zamiec,
            zawie, gołoled, oblodz, sněh, sněž, náled, námraz, ledovk, ledovic, sneh, snež, poľadov, záveje, závej,
            hófúv, hóvih, havaz, hózápor, sneg, poledic, žled, snijeg, snježn, susnežic, ninsoar, ninsor, zăpad,
            viscol, polei, gheață, снег, снеж, сняг, снегапад, метел, мяцел, гололед, гололёд, галалёд, галалед,
            налед, поземк, позёмк, изморозь, снігопад, сніг, хуртовин, заметіл, хурделиц, віхол, ожелед, виелиц,
            навяван, поледиц, заледяв, снежн, вејавиц, мећав, χιον, χιόν, παγοπληξ, παγετό ολικ, borë, dëborë, akull,
            kar$, kar yağ, karla karış, buzlanma, tipi$, qar$, qar yağ, buz$, buzlaş, çovğun, қар$, қар жау, боран,
            көктайғақ, мұз, кар$, бороон$, цас$, цасан, мөсөн, ձյուն, բուք$, ձնաբուք, մերկասառ, თოვლ, თოვა, ქარბუქ,
            ლიპყინულ, барф, ях$, *ثلوج, *ثلج, *الجليد, *שלג, *קרח, *برف, *کولاک, *हिमपात, *बर्फबारी, *बर्फ, *তুষার,
            *结冰, *凍結, *着氷, *대설, *폭설, *빙판, *결빙, tuyết, *หิมะ, *ຫິມະ, salju, *በረዶ, leda$, ledom$, lumi$, lumisa,
            lumikuur, lumip, *大雪, *冰雪, *暴雪, *降雪, *积雪, *積雪, *雪灾, *着雪, *風雪, *冰冻, *冰凍, *积冰, *積冰, *海冰, *結冰, *結氷, ising,
            overising, nedisning, isingsfare, буран,
            eis$, treibeis, packeis, raueis, raureif, rauhreif, graupel, rime$, glaze$, galaverna, calabrosa, gelicidi,
            vetron, givre, cencellad, sincelo, szadź, šadź, zúzmara, huurre, jäätymi, jäätäv, isbildn, isbelegg,
            isbelägg, isdannels, islag$, ijs$, ijsvorming
            """),
    ]
}

// Words of heat and cold.
extension AlertKindTable {
    static let temperatures = [
        Group(
            .heat,
            """
            heat, high temperature, hot$, hot weather, high temp, humidex, hitze, wärmebelast, hitte, canicul,
            chaleur, calor, altas temperatura, temperaturas altas, temperatura alta, temperaturas máxim,
            temperaturas elevad, alte temperature, temperature elevat, ondate di calore, ondata di calore, caldo,
            disagio da calore, hete$, hetebølge, varme, hedebølge, värmebölj, höga temperatur, högtemperatur, helle,
            kuumu, kuuma, hiti$, hitabylgj, kuumalain, karstum, karst$, karšt, upał, upal, vysoké teplot,
            vysokými teplot, horúčav, teplá vlna, vlna tepla, hőség, kánikul, vročin, vrućin, toplinsk, toplotn,
            visoke temperatur, visokih temperatur, caniculă, căldur, disconfort termic, temperaturi ridicate, жара$,
            жары$, жаркая, жаркой, сильная жара, аномально жарк, спек, спякот, зной, горещ, високи температур,
            висока температур, жешк, топлотн, топлотен, топли талас, високе температур, καύσων, καυσων,
            υψηλές θερμοκρασ, υψηλών θερμοκρασ, valë të nxehti, nxeht, temperatura të larta, sıcak, aşırı sıcak,
            yüksək temperatur, isti hava, ыстық, аптап, ысык, jazirama, issiq, гармо, гармии, халуун, շոգ, տապ$,
            սաստիկ շոգ, სიცხ, მაღალი ტემპერატ, حر$, الحر$, *موجة حر, *موجة حارة, *حرارة مرتفعة,
            *ارتفاع درجات الحرارة, *عומס חום, *עומס חום, *שרב, *גל חום, *گرما, *گرمی, *لو کی لہر, *उष्ण, *ऊष्मा,
            *गर्मी, *गर्म हवा, *তাপপ্রবাহ, *வெப்ப, *వడగాలు, *వేడి, *ഉഷ്ണ, *ಶಾಖ, *ગરમી, *ਗਰਮ, *උණුසුම්, *ร้อนจัด,
            *อากาศร้อน, *ຮ້ອນ, *កម្ដៅ, *အပူ, nắng nóng, *高温, *高溫, *酷热, *酷熱, *热浪, *干热风, *中暑, *熱中症, *猛暑, *폭염, *더위,
            gelombang panas, suhu panas, cuaca panas, matinding init, joto, ola cálida, onda cálida, लू$, लू की,
            хвиля тепла, хвиля спеки, волна тепла, волна жары, visoku temperatur, visoka temperatur, magas hőmérs,
            hőhullám,
            warm night, warm nights, tempo quente, quente$, quentes$, caluros, bochorno, afa$
            """),
        Group(
            .cold,
            """
            cold, frost, freez, low temperature, chill, kälte, *frost, froid, gelée, gelées, gel$, frío, frio$,
            frios, fríos, friagem, helada, heladas, bajas temperatura, temperaturas baja, temperaturas mínim,
            baixas temperatura, geada, freddo, gelate, gelata, basse temperature, strenge kou, kulde, kuldebølge,
            kyla$, *köld$, pakkas, pakka$, pakane, halla, öökülm, külm, kuldi, frosti$, salna, salnas, aukst, šalt,
            šaln, speig, mróz, mroz, przymrozk, mráz, mraz, nízké teplot, nízke teplot, silné mraz, arktick, hideg,
            fagy, hladno, hladan val, hladni val, niske temperatur, nizke temperatur, slana$, pozeba, ger$, gerul,
            îngheț, înghet, brum, temperaturi scăzute, мороз, заморозк, холод, стуж, приморозк, мраз, слана,
            ниски температур, ниске температур, хладн, ψύχ, παγετ, ψύχος, χαμηλές θερμοκρασ, ngric, të ftoht, ftohtë,
            zirai don, don olay, soğuk, şaxta, soyuq, аяз, суық, үсік, суук, үшүк, sovuq, хунук, сармо, хүйтэн,
            хүйтрэл, ցուրտ, ցրտահար, սառնամանիք, ყინვ, სიცივ, *صقيع, *موجة برد, *البرودة, *انخفاض درجات الحرارة,
            *קור עז, *سرما, *یخبندان, *سردی, *शीत, *ठंड, *শৈত্য, *குளிர், *చలి, *ശൈത്യ, *ಶೀತ, *ઠંડી, *ਠੰਢ, *ਸੀਤ,
            *සීතල, *อากาศหนาว, *หนาวจัด, *ໜາວ, *រងា, *寒潮, *寒冷, *低温, *降温, *严寒, *冻害, *低溫, *한파, *저온, *서리, rét$,
            băng giá, sương muối, suhu dingin, udara dingin, baridi, olas de frío, ondas de frio, onda de frio,
            don ve, קרה$, पाला$, *寒波, *霜冻, *霜凍, *霜注意, *早霜, *晚霜, студ$, студено, студове, kou$, rét đậm, rét hại,
            không khí lạnh, declínio de temperatura, queda de temperatura, nisku temperatur, niska temperatur,
            ниска температур, alacsony hőmérs,
            brina$, brinat, kaltluft, friaj, grazier, sheep graz, reif$, rijp$, escarcha, иней, зуд$, dzud, refroidiss,
            enfriamient, descenso brusco, descenso de temperatura, descenso de las temperatura, descenso notable,
            raffreddament, calo termico, arrefeciment, descida de temperatura, descida da temperatura, похолод,
            понижение температур, ochlazen, ochladen, ochłodzen, lehűl, răcire, zahladn, zahlađ, avkjøl, avkyl, afkøl,
            temperatursturz, temperature drop, drop in temperature, falling temperature
            """),
    ]
}

// Words of the sea, floods, wind, rain and fog.
extension AlertKindTable {
    static let waterAndWind = [
        Group(
            .coastal,
            """
            coastal, surf$, rip current, beach hazard, beach, high seas, wave$, waves, swell, sea level, sea state,
            seiche, high tide, spring tide, tide$, costeir, coster, costier, marejad, oleaj, mar de fondo,
            mar gruesa, rissag, vagues, forte houle, houle$, submersion, ressaca, agitação marítima, ondas fortes,
            ondas altas, mareggiat, moto ondoso, mare agitat, mare molto mosso, hoogwater kust, springvloed,
            høy vannstand, høyvann, høyvannstand, forhøyet vandstand, vandstand, vattenstånd, högt vatten, merivesi,
            merivede, merenkäyn, aallok, aalto, *korkea vedenkorkeus, sjávar, áhlað, ölduhæð, jūras ūden, bangavim,
            sztorm$, valov, valovi, visoki valovi, talas, valuri, mare montată, волнени, сильное волнение, хвил,
            вълнени, μεγάλο κύμα, κυματισ, θαλασσοταραχ, dallg, dalga, dəniz, *أمواج, *الأمواج, *ارتفاع الموج,
            *הים גבה, *גלים, *امواج, *دریا مواج, *موجهای, *ऊँची लहर, *ऊंची लहर, *समुद्री लहर, *சமுத்திர, *கடல் அலை,
            *கடல், *കടൽ, *ඉහළ රළ, *คลื่นลม, *คลื่นสูง, *คลื่นซัด, *ຄື້ນ, *រលក, *လှိုင်း, sóng lớn, sóng biển,
            nước dâng, triều cường, *海浪, *波浪, *巨浪, *うねり, *풍랑, *너울, gelombang, ombak, laut bergelora, banjir rob,
            alon$, daluyong, mawimbi, bahari, brandungs, hochwasser küste, *حالة البحر, *اضطراب البحر, *هيجان البحر,
            прибой, прибоя, obaln, heavy sea, heavy seas, high water level,
            alta marea, alte maree, acqua alta, marea alta, mareas altas, marea astronom, mareas vivas, pleamar,
            maré alta, marés vivas, maré viva, marée haute, marées, grande marée, coefficient de marée,
            marée de tempête, springflut, springtide, springtij, springflo, king tide, tides$, højvande, hoogwater zee,
            hoogwater op zee, прилив, приплив
            """),
        // No kind of its own, and no flood, though it is hydrological too.
        Group(
            .other,
            """
            drought, dürre, trockenheit, niedrigwasser, sécheresse, secheresse, étiage, etiage, sequía, sequia, estiaje,
            estiagem, seca$, secas$, siccità, siccita, magra, droogte, laagwater, torka$, tørke, kuivuus, põud, sausr,
            sausum, susza, suszy, niżówk, niski stan wod, sucho$, suché$, aszály, secet, suša, suše, суша$, засух, посух,
            маловод, ξηρασ, kuraklık, quraqlıq, құрғақшылық, low flow, low river, hạn hán, kekeringan, kemarau, tagtuyot,
            ukame, *干旱, *旱灾, *旱災, *渇水, *가뭄, *جفاف, *خشکسالی, *सूखा, *ภัยแล้ง, *খরা, *வறட்சி
            """),
        Group(
            .flood,
            """
            flood, hydrolog, inundat, inundation, hochwasser, überflut, überschwemm, wateroverlast, overstrom,
            hoogwater, inondation, crue$, crues$, crecid, inundac, inundaç, desbord, alaga, enchent, enxurrad,
            cheias, cheia$, alluvion, esondazion, piena$, idrogeolog, idraulic, flom, *flom, oversvøm, översväm,
            höga flöden, högt flöde, tulva, tulvi, tulv$, *tulva, vatnavext, flóð, üleujut, plūd, pali$, potvyn,
            powód, powodz, wezbran, podtop, povodň, povodn, povodeň, záplav, áradás, árvíz, árhull, villámár, poplav,
            bujic, inundați, inundaţi, viitur, наводн, паводк, паводок, половод, подтоплен, сель$, селев, селя$,
            повін, підтоплен, підняття рівн, навадн, разлив, поплав, порој, порои, бујичн, πλημμύρ, πλημμυρ, përmbyt,
            sel$, sel ve, sel baskın, taşkın, su baskın, daşqın, sel sular, subasma, тасқын, су тасқ, сел$, селдин,
            ташкын, toshqin, обхезӣ, селхатар, үер, ջրհեղեղ, սելավ, վարարում, წყალდიდობ, წყალმოვარდნ, ღვარცოფ, *سيول,
            *السيول, *فيضان, *שיטפונ, *שטפונ, *שיטפון, *שטפונות, *שטפון, *הצפ, *سیلاب, *बाढ़, *बाढ, *जलभराव, *বন্যা,
            *வெள்ள, *వరద, *വെള്ളപ്പൊക്ക, *പ്രളയ, *ಪ್ರವಾಹ, *પૂર$, *ਹੜ੍ਹ, *ගංවතුර, *น้ำท่วม, *น้ำป่า, *น้ำหลาก,
            *ນໍ້າຖ້ວມ, *ນ້ຳຖ້ວມ, *ទឹកជំនន់, *ရေကြီး, *ရေဘေး, lũ, ngập, *洪水, *洪涝, *洪澇, *山洪, *渍涝, *内涝, *內澇, *淹水, *浸水,
            *홍수, *침수, banjir, pagbaha, mafuriko, *ጎርፍ, daadad, *防洪, *洪灾, *泄洪, *高水位, *融雪, سیل$,
            tauwetter, thaw, dooi$, dégel, disgelo, degelo, odwilż, roztop, oblev, odmäk, dezgheț, dezghet, olvadás,
            tøvejr, töväder, suojasää, atkusn, atlyd, odjug, оттепел, відлиг, *氾濫, *泛滥, *増水
            """),
        Group(
            .wind,
            """
            wind, gale, orkan, tempete, ανεμ, firtina, storm$, storms$, gust, small craft, stormy, sturm, *sturm,
            *böe, böen, starkwind, rukwind, windstoot, windstoten, *wind$, vent$, vents$, rafale, tempête, viento,
            ráfaga, rafaga, vendaval, ventania, vento$, ventos, ventoso, venti$, rajad, burrasc, raffich, tempesta,
            tempestad, kuling, vind, *vind$, stiv bris, hård vind, tuuli, tuulen, tuule, *tuul$, myrsky, puuska,
            hvassvið, stormur, vindur, torm$, tormi, vējš, vēja, vētra, brāzm, vėj, audr, škval, wiatr, wichur,
            wichr, porywy, vítr, větr, vichř, vichr, vietor, vetor, vetra$, szél, szélv, viharos, vihar, veter,
            vetrov, vihur, burja, burje, vetar, vjetar, vjetr, jugo$, bura$, bure$, oluj, košav, vânt, vant$, vijeli,
            furtun, ветер, ветр, вітер, вітр, вецер, буревій, буря, бурі, шквал, ураган, шторм, вятър, ветар, ветров,
            кошав, άνεμ, ανέμ, άνεμο, μελτέμ, θύελλ, erë$, erë e, erëra, stuhi, rüzgar, rüzgâr, fırtına, külək,
            güclü külək, жел$, жел күш, қатты жел, екпінді, дауыл, шамал, shamol, шамол, салхи, шуурга, քամ, ქარი,
            ქარის, *رياح, *الرياح, *عاصفة, *عواصف, *רוח, *סופה, *סופת, *تندباد, *وزش باد, باد$, *طوفان, *توفان,
            *تیز ہوا, *آندھی, *जोरदार हवा, *तेज हवा, *तेज़ हवा, *आंधी, *आँधी, *तूफान, *तूफ़ान, *वादळ, *ঝড়, *দমকা,
            *காற்று, *ఈదురు, *గాలు, *കാറ്റ്, *ಗಾಳಿ, *પવન, *ਹਵਾ, *ਤੂਫ਼ਾਨ, *ਹਨੇਰੀ, *සුළඟ, *සුළං, *ลมแรง, *ลมกระโชก,
            *พายุ, *ลม, *ລົມ, *ພາຍຸ, *ខ្យល់, *ព្យុះ, *လေပြင်း, *လေတိုက်, gió, lốc, *大风, *大風, *强风, *強風, *暴风, *暴風, *阵风,
            *陣風, *狂风, *下击暴流, *烈风, *강풍, *돌풍, *바람, angin, ribut, hangin, upepo, rivotra, *ነፋስ, dabayl, monsoon signal,
            *గాలి, blæst, zonda$, *မုန်တိုင်း, badai, *风力, *季风, *季風,
            squally, mistral, tramontan, scirocco, sirocco, libeccio, maestral, grecale, meltemi, etesian, föhn, foehn,
            fallwind, cierzo, pampero, sudestad, halny, autan$, bise$, poyraz, shamal$
            """),
        Group(
            .rain,
            """
            rain, downpour, precipitation, shower, cloudburst, regen, *regen, *regenfall, neerslag, pluie,
            précipitation, lluvia, aguacero, chubasco, precipitac, acumulado de chuva, chuva, precipitaç, pioggi,
            piogge, precipitazion, rovesc, nubifrag, regn, *regn$, nedbør, skybrud, skybrudd, skyfall, ösregn, sade$,
            sateet, sateita, rankkasade, *sade$, rigning, úrkom, úrhell, vihm, *sadu$, lietus, lietav, nokriš, lietū,
            kritul, deszcz, opady, opad$, ulew, déšť, dešť, dešt, srážk, dážď, dažď, lejak, prívalov, eső, csapad,
            felhőszakad, deževj, dež$, padavin, naliv, kiša, kiše, kišu, kisa$, oborin, pljusk, ploaie, ploi,
            precipitați, precipitaţi, averse, aversă, дожд, ливн, ливень, осадк, дощ, злив, опади, опадів, дажд,
            ападк, дъжд, валеж, киша, кише, кишу, падавин, врнеж, βροχ, όμβρ, reshje, yağış, yağmur, sağanak, leysan,
            жауын, жаңбыр, нөсер, жаан, нөшөр, yomg, jala$, борон$, боришот, бороо, аадар, անձրև, տեղում, წვიმ,
            ნალექ, თქეშ, *أمطار, *الأمطار, *مطر$, *امطار, גשם, *גשמים, *גשום, *باران, *بارش, *بارندگی, *बारिश,
            *वर्षा, *वृष्टि, *पाऊस, *বৃষ্টি, *বর্ষণ, *மழை, *వర్ష, *వాన, *മഴ, *ಮಳೆ, *વરસાદ, *ਮੀਂਹ, *ਬਾਰਿਸ਼, *වැසි,
            *වර්ෂා, *ฝนตก, *ฝน, *ຝົນ, *ភ្លៀង, *မိုးကြီး, *မိုးသည်း, *မိုး, mưa, *暴雨, *大雨, *豪雨, *降雨, *降水, *호우, *폭우,
            hujan, mvua, *ዝናብ, roob, *많은 비, *阵雨, *陣雨, *连阴雨, *강우, na ulan$, pag ulan, sadevaroit, shi i dend, *강수,
            niederschlag, niederschläg, *niederschlag, *niederschläg, wolkenbruch, schauer
            """),
        Group(
            .fog,
            """
            fog, ομιχλ, nebel, brouillard, niebla, neblina, nevoeiro, bruma, tåke, tåge, dimm, tjocka$, sumu, *sumu$,
            þoka, þoku, udu$, migla, rūk, mgł, mgliste, mlh, hmla, hmly, köd, meglo, megla, megle, magla, magle,
            maglu, ceață, ceata, туман, імла, мъгл, магл, ομίχλ, mjegull, sis$, duman, тұман, tuman, манан, մառախուղ,
            ნისლ, *ضباب, *الضباب, ערפל, *مه غلیظ, *دھند, *धुंध, *कोहरा, *कोहरे, *धुके, *কুয়াশা, *மூடுபனி, *పొగమంచు,
            *മൂടൽമഞ്ഞ്, *ಮಂಜು, *ધુમ્મસ, *ਧੁੰਦ, *මීදුම, *หมอก, *ໝອກ, *អ័ព្ទ, *မြူ, sương mù, *大雾, *大霧, *濃霧, *안개,
            kabut, kabus, ulap$, ukungu, *ጭጋግ, nebbi, مه$, مه غلیظ, مه آلود, *浓雾, *能见度, *團霧, *团雾, mist$, misty
            """),
    ]
}
