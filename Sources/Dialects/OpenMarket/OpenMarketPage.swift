import Domain
import HTTP

/// Which page of the list an app asks for; whatever it says, there is one.
struct OpenMarketPage: Sendable, Hashable {
  /// Apps ask for 20, and once for 1.
  static let sizeUsual: Int64 = 20
  static let sizeMax: Int64 = 100
  /// A billion pages: more than any catalogue has, and the index of its last place fits 64 bits.
  static let numberMax: Int64 = 1_000_000_000
  /// From 1.
  let number: Int64
  /// 1 to 100.
  let size: Int

  /// What is missing, no number, or out of bounds becomes the nearest that there is: an app that
  /// sends a stray query must not lose its list.
  init(of request: Request) {
    number = min(max(request.wholeNumber("page_no") ?? 1, 1), Self.numberMax)
    let wanted = request.wholeNumber("items_per_page") ?? Self.sizeUsual
    size = Int(min(max(wanted, 1), Self.sizeMax))
  }

  /// How many products stand before it.
  var offset: Int64 { (number - 1) * Int64(size) }

  /// The number of the last page with something on it; 0 for an empty list.
  ///
  /// The total is of now, and the list that a client reads may be of before: whether a page follows
  /// is what counts, because apps read on by either of the two.
  func last(of window: ListedWindow) -> Int64 {
    let last = (max(0, window.total) + Int64(size) - 1) / Int64(size)
    return window.hasNext ? max(last, number + 1) : min(last, number)
  }
}

/// What the JSON of a list depends on besides its products.
struct OpenMarketVariant: Hashable {
  let page: OpenMarketPage
  let answer: OpenMarketAnswer

  init(_ page: OpenMarketPage, _ answer: OpenMarketAnswer) {
    self.page = page
    self.answer = answer
  }
}
