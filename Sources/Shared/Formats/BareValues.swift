extension Cursor {
    /// A boolean, a number, a date or a time: all values without quotes and brackets.
    mutating func bareValue() throws(TOMLError) -> TOMLValue {
        let start = index
        let word = takeWord()
        guard let first = word.first.map({ Unicode.Scalar($0) }) else { throw expected(.value) }
        if word.elementsEqual("true".utf8) { return .boolean(true) }
        if word.elementsEqual("false".utf8) { return .boolean(false) }
        if DateScanner.isDateTime(word) {
            // A space may separate a date and a time.
            if word.count == DateScanner.dateLength, next == " ", peek(1)?.isDigit == true {
                advance()
                _ = takeWord()
            }
            let written = text(from: start)
            guard let value = DateScanner.value(of: written) else { throw error(.invalidDateTime) }
            return value
        }
        do throws(TOMLError.Reason) {
            return try NumberScanner.value(of: word)
        } catch {
            let isNumber = first.isDigit || "+-.".unicodeScalars.contains(first)
            throw self.error(isNumber ? error : .unquotedText)
        }
    }

    private mutating func takeWord() -> ArraySlice<UInt8> {
        take { $0.isBare || $0 == "+" || $0 == "." || $0 == ":" }
    }
}
