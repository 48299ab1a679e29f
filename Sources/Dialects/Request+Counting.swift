import HTTP

extension Request {
  /// What the first item of that name says, if it is a whole number in ASCII digits, with a sign or
  /// without: the nearest that there is. Other items, even ones that cannot be decoded, mean
  /// nothing.
  func wholeNumber(_ name: String) -> Int64? {
    target.rawQueryValue(of: name).flatMap { Int64(nearest: $0) }
  }

  /// Whether it was sent to this host, on any port unless the host names one.
  func isSent(to host: String?) -> Bool {
    guard let host, let asked = client.forwardedHost ?? head.authority else { return false }
    let name = asked.lowercased()
    if name == host { return true }
    guard let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return false }
    return name[..<colon] == host
  }
}

extension Int64 {
  /// A number beyond 64 bits is one that is very large: it must not become none.
  fileprivate init?(nearest text: String) {
    if let number = Int64(text) {
      self = number
      return
    }
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, !digits.isEmpty else { return nil }
    self = isNegative ? .min : .max
  }
}
