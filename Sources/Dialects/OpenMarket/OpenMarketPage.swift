import Domain
import HTTP

/// The page of the list that an app requests; any request names one.
struct OpenMarketPage: Sendable {
  /// Apps ask for 20, and once for 1.
  static let sizeUsual: Int64 = 20
  static let sizeMax: Int64 = 100
  /// A billion pages: more than any catalogue has, and the index of the last place fits 64 bits.
  static let numberMax: Int64 = 1_000_000_000
  /// From 1.
  let number: Int64
  /// 1 to 100.
  let size: Int

  /// A missing value becomes the default, and one out of bounds the nearest: a stray query must not
  /// cost an app its list.
  init(of target: RequestTarget) {
    number = min(max(target.wholeNumber("page_no") ?? 1, 1), Self.numberMax)
    let wanted = target.wholeNumber("items_per_page") ?? Self.sizeUsual
    size = Int(min(max(wanted, 1), Self.sizeMax))
  }

  /// The number of products before the page.
  var offset: Int64 { (number - 1) * Int64(size) }

  /// The number of the last page with products; 0 for an empty list.
  ///
  /// The total is the present one, but the client may read an older list. So whether another page
  /// follows decides: apps read on by either of the two.
  func last(of window: ListedWindow) -> Int64 {
    let last = (max(0, window.total) + Int64(size) - 1) / Int64(size)
    return window.hasNext ? max(last, number + 1) : min(last, number)
  }
}
