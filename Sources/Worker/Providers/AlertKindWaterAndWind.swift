import Weather

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
