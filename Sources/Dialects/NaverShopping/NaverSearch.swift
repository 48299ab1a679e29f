import Domain
import HTTP

/// The parameters of Naver's shopping search.
struct NaverSearch: Sendable {
  enum Sort: String, Sendable, CaseIterable {
    /// By relevance.
    case sim
    /// The newest first.
    case date
    /// The cheapest first.
    case asc
    /// The most expensive first.
    case dsc

    var order: SearchSort {
      switch self {
      case .sim: .relevance
      case .date: .newest
      case .asc: .priceAscending
      case .dsc: .priceDescending
      }
    }
  }

  static let displayRange = 1...100
  static let displayUsual = 10
  static let startRange = 1...1_000
  /// Nil for a query without a letter or a digit, which finds nothing.
  let query: SearchQuery?
  /// The text of the query as it was sent, which the answer in XML repeats.
  let typed: [UInt8]
  let sort: Sort
  /// The number of the first product, from 1.
  let start: Int
  /// The largest number of products.
  let display: Int
  /// Whether used products are left out.
  let excludesUsed: Bool

  /// Reads the parameters. Of repeated ones the first counts; unknown ones are ignored.
  ///
  /// - Throws: the first error in the order of Naver's codes, except that SE06 precedes all,
  ///   because without it no value can be read.
  init(_ target: RequestTarget, in form: NaverForm) throws(NaverError) {
    let items: [QueryItem]
    do throws(TargetError) {
      items =
        try target.queryItems(named: ["query", "display", "start", "sort", "exclude"])
    } catch {
      throw .encoding
    }
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let text = value("query") ?? ""
    query = try Self.query(text)
    typed = form == .xml ? Array(text.utf8) : []
    display = try Self.number(value("display"), Self.displayRange, or: Self.displayUsual, .display)
    start = try Self.number(value("start"), Self.startRange, or: 1, .start)
    guard let sort = Sort(rawValue: value("sort") ?? Sort.sim.rawValue) else { throw .sort }
    self.sort = sort
    excludesUsed = (value("exclude") ?? "").split(separator: ":").contains("used")
  }

  /// Only prices in won; products in dollars would look cheap among them.
  var filter: SearchFilter { SearchFilter(priceMin: 0, excludesUsed: excludesUsed) }

  private static func query(_ text: String) throws(NaverError) -> SearchQuery? {
    guard !text.allSatisfy(\.isWhitespace) else { throw .query }
    do throws(ValidationError) {
      return try SearchQuery(text)
    } catch {
      guard error.code == "empty" else { throw .query }
      return nil
    }
  }

  private static func number(
    _ text: String?, _ range: ClosedRange<Int>, or usual: Int, _ error: NaverError
  ) throws(NaverError) -> Int {
    guard let text else { return usual }
    guard let number = Int(text), range.contains(number) else { throw error }
    return number
  }
}
