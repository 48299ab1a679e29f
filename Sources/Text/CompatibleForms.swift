/// Characters that Unicode has for other characters in a certain form, and these others: ㎖ for
/// `ml`, ① for `1`, ﬁ for `fi`, half-width ｶ for カ.
package enum CompatibleForms {
  /// The usual characters for this one (NFKC); nil if it is usual itself. A space is `_` here:
  /// both separate words.
  ///
  /// Single letters of Hangul stay: their compatible forms would join into syllables.
  ///
  /// Source: Unicode Standard Annex #15; the mappings `<...>` of `UnicodeData.txt`, Unicode 14.
  package static func usual(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView? {
    scalar.value < 0xA0 ? nil : forms[scalar]
  }

  private static let forms: [Unicode.Scalar: String.UnicodeScalarView] = {
    var forms: [Unicode.Scalar: String.UnicodeScalarView] = [:]
    var next: UInt32 = 0
    for word in table.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if word.starts(with: "U+".unicodeScalars) {
        next = UInt32(String(word.dropFirst(2)), radix: 16) ?? 0
      } else {
        if let scalar = Unicode.Scalar(next) { forms[scalar] = String.UnicodeScalarView(word) }
        next += 1
      }
    }
    return forms
  }()

  /// `U+A0 _` says that U+00A0 is a space; characters without a number have the next ones.
  private static let table = """
    U+A0 _ U+A8 _̈ U+AA a U+AF _̄ U+B2 2 3 _́ μ U+B8 _̧ 1 o U+BC 1⁄4 1⁄2 3⁄4 U+132 IJ ij U+13F
    L· l· U+149 ʼn U+17F s U+1C4 DŽ Dž dž LJ Lj lj NJ Nj nj U+1F1 DZ Dz dz U+2B0 h ɦ j r ɹ ɻ ʁ w
    y U+2D8 _̆ _̇ _̊ _̨ _̃ _̋ U+2E0 ɣ l s x ʕ U+37A _ͅ U+384 _́ _̈́ U+3D0 β θ Υ Ύ Ϋ φ π U+3F0 κ
    ρ ς U+3F4 Θ ε U+3F9 Σ U+587 եւ U+675 اٴ وٴ ۇٴ يٴ U+E33 ํา U+EB3 ໍາ U+EDC ຫນ ຫມ U+F0C ་ U+F77
    ྲཱྀ U+F79 ླཱྀ U+10FC ნ U+1D2C A Æ B U+1D30 D E Ǝ G H I J K L M N U+1D3C O Ȣ P R T U W a ɐ ɑ
    ᴂ b d e ə ɛ ɜ g U+1D4F k m ŋ o ɔ ᴖ ᴗ p t u ᴝ ɯ v ᴥ β γ δ φ χ i r u v β γ ρ φ χ U+1D78 н
    U+1D9B ɒ c ɕ ð ɜ f ɟ ɡ ɥ ɨ ɩ ɪ ᵻ ʝ ɭ ᶅ ʟ ɱ ɰ ɲ ɳ ɴ ɵ ɸ ʂ ʃ ƫ ʉ ʊ ᴜ ʋ ʌ z ʐ ʑ ʒ θ U+1E9A aʾ ṡ
    U+1FBD _̓ U+1FBF _̓ _͂ _̈͂ U+1FCD _̓̀ _̓́ _̓͂ U+1FDD _̔̀ _̔́ _̔͂ U+1FED _̈̀ _̈́ U+1FFD _́ _̔
    U+2000 _ _ _ _ _ _ _ _ _ _ _ U+2011 ‐ U+2017 _̳ U+2024 . .. ... U+202F _ U+2033 ′′ ′′′
    U+2036 ‵‵ ‵‵‵ U+203C !! U+203E _̅ U+2047 ?? ?! !? U+2057 ′′′′ U+205F _ U+2070 0 i U+2074 4 5
    6 7 8 9 + − = ( ) n 0 1 2 3 4 5 6 7 8 9 + − = ( ) U+2090 a e o x ə h k l m n p s t U+20A8 Rs
    U+2100 a/c a/s C °C U+2105 c/o c/u Ɛ U+2109 °F g H H H h ħ I I L l U+2115 N No U+2119 P Q R
    R R U+2120 SM TEL TM U+2124 Z U+2128 Z U+212C B C U+212F e E F U+2133 M o א ב ג ד i U+213B
    FAX π γ Γ Π ∑ U+2145 D d e i j U+2150 1⁄7 1⁄9 1⁄10 1⁄3 2⁄3 1⁄5 2⁄5 3⁄5 4⁄5 1⁄6 5⁄6 1⁄8 3⁄8
    5⁄8 7⁄8 1⁄ I II III IV V VI VII VIII IX X XI XII L C D M i ii iii iv v vi vii viii ix x xi
    xii l c d m U+2189 0⁄3 U+222C ∫∫ ∫∫∫ U+222F ∮∮ ∮∮∮ U+2460 1 2 3 4 5 6 7 8 9 10 11 12 13 14
    15 16 17 18 19 20 (1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11) (12) (13) (14) (15) (16)
    (17) (18) (19) (20) 1. 2. 3. 4. 5. 6. 7. 8. 9. 10. 11. 12. 13. 14. 15. 16. 17. 18. 19. 20.
    (a) (b) (c) (d) (e) (f) (g) (h) (i) (j) (k) (l) (m) (n) (o) (p) (q) (r) (s) (t) (u) (v) (w)
    (x) (y) (z) A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n
    o p q r s t u v w x y z 0 U+2A0C ∫∫∫∫ U+2A74 ::= == === U+2C7C j V U+2D6F ⵡ U+2E9F 母 U+2EF3
    龟 U+2F00 一 丨 丶 丿 乙 亅 二 亠 人 儿 入 八 冂 冖 冫 几 凵 刀 力 勹 匕 匚 匸 十 卜 卩 厂 厶 又 口 囗 土 士 夂 夊 夕 大 女 子 宀 寸 小
    尢 尸 屮 山 巛 工 己 巾 干 幺 广 廴 廾 弋 弓 彐 彡 彳 心 戈 戶 手 支 攴 文 斗 斤 方 无 日 曰 月 木 欠 止 歹 殳 毋 比 毛 氏 气 水 火 爪 父
    爻 爿 片 牙 牛 犬 玄 玉 瓜 瓦 甘 生 用 田 疋 疒 癶 白 皮 皿 目 矛 矢 石 示 禸 禾 穴 立 竹 米 糸 缶 网 羊 羽 老 而 耒 耳 聿 肉 臣 自 至 臼
    舌 舛 舟 艮 色 艸 虍 虫 血 行 衣 襾 見 角 言 谷 豆 豕 豸 貝 赤 走 足 身 車 辛 辰 辵 邑 酉 釆 里 金 長 門 阜 隶 隹 雨 靑 非 面 革 韋 韭 音
    頁 風 飛 食 首 香 馬 骨 高 髟 鬥 鬯 鬲 鬼 魚 鳥 鹵 鹿 麥 麻 黃 黍 黑 黹 黽 鼎 鼓 鼠 鼻 齊 齒 龍 龜 龠 U+3000 _ U+3036 〒 U+3038
    十 卄 卅 U+309B _゙ _゚ U+309F より U+30FF コト U+3192 一 二 三 四 上 中 下 甲 乙 丙 丁 天 地 人 U+3200 (ᄀ) (ᄂ) (ᄃ)
    (ᄅ) (ᄆ) (ᄇ) (ᄉ) (ᄋ) (ᄌ) (ᄎ) (ᄏ) (ᄐ) (ᄑ) (ᄒ) (가) (나) (다) (라) (마) (바) (사) (아) (자) (차) (카) (타)
    (파) (하) (주) (오전) (오후) U+3220 (一) (二) (三) (四) (五) (六) (七) (八) (九) (十) (月) (火) (水) (木) (金) (土)
    (日) (株) (有) (社) (名) (特) (財) (祝) (労) (代) (呼) (学) (監) (企) (資) (協) (祭) (休) (自) (至) 問 幼 文 箏
    U+3250 PTE 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 ᄀ ᄂ ᄃ ᄅ ᄆ ᄇ ᄉ ᄋ ᄌ ᄎ ᄏ ᄐ ᄑ ᄒ 가 나 다 라
    마 바 사 아 자 차 카 타 파 하 참고 주의 우 U+3280 一 二 三 四 五 六 七 八 九 十 月 火 水 木 金 土 日 株 有 社 名 特 財 祝 労 秘 男 女 適
    優 印 注 項 休 写 正 上 中 下 左 右 医 宗 学 監 企 資 協 夜 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 1月 2月
    3月 4月 5月 6月 7月 8月 9月 10月 11月 12月 Hg erg eV LTD ア イ ウ エ オ カ キ ク ケ コ サ シ ス セ ソ タ チ ツ テ ト ナ ニ ヌ
    ネ ノ ハ ヒ フ ヘ ホ マ ミ ム メ モ ヤ ユ ヨ ラ リ ル レ ロ ワ ヰ ヱ ヲ 令和 アパート アルファ アンペア アール イニング インチ ウォン エスクード
    エーカー オンス オーム カイリ カラット カロリー ガロン ガンマ ギガ ギニー キュリー ギルダー キロ キログラム キロメートル キロワット グラム グラムトン クルゼイロ
    クローネ ケース コルナ コーポ サイクル サンチーム シリング センチ セント ダース デシ ドル トン ナノ ノット ハイツ パーセント パーツ バーレル ピアストル ピクル ピコ
    ビル ファラッド フィート ブッシェル フラン ヘクタール ペソ ペニヒ ヘルツ ペンス ページ ベータ ポイント ボルト ホン ポンド ホール ホーン マイクロ マイル マッハ
    マルク マンション ミクロン ミリ ミリバール メガ メガトン メートル ヤード ヤール ユアン リットル リラ ルピー ルーブル レム レントゲン ワット 0点 1点 2点 3点
    4点 5点 6点 7点 8点 9点 10点 11点 12点 13点 14点 15点 16点 17点 18点 19点 20点 21点 22点 23点 24点 hPa da AU bar
    oV pc dm dm2 dm3 IU 平成 昭和 大正 明治 株式会社 pA nA μA mA kA KB MB GB cal kcal pF nF μF μg mg kg Hz
    kHz MHz GHz THz μl ml dl kl fm nm μm mm cm km mm2 cm2 m2 km2 mm3 cm3 m3 km3 m∕s m∕s2 Pa kPa
    MPa GPa rad rad∕s rad∕s2 ps ns μs ms pV nV μV mV kV MV pW nW μW mW kW MW kΩ MΩ a.m. Bq cc cd
    C∕kg Co. dB Gy ha HP in KK KM kt lm ln log lx mb mil mol PH p.m. PPM PR sr Sv Wb V∕m A∕m 1日
    2日 3日 4日 5日 6日 7日 8日 9日 10日 11日 12日 13日 14日 15日 16日 17日 18日 19日 20日 21日 22日 23日 24日 25日 26日
    27日 28日 29日 30日 31日 gal U+A69C ъ ь U+A770 ꝯ U+A7F2 C F Q U+A7F8 Ħ œ U+AB5C ꜧ ꬷ ɫ ꭒ U+AB69 ʍ
    U+FB00 ff fi fl ffi ffl st st U+FB13 մն մե մի վն մխ U+FB20 ע א ד ה כ ל ם ר ת + U+FB4F אל ٱ ٱ
    ٻ ٻ ٻ ٻ پ پ پ پ ڀ ڀ ڀ ڀ ٺ ٺ ٺ ٺ ٿ ٿ ٿ ٿ ٹ ٹ ٹ ٹ ڤ ڤ ڤ ڤ ڦ ڦ ڦ ڦ ڄ ڄ ڄ ڄ ڃ ڃ ڃ ڃ چ چ چ چ ڇ ڇ
    ڇ ڇ ڍ ڍ ڌ ڌ ڎ ڎ ڈ ڈ ژ ژ ڑ ڑ ک ک ک ک گ گ گ گ ڳ ڳ ڳ ڳ ڱ ڱ ڱ ڱ ں ں ڻ ڻ ڻ ڻ ۀ ۀ ہ ہ ہ ہ ھ ھ ھ ھ
    ے ے ۓ ۓ U+FBD3 ڭ ڭ ڭ ڭ ۇ ۇ ۆ ۆ ۈ ۈ ۇٴ ۋ ۋ ۅ ۅ ۉ ۉ ې ې ې ې ى ى ئا ئا ئە ئە ئو ئو ئۇ ئۇ ئۆ ئۆ
    ئۈ ئۈ ئې ئې ئې ئى ئى ئى ی ی ی ی ئج ئح ئم ئى ئي بج بح بخ بم بى بي تج تح تخ تم تى تي ثج ثم ثى
    ثي جح جم حج حم خج خح خم سج سح سخ سم صح صم ضج ضح ضخ ضم طح طم ظم عج عم غج غم فج فح فخ فم فى في
    قح قم قى قي كا كج كح كخ كل كم كى كي لج لح لخ لم لى لي مج مح مخ مم مى مي نج نح نخ نم نى ني هج
    هم هى هي يج يح يخ يم يى يي ذٰ رٰ ىٰ _ٌّ _ٍّ _َّ _ُّ _ِّ _ّٰ ئر ئز ئم ئن ئى ئي بر بز بم بن بى
    بي تر تز تم تن تى تي ثر ثز ثم ثن ثى ثي فى في قى قي كا كل كم كى كي لم لى لي ما مم نر نز نم نن
    نى ني ىٰ ير يز يم ين يى يي ئج ئح ئخ ئم ئه بج بح بخ بم به تج تح تخ تم ته ثم جح جم حج حم خج خم
    سج سح سخ سم صح صخ صم ضج ضح ضخ ضم طح ظم عج عم غج غم فج فح فخ فم قح قم كج كح كخ كل كم لج لح لخ
    لم له مج مح مخ مم نج نح نخ نم نه هج هم هٰ يج يح يخ يم يه ئم ئه بم به تم ته ثم ثه سم سه شم شه
    كل كم لم نم نه يم يه ـَّ ـُّ ـِّ طى طي عى عي غى غي سى سي شى شي حى حي جى جي خى خي صى صي ضى ضي
    شج شح شخ شم شر سر صر ضر طى طي عى عي غى غي سى سي شى شي حى حي جى جي خى خي صى صي ضى ضي شج شح شخ
    شم شر سر صر ضر شج شح شخ شم سه شه طم سج سح سخ شج شح شخ طم ظم اً اً U+FD50 تجم تحج تحج تحم تخم
    تمج تمح تمخ جمح جمح حمي حمى سحج سجح سجى سمح سمح سمج سمم سمم صحح صحح صمم شحم شحم شجي شمخ شمخ
    شمم شمم ضحى ضخم ضخم طمح طمح طمم طمي عجم عمم عمم عمى غمم غمي غمى فخم فخم قمح قمم لحم لحي لحى
    لجج لجج لخم لخم لمح لمح محج محم محي مجح مجم مخج مخم U+FD92 مجخ همج همم نحم نحى نجم نجم نجى
    نمي نمى يمم يمم بخي تجي تجى تخي تخى تمي تمى جمي جحى جمى سخى صحي شحي ضحي لجي لمي يحي يجي يمي
    ممي قمي نحي قمح لحم عمي كمي نجح مخي لجم كمم لجم نجح جحي حجي مجي فمي بحي كمم عجم صمم سخي نجي
    U+FDF0 صلے قلے الله اكبر محمد صلعم رسول عليه وسلم صلى صلى_الله_عليه_وسلم جل_جلاله ریال
    U+FE10 , 、 。 : ; ! ? 〖 〗 ... U+FE30 .. — – _ _ ( ) { } 〔 〕 【 】 《 》 〈 〉 「 」 『 』 U+FE47 [ ] _̅
    _̅ _̅ _̅ _ _ _ , 、 . U+FE54 ; : ? ! — ( ) { } 〔 〕 # & * + - < > = U+FE68 \\ $ % @ U+FE70 _ً
    ـً _ٌ U+FE74 _ٍ U+FE76 _َ ـَ _ُ ـُ _ِ ـِ _ّ ـّ _ْ ـْ ء آ آ أ أ ؤ ؤ إ إ ئ ئ ئ ئ ا ا ب ب ب ب ة
    ة ت ت ت ت ث ث ث ث ج ج ج ج ح ح ح ح خ خ خ خ د د ذ ذ ر ر ز ز س س س س ش ش ش ش ص ص ص ص ض ض ض ض ط
    ط ط ط ظ ظ ظ ظ ع ع ع ع غ غ غ غ ف ف ف ف ق ق ق ق ك ك ك ك ل ل ل ل م م م م ن ن ن ن ه ه ه ه و و ى
    ى ي ي ي ي لآ لآ لأ لأ لإ لإ لا لا U+FF01 ! \" # $ % & ' ( ) * + , - . / 0 1 2 3 4 5 6 7 8 9
    : ; < = > ? @ A B C D E F G H I J K L M N O P Q R S T U V W X Y Z [ \\ ] ^ _ ` a b c d e f g
    h i j k l m n o p q r s t u v w x y z { | } ~ ⦅ ⦆ 。 「 」 、 ・ ヲ ァ ィ ゥ ェ ォ ャ ュ ョ ッ ー ア イ ウ エ オ
    カ キ ク ケ コ サ シ ス セ ソ タ チ ツ テ ト ナ ニ ヌ ネ ノ ハ ヒ フ ヘ ホ マ ミ ム メ モ ヤ ユ ヨ ラ リ ル レ ロ ワ ン ゙ ゚ U+FFE0 ¢
    £ ¬ _̄ ¦ ¥ ₩ U+FFE8 │ ← ↑ → ↓ ■ ○ U+10781 ː ˑ æ ʙ ɓ U+10787 ʣ ꭦ ʥ ʤ ɖ ɗ ᶑ ɘ ɞ ʩ ɤ ɢ ɠ ʛ ħ ʜ
    ɧ ʄ ʪ ʫ ɬ 𝼄 ꞎ ɮ 𝼅 ʎ 𝼆 ø ɶ ɷ q ɺ 𝼈 ɽ ɾ ʀ ʨ ʦ ꭧ ʧ ʈ ⱱ U+107B2 ʏ ʡ ʢ ʘ ǀ ǁ ǂ 𝼊 𝼞 U+1D400 A B C
    D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s t u v w
    x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g U+1D456 i j k l m n
    o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h
    i j k l m n o p q r s t u v w x y z A U+1D49E C D U+1D4A2 G U+1D4A5 J K U+1D4A9 N O P Q
    U+1D4AE S T U V W X Y Z a b c d U+1D4BB f U+1D4BD h i j k l m n U+1D4C5 p q r s t u v w x y
    z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s
    t u v w x y z A B U+1D507 D E F G U+1D50D J K L M N O P Q U+1D516 S T U V W X Y U+1D51E a b
    c d e f g h i j k l m n o p q r s t u v w x y z A B U+1D53B D E F G U+1D540 I J K L M
    U+1D546 O U+1D54A S T U V W X Y U+1D552 a b c d e f g h i j k l m n o p q r s t u v w x y z
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s t
    u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n
    o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h
    i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b
    c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P Q R S T U V
    W X Y Z a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G H I J K L M N O P
    Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s t u v w x y z ı ȷ U+1D6A8 Α Β Γ Δ
    Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Θ Σ Τ Υ Φ Χ Ψ Ω ∇ α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ς σ τ υ φ χ ψ
    ω ∂ ε θ κ φ ρ π Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Θ Σ Τ Υ Φ Χ Ψ Ω ∇ α β γ δ ε ζ η θ ι κ λ μ
    ν ξ ο π ρ ς σ τ υ φ χ ψ ω ∂ ε θ κ φ ρ π Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Θ Σ Τ Υ Φ Χ Ψ Ω ∇
    α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ς σ τ υ φ χ ψ ω ∂ ε θ κ φ ρ π Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ
    Ο Π Ρ Θ Σ Τ Υ Φ Χ Ψ Ω ∇ α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ς σ τ υ φ χ ψ ω ∂ ε θ κ φ ρ π Α Β
    Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Θ Σ Τ Υ Φ Χ Ψ Ω ∇ α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ ς σ τ υ φ
    χ ψ ω ∂ ε θ κ φ ρ π Ϝ ϝ U+1D7CE 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9
    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 U+1EE00 ا ب ج د U+1EE05 و ز ح ط ي ك ل م ن س ع ف ص ق
    ر ش ت ث خ ذ ض ظ غ ٮ ں ڡ ٯ U+1EE21 ب ج U+1EE24 ه U+1EE27 ح U+1EE29 ي ك ل م ن س ع ف ص ق
    U+1EE34 ش ت ث خ U+1EE39 ض U+1EE3B غ U+1EE42 ج U+1EE47 ح U+1EE49 ي U+1EE4B ل U+1EE4D ن س ع
    U+1EE51 ص ق U+1EE54 ش U+1EE57 خ U+1EE59 ض U+1EE5B غ U+1EE5D ں U+1EE5F ٯ U+1EE61 ب ج U+1EE64
    ه U+1EE67 ح ط ي ك U+1EE6C م ن س ع ف ص ق U+1EE74 ش ت ث خ U+1EE79 ض ظ غ ٮ U+1EE7E ڡ U+1EE80 ا
    ب ج د ه و ز ح ط ي U+1EE8B ل م ن س ع ف ص ق ر ش ت ث خ ذ ض ظ غ U+1EEA1 ب ج د U+1EEA5 و ز ح ط ي
    U+1EEAB ل م ن س ع ف ص ق ر ش ت ث خ ذ ض ظ غ U+1F100 0. 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, U+1F110
    (A) (B) (C) (D) (E) (F) (G) (H) (I) (J) (K) (L) (M) (N) (O) (P) (Q) (R) (S) (T) (U) (V) (W)
    (X) (Y) (Z) 〔S〕 C R CD WZ U+1F130 A B C D E F G H I J K L M N O P Q R S T U V W X Y Z HV MV
    SD SS PPV WC U+1F16A MC MD MR U+1F190 DJ U+1F200 ほか ココ サ U+1F210 手 字 双 デ 二 多 解 天 交 映 無 料 前 後
    再 新 初 終 生 販 声 吹 演 投 捕 一 三 遊 左 中 右 指 走 打 禁 空 合 満 有 月 申 割 営 配 U+1F240 〔本〕 〔三〕 〔二〕 〔安〕 〔点〕 〔打〕
    〔盗〕 〔勝〕 〔敗〕 U+1F250 得 可 U+1FBF0 0 1 2 3 4 5 6 7 8 9
    """
}
