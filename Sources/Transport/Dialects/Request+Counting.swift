import HTTP

extension Request {
  /// What the first item of that name says, if it is a whole number in ASCII digits, with a sign or
  /// without. Other items, even ones that cannot be decoded, mean nothing.
  func wholeNumber(_ name: String) -> Int64? {
    target.rawQueryValue(of: name).flatMap { Int64($0) }
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
