import Searching
import Weather

extension SearchQuery {
    /// A query, or the reason why nothing can be searched for with this text.
    init(checking text: String) throws(SearchFailure) {
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
