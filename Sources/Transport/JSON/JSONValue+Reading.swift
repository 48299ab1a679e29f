import Domain

/// What single values say, for readers that name the place themselves.
extension JSONValue {
  func text() throws(ValidationError) -> String {
    guard case .string(let text) = self else { throw .wrongKind(self, wanted: "a string") }
    return text
  }

  func flag() throws(ValidationError) -> Bool {
    guard case .bool(let flag) = self else { throw .wrongKind(self, wanted: "true or false") }
    return flag
  }

  /// `3.0` is whole, too: some encoders write every number with a point.
  func wholeNumber() throws(ValidationError) -> Int64 {
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
  func id() throws(ValidationError) -> Int64 {
    let id = try wholeNumber()
    guard id > 0 else {
      throw ValidationError(
        "malformed_id", "Ids are 1 or more.", hint: "Write it as answers have it.")
    }
    return id
  }

  /// The same within the numbers that this machine counts with.
  func count() throws(ValidationError) -> Int { Int(clamping: try wholeNumber()) }

  /// An amount of money, of which the currency is not known yet.
  ///
  /// A number with a point goes through the nearest `Double` and its shortest spelling: encoders of
  /// older iOS write 19.99 as `19.989999999999998`, which is the same one.
  func amount() throws(ValidationError) -> Amount {
    switch self {
    case .integer(let number): return Amount(number)
    case .number(let number): return try Amount(number.description)
    default: throw .wrongKind(self, wanted: "a number")
    }
  }

  /// An amount of money in minor units, as our own answers have it.
  func minorUnits() throws(ValidationError) -> Amount {
    switch self {
    case .integer(let number): return Amount(minorUnits: number)
    case .number(let number):
      if let whole = Int64(exactly: number) { return Amount(minorUnits: whole) }
      throw ValidationError(
        "not_whole", "The amount is not whole, or too large.",
        hint: "Write minor units, as answers have them: 2000 is 2000 won or 2000 cents, $20.00.")
    default: throw .wrongKind(self, wanted: "a number")
    }
  }

  /// An object with numbers where members of these names hold digits in quotes. Blank texts are
  /// left out: they come from fields that nobody filled in.
  ///
  /// Numbers are taken as people type them and as Java reads them: with blanks around, a plus sign,
  /// zeros in front.
  func readingNumbers(of names: Set<String>) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { member in
        guard names.contains(member.name), case .string(let text) = member.value else {
          return member
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard let number = JSONValue(typed: text) else { return member }
        return JSONValue.Member(name: member.name, value: number)
      })
  }

  /// The number that somebody typed; nil for anything else.
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

extension ObjectReader {
  /// The value of a member that may be left out, of any kind that `read` takes.
  mutating func optional<Value>(
    _ name: String, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> Value? {
    member(name).flatMap { value(name, $0, read) }
  }

  /// As `optional`; `null` gives what holds without the member.
  mutating func optional<Value>(
    _ name: String, orNull usual: Value, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> Value? {
    member(name) == .null ? usual : optional(name, as: read)
  }

  /// What a member says about a value that may be absent: left out, null, or a new value.
  mutating func change<Value>(
    _ name: String, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> Change<Value> {
    switch member(name) {
    case nil: return .keep
    case .null: return .clear
    case let value?: return self.value(name, value, read).map { .set($0) } ?? .keep
    }
  }

  /// As `optional` of something that is never absent: `null` is refused.
  mutating func kept<Value>(
    _ name: String, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> Value? {
    guard member(name) == .null else { return optional(name, as: read) }
    note(
      name,
      ValidationError(
        "required", "\(name) cannot be removed.", hint: "Send a value, or leave it out."))
    return nil
  }

  /// The value of a member that must be there, of any kind that `read` takes.
  mutating func required<Value>(
    _ name: String, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> Value? {
    requiredValue(name).flatMap { value(name, $0, read) }
  }

  /// The elements of a member that must be there, each with its own place.
  mutating func requiredElements<Value>(
    _ name: String, atMost limit: Int, as read: (JSONValue) throws(ValidationError) -> Value
  ) -> [Value]? {
    guard let value = requiredValue(name) else { return nil }
    guard value != .null else {
      note(name, .wrongKind(value, wanted: "an array"))
      return nil
    }
    return elements(name, atMost: limit) { value throws(Rejection) in
      do throws(ValidationError) {
        return try read(value)
      } catch {
        throw Rejection(error)
      }
    }
  }

  /// The elements of a member that may be left out, each with its own place; none for `null`.
  mutating func elements<Value>(
    _ name: String, atMost limit: Int, as read: (JSONValue) throws(Rejection) -> Value
  ) -> [Value]? {
    guard let value = member(name) else { return nil }
    if value == .null { return [] }
    guard case .array(let elements) = value else {
      note(name, .wrongKind(value, wanted: "an array"))
      return nil
    }
    guard elements.count <= limit else {
      note(name, ValidationError("too_many", "More than \(limit).", hint: "Send at most \(limit)."))
      return nil
    }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      do throws(Rejection) {
        values.append(try read(element))
      } catch {
        note(name, error.fieldErrors.map { $0.under("/\(index)") })
      }
    }
    return values
  }

  private mutating func value<Value>(
    _ name: String, _ value: JSONValue, _ read: (JSONValue) throws(ValidationError) -> Value
  ) -> Value? {
    do throws(ValidationError) {
      return try read(value)
    } catch {
      note(name, error)
      return nil
    }
  }
}

extension Rejection {
  /// What is wrong with a value as a whole.
  init(_ flaw: ValidationError) { self.init([FieldError("", flaw)]) }
}
