import Weather

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
