import Weather

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
