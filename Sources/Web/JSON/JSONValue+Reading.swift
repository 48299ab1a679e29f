package import Domain

/// Reads single values, for readers that name the location of an error themselves.
extension JSONValue {
  package func text() throws(ValidationError) -> String {
    guard case .string(let text) = self else { throw .wrongKind(self, wanted: "a string") }
    return text
  }

  package func flag() throws(ValidationError) -> Bool {
    guard case .bool(let flag) = self else { throw .wrongKind(self, wanted: "true or false") }
    return flag
  }

  /// `3.0` is whole, too: some encoders write every number with a point.
  package func wholeNumber() throws(ValidationError) -> Int64 {
    switch self {
    case .integer(let number): return number
    case .number(let number):
      if let whole = Int64(exactly: number) { return whole }
      throw ValidationError(
        "not_whole", "The number is not whole, or too large.", hint: "Write digits only.")
    default: throw .wrongKind(self, wanted: "a number")
    }
  }

  /// The id of a thing.
  package func id() throws(ValidationError) -> Int64 {
    let id = try wholeNumber()
    guard id > 0 else {
      throw ValidationError(
        "malformed_id", "Ids are 1 or more.", hint: "Write it as answers have it.")
    }
    return id
  }

  /// The same within the numbers that this machine counts with.
  package func count() throws(ValidationError) -> Int { Int(clamping: try wholeNumber()) }

  /// An object with numbers where members of these names hold digits in quotes. Blank texts are
  /// left out: they come from fields that were left empty.
  ///
  /// Numbers are taken as people type them and as Java reads them: with blanks around, a plus sign,
  /// zeros in front.
  package func readingNumbers(of names: Set<String>) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        guard names.contains(where: member.isNamed), case .string(let text) = member.value else {
          return member
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard let number = JSONValue(typed: text) else { return member }
        return JSONValue.Member(name: member.name, value: number)
      })
  }

  /// The number that was typed; nil for anything else.
  private init?(typed text: String) {
    var digits = text.drop(while: \.isWhitespace)
    while digits.last?.isWhitespace == true { digits.removeLast() }
    let sign = digits.first == "-" ? "-" : ""
    if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
    guard digits.first?.isASCIIDigit == true else { return nil }
    // One zero is a number, and 0.5 is one; JSON has no others in front.
    while digits.first == "0", digits.dropFirst().first?.isASCIIDigit == true {
      digits.removeFirst()
    }
    guard let number = try? JSONParser.parse(Array((sign + digits).utf8)) else { return nil }
    self = number
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
