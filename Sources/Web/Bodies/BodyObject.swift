package import Domain

/// An object that clients send: a table of its members, and the value made of them.
package struct BodyObject<Value>: Sendable {
  package let schema: ObjectSchema
  private let isClosed: Bool
  private let readOnly: Set<String>
  private let nullsAreAbsent: Bool
  private let members: BodyMember<Value>

  /// - Parameters:
  ///   - isClosed: whether a member that is not known is refused. Silence would hide a misspelt
  ///     `end_at`, and an event that never ends.
  ///   - answer: the type of the object in answers; it has some members that only the server sets.
  ///   - nullsAreAbsent: whether `null` means the same as leaving a member out.
  package init(
    _ name: String, _ meaning: String, isClosed: Bool = true, answer: ObjectSchema? = nil,
    nullsAreAbsent: Bool = false, _ members: BodyMember<Value>
  ) {
    let declared = nullsAreAbsent ? members.declared.map(\.orNull) : members.declared
    schema = ObjectSchema(name, meaning, declared, isClosed: isClosed)
    readOnly = Set(answer?.members.map(\.name) ?? []).subtracting(members.declared.map(\.name))
    self.isClosed = isClosed
    self.nullsAreAbsent = nullsAreAbsent
    self.members = members
  }

  /// - Parameter make: as for ``BodyMember/group(_:make:)``.
  package init<each Part>(
    _ name: String, _ meaning: String, isClosed: Bool = true, answer: ObjectSchema? = nil,
    nullsAreAbsent: Bool = false, _ members: repeat BodyMember<each Part>,
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) {
    self.init(
      name, meaning, isClosed: isClosed, answer: answer, nullsAreAbsent: nullsAreAbsent,
      .group(repeat each members, make: make))
  }

  /// An object that answers have, sent back.
  package init(
    _ answer: ObjectSchema, nullsAreAbsent: Bool = false, _ members: BodyMember<Value>
  ) {
    precondition(
      answer.members.map(\.name) == members.declared.map(\.name),
      "\(answer.name) is sent with other members than it is answered with")
    schema = answer
    readOnly = []
    isClosed = true
    self.nullsAreAbsent = nullsAreAbsent
    self.members = members
  }

  /// Reads a whole body.
  ///
  /// - Parameter origin: under which clients reach this site: their URLs of it become paths.
  /// - Throws: all that is wrong in the order of the document, with pointers such as
  ///   `/items/3/title`.
  package func value(of body: JSONValue, from origin: Origin?) throws(Rejection) -> Value {
    var notes = BodyNotes(from: origin)
    guard let value = read(body, &notes) else {
      throw Rejection(body.inOrder(notes.fieldErrors))
    }
    return value
  }

  /// Nil where something is wrong, which is noted.
  @Sendable package func read(_ value: JSONValue, _ notes: inout BodyNotes) -> Value? {
    guard case .object(let members) = value else {
      notes.note(.wrongKind(value, wanted: "an object"))
      return nil
    }
    var reader = ObjectReader(members, from: notes.origin, nullsAreAbsent: nullsAreAbsent)
    let whole = self.members.read(&reader)
    if isClosed { reader.refuseTheRest(known: schema.members.map(\.name), readOnly: readOnly) }
    assert(whole != nil || !reader.fieldErrors.isEmpty, "\(schema.name) is refused without a word")
    notes.note(reader.fieldErrors)
    return reader.fieldErrors.isEmpty ? whole : nil
  }
}

extension ObjectSchema.Member {
  /// As it is, but `null` too where it may be left out.
  fileprivate var orNull: ObjectSchema.Member {
    isRequired
      ? self
      : .init(
        name: name, schema: .optional(schema), isRequired: false, meaning: meaning,
        example: example)
  }
}

/// Requirements of tests for every object that clients send.
package protocol ReadObject: Sendable {
  var schema: ObjectSchema { get }
  /// The types of the objects in it.
  var parts: [any ReadObject] { get }
  /// All that is wrong with a document, as the route tells it.
  func fieldErrors(in body: JSONValue) -> [FieldError]
}

extension BodyObject: ReadObject {
  package var parts: [any ReadObject] { members.objects }

  package func fieldErrors(in body: JSONValue) -> [FieldError] {
    do throws(Rejection) {
      _ = try value(of: body, from: nil)
      return []
    } catch {
      return error.fieldErrors
    }
  }
}
