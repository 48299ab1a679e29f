package import Domain

/// Reads the members of one JSON object, and notes all that is wrong.
struct ObjectReader {
  private var notes: BodyNotes
  private let members: [JSONValue.Member]
  private let nullsAreAbsent: Bool
  /// Names of members that do not apply to this kind of object.
  private var inapplicable: Set<String> = []

  /// - Parameter nullsAreAbsent: whether `null` means the same as leaving a member out.
  init(_ members: [JSONValue.Member], from origin: Origin?, nullsAreAbsent: Bool) {
    self.members = members
    self.nullsAreAbsent = nullsAreAbsent
    notes = BodyNotes(from: origin)
  }

  var fieldErrors: [FieldError] { notes.fieldErrors }

  // MARK: Members

  func sent(_ name: String) -> JSONValue? {
    let value = members.first { $0.isNamed(name) }?.value
    return nullsAreAbsent && value == .null ? nil : value
  }

  /// A member that must be there; nil where it is not, which is noted.
  mutating func required(_ name: String) -> JSONValue? {
    if let value = sent(name) { return value }
    note(name, ValidationError("required", "The member \(name) is missing.", hint: "Add it."))
    return nil
  }

  mutating func read<Value>(_ name: String, _ value: BodyValue<Value>, _ sent: JSONValue) -> Value?
  {
    notes.inside(FieldError.step(name)) { value.read(sent, &$0) }
  }

  /// The value of an optional member, which is not nil: nil means that it cannot be read.
  mutating func present<Value>(
    _ name: String, _ value: BodyValue<Value>, _ sent: JSONValue
  ) -> Value?? {
    read(name, value, sent).map { .some($0) }
  }

  /// Whether this is an object that has the member. One for which that is not known is not judged.
  mutating func applies(_ name: String, _ condition: BodyCondition) -> Bool {
    let applies = condition.holds(.object(members))
    if applies == false { inapplicable.insert(name) }
    return applies == true
  }

  /// A value that several members make; nil where something is wrong, which is noted.
  mutating func value<Value>(_ make: () throws -> Value) -> Value? { notes.value(make) }

  mutating func note(_ name: String, _ flaw: ValidationError) {
    notes.note([FieldError(FieldError.step(name), flaw)])
  }

  /// Notes each member that is not known here.
  mutating func refuseTheRest(known: [String], readOnly: Set<String>) {
    let known = Set(known).subtracting(inapplicable)
    lazy var unknown = ValidationError(
      "unknown_member", "There is no such member.", known: known.sorted())
    for member in members where !known.contains(where: member.isNamed) {
      if nullsAreAbsent, member.value == .null, inapplicable.contains(where: member.isNamed) {
        continue
      }
      note(member.name, readOnly.contains(where: member.isNamed) ? .readOnly : unknown)
    }
  }
}

extension ValidationError {
  package static let readOnly = ValidationError(
    "read_only", "This member is given by the server.", hint: "Leave it out.")
}
