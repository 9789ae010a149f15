public import Weather

extension SearchQuery {
    /// A valid search query, or the reason why the text is not one.
    public init(checking text: String) throws(SearchFailure) {
        do throws(Invalid) {
            try self.init(text)
        } catch {
            switch error {
            case .tooShort: throw .tooShort(least: SearchQuery.leastLetters)
            case .tooLong: throw .tooLong(most: SearchQuery.mostCharacters)
            case .character(let text): throw .unacceptable(text)
            }
        }
    }
}
