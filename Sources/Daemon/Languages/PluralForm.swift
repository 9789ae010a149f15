/// The plural form of a noun after a number in Slavic languages (CLDR, Language Plural Rules).
enum PluralForm {
    /// 1 день, 21 день.
    case one
    /// 2 дня, 22 дня.
    case few
    /// 5 дней, 11 дней.
    case many

    /// In Russian and Ukrainian.
    init(eastSlavic number: Int) {
        switch (number % 10, number % 100) {
        case (1, let rest) where rest != 11: self = .one
        case (2...4, let rest) where !(12...14).contains(rest): self = .few
        default: self = .many
        }
    }

    /// Polish, where 21 does not take the form of 1.
    init(polish number: Int) {
        switch (number % 10, number % 100) {
        case (1, _) where number == 1: self = .one
        case (2...4, let rest) where !(12...14).contains(rest): self = .few
        default: self = .many
        }
    }
}
