import Domain

/// Reads the members of one JSON object into domain values, and collects all that is wrong.
///
/// A member that cannot be read gives nil and a mistake at its place; reading goes on, so that
/// somebody who sends a document with five mistakes is told five.
struct ObjectReader {
  private(set) var fieldErrors: [FieldError] = []
  private let members: [JSONValue.Member]
  private let nullsAreAbsent: Bool
  private var read: Set<String> = []

  /// - Parameter nullsAreAbsent: whether `null` means the same as leaving a member out.
  /// - Throws: one mistake at the whole when the value is no object.
  static func open(
    _ value: JSONValue, nullsAreAbsent: Bool = false
  ) throws(Rejection) -> ObjectReader {
    guard case .object(let members) = value else {
      throw Rejection([FieldError("", .wrongKind(value, wanted: "an object"))])
    }
    return ObjectReader(members: members, nullsAreAbsent: nullsAreAbsent)
  }

  private init(members: [JSONValue.Member], nullsAreAbsent: Bool) {
    self.members = members
    self.nullsAreAbsent = nullsAreAbsent
  }

  /// The value of a member that must be there and be a string that `parse` takes.
  mutating func required<Value>(
    _ name: String, _ parse: (String) throws(ValidationError) -> Value
  ) -> Value? {
    requiredValue(name).flatMap { string(name, $0, parse) }
  }

  /// The value of a member that may be left out, but not be null.
  mutating func optional<Value>(
    _ name: String, _ parse: (String) throws(ValidationError) -> Value
  ) -> Value? {
    member(name).flatMap { string(name, $0, parse) }
  }

  /// What a member says about a value that may be absent: left out, null, or a new value.
  mutating func change<Value>(
    _ name: String, _ parse: (String) throws(ValidationError) -> Value
  ) -> Change<Value> {
    switch member(name) {
    case nil: return .keep
    case .null: return .clear
    case let value?: return string(name, value, parse).map { .set($0) } ?? .keep
    }
  }

  /// The value of a member that must be there, whatever it is.
  mutating func requiredValue(_ name: String) -> JSONValue? {
    guard let value = member(name) else {
      note(name, .required(name))
      return nil
    }
    return value
  }

  mutating func note(_ name: String, _ flaw: ValidationError) {
    fieldErrors.append(FieldError(FieldError.step(name), flaw))
  }

  /// Notes what is wrong at places of their own.
  mutating func note(_ more: [FieldError]) { fieldErrors += more }

  /// Notes what is wrong inside of a member, at its places there.
  mutating func note(_ name: String, _ inner: [FieldError]) {
    fieldErrors += inner.map { $0.under(FieldError.step(name)) }
  }

  /// Notes each member that nobody asked for. Silence would hide a misspelt `end_at`, and an
  /// event that never ends.
  mutating func refuseTheRest(readOnly: Set<String> = []) {
    for member in members where !read.contains(member.name) {
      if readOnly.contains(member.name) {
        note(member.name, .readOnly)
      } else {
        note(
          member.name,
          ValidationError(
            "unknown_member", "There is no such member.",
            hint: "Known are \(read.sorted().joined(separator: ", "))."))
      }
    }
  }

  /// The value of a member, which counts as known from now on.
  mutating func member(_ name: String) -> JSONValue? {
    read.insert(name)
    let value = members.first { $0.name == name }?.value
    return nullsAreAbsent && value == .null ? nil : value
  }

  private mutating func string<Value>(
    _ name: String, _ value: JSONValue, _ parse: (String) throws(ValidationError) -> Value
  ) -> Value? {
    guard case .string(let text) = value else {
      note(name, .wrongKind(value, wanted: "a string"))
      return nil
    }
    do throws(ValidationError) {
      return try parse(text)
    } catch {
      note(name, error)
      return nil
    }
  }
}

extension ValidationError {
  static func required(_ name: String) -> ValidationError {
    ValidationError("required", "The member \(name) is missing.", hint: "Add it.")
  }

  static let readOnly = ValidationError(
    "read_only", "This member is given by the server.", hint: "Leave it out.")

  static func wrongKind(_ value: JSONValue, wanted: String) -> ValidationError {
    ValidationError("wrong_type", "This is \(value.kind).", hint: "Write \(wanted).")
  }
}

extension Timestamp {
  init(flawed text: String) throws(ValidationError) {
    guard let timestamp = Timestamp(rfc3339: text) else {
      throw ValidationError(
        "malformed_time", "This is no time with an offset, or no day of the calendar.",
        hint: "Write it like 2026-03-01T09:00:00+09:00 or 2026-03-01T00:00:00Z.")
    }
    self = timestamp
  }
}
