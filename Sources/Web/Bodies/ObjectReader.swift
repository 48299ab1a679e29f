package import Domain

/// Reads the members of one JSON object into domain values, and collects all that is wrong.
///
/// A member that cannot be read gives nil and a mistake at its place; reading goes on, so that
/// a client that sends a document with five mistakes is told five. How a member is asked for says
/// how the contract describes it: as required, or as one that may be `null`.
package struct ObjectReader {
  private var notes: BodyNotes
  private let sent: [JSONValue.Member]
  private let nullsAreAbsent: Bool
  /// Names that are not known in this object, for what it is.
  private var inapplicable: Set<String> = []
  /// Nil while a body is read.
  private var declaration: (members: [ObjectSchema.Member], parts: [any ReadObject])?

  /// - Parameter nullsAreAbsent: whether `null` means the same as leaving a member out.
  package init(_ sent: [JSONValue.Member], from origin: Origin?, nullsAreAbsent: Bool) {
    self.sent = sent
    self.nullsAreAbsent = nullsAreAbsent
    notes = BodyNotes(from: origin)
  }

  package var fieldErrors: [FieldError] { notes.fieldErrors }

  // MARK: Members

  /// The value of a member that must be there.
  package mutating func required<Value>(_ member: BodyMember<Value>) -> Value? {
    declare(member, isRequired: true)
    return present(member)
  }

  /// The value of a member that may be left out, but not be null.
  package mutating func optional<Value>(_ member: BodyMember<Value>) -> Value? {
    declare(member)
    return value(of: member).flatMap { read(member, $0) }
  }

  /// The value of a member that may be left out; `null` gives what holds without it.
  package mutating func nullable<Value>(
    _ member: BodyMember<Value>, orNull usual: Value? = nil
  ) -> Value? {
    declare(member, isNullable: true)
    guard let value = value(of: member) else { return nil }
    return value == .null ? usual : read(member, value)
  }

  /// What a member says about a value that may be absent: left out, null, or a new value.
  package mutating func change<Value>(_ member: BodyMember<Value>) -> Change<Value> {
    declare(member, isNullable: true)
    switch value(of: member) {
    case nil: return .keep
    case .null: return .clear
    case let value?: return read(member, value).map { .set($0) } ?? .keep
    }
  }

  /// As `optional`, of something that is never absent and can be changed.
  package mutating func kept<Value>(_ member: BodyMember<Value>) -> Value? {
    declare(member)
    guard let value = value(of: member) else { return nil }
    guard value == .null else { return read(member, value) }
    note(
      member.name,
      ValidationError(
        "required", "\(member.name) cannot be removed.", hint: "Send a value, or leave it out."))
    return nil
  }

  /// A member that some objects must have, and that the others do not know.
  ///
  /// - Parameter applies: whether this is such an object; nil when that is unknown, and then it is
  ///   not judged.
  package mutating func required<Value>(_ member: BodyMember<Value>, when applies: Bool?) -> Value?
  {
    isJudged(member, applies) ? present(member) : nil
  }

  /// A member that some objects may have, and that the others do not know.
  package mutating func optional<Value>(_ member: BodyMember<Value>, when applies: Bool?) -> Value?
  {
    isJudged(member, applies) ? value(of: member).flatMap { read(member, $0) } : nil
  }

  /// A member that proves who is asking, which is judged before anything else is.
  package mutating func proof<Value>(_ member: BodyMember<Value>, isRequired: Bool) {
    declare(member, isRequired: isRequired)
  }

  private mutating func isJudged<Value>(_ member: BodyMember<Value>, _ applies: Bool?) -> Bool {
    declare(member)
    if applies == false { inapplicable.insert(member.name) }
    return applies == true
  }

  private mutating func present<Value>(_ member: BodyMember<Value>) -> Value? {
    guard let value = value(of: member) else {
      let name = member.name
      note(name, ValidationError("required", "The member \(name) is missing.", hint: "Add it."))
      return nil
    }
    return read(member, value)
  }

  private func value<Value>(of member: BodyMember<Value>) -> JSONValue? {
    let value = sent.first { $0.name == member.name }?.value
    return nullsAreAbsent && value == .null ? nil : value
  }

  private mutating func read<Value>(_ member: BodyMember<Value>, _ value: JSONValue) -> Value? {
    notes.inside(FieldError.step(member.name)) { member.value.read(value, &$0) }
  }

  // MARK: What is wrong

  /// The value that several members make, as far as they could be read; what is wrong with it is
  /// noted at one of them.
  package mutating func value<Value, Part>(
    at member: BodyMember<Part>, _ make: () throws -> Value
  ) -> Value? {
    notes.inside(FieldError.step(member.name)) { $0.value(make) }
  }

  /// Notes what is wrong between members, at places of their own.
  package mutating func note(_ more: [FieldError]) { notes.note(more) }

  private mutating func note(_ name: String, _ flaw: ValidationError) {
    notes.note([FieldError(FieldError.step(name), flaw)])
  }

  /// Notes each member that is not known here.
  package mutating func refuseTheRest(known: [String], readOnly: Set<String>) {
    let known = Set(known).subtracting(inapplicable)
    lazy var unknown = ValidationError(
      "unknown_member", "There is no such member.",
      hint: "Known are \(known.sorted().joined(separator: ", ")).")
    for member in sent where !known.contains(member.name) {
      if nullsAreAbsent, member.value == .null, inapplicable.contains(member.name) { continue }
      note(member.name, readOnly.contains(member.name) ? .readOnly : unknown)
    }
  }

  // MARK: The contract

  /// The members that `make` asks for while it reads `body`.
  package static func members<Value>(
    of make: (inout ObjectReader) -> Value?, in body: JSONValue
  ) -> [ObjectSchema.Member] {
    declaration(of: make, in: body).members
  }

  /// The types of the objects that `make` reads.
  package static func parts<Value>(of make: (inout ObjectReader) -> Value?) -> [any ReadObject] {
    declaration(of: make, in: .object([])).parts
  }

  private static func declaration<Value>(
    of make: (inout ObjectReader) -> Value?, in body: JSONValue
  ) -> (members: [ObjectSchema.Member], parts: [any ReadObject]) {
    guard case .object(let sent) = body else { return ([], []) }
    var reader = ObjectReader(sent, from: nil, nullsAreAbsent: false)
    reader.declaration = ([], [])
    _ = make(&reader)
    return reader.declaration ?? ([], [])
  }

  private mutating func declare<Value>(
    _ member: BodyMember<Value>, isRequired: Bool = false, isNullable: Bool = false
  ) {
    guard declaration != nil else { return }
    declaration?.members.append(
      member.declared(isRequired: isRequired, isNullable: isNullable))
    declaration?.parts += member.value.objects
  }
}

extension ValidationError {
  package static let readOnly = ValidationError(
    "read_only", "This member is given by the server.", hint: "Leave it out.")
}
