/// One object on the wire: its members in order, each said once.
///
/// It writes the object, and it is its schema, so that the two cannot drift apart.
package struct WireObject<Value>: Sendable {
  package let schema: ObjectSchema
  private let members: [WireMember<Value>]
  private let writeMembers: WireMember<Value>.Write

  package init(_ name: String, _ meaning: String, _ members: [WireMember<Value>]) {
    schema = ObjectSchema(name, meaning, members.map(\.schema))
    self.members = members
    // Each closure holds the next one. An array would hand out a copy of each, with a reference
    // counted.
    var writeMembers: WireMember<Value>.Write = { _, _ in }
    for member in members.reversed() {
      let (write, rest) = (member.write, writeMembers)
      writeMembers = { writer, value in
        write(&writer, value)
        rest(&writer, value)
      }
    }
    self.writeMembers = writeMembers
  }

  /// Writes `value`; members that have nothing to say are left out.
  package func write(_ value: Value, to writer: inout JSONWriter) {
    withUnsafePointer(to: value) { write(Seen(pointer: $0), to: &writer) }
  }

  /// Writes an array of objects, none of which is copied.
  package func write(each values: [Value], to writer: inout JSONWriter) {
    values.withUnsafeBufferPointer { values in
      writer.array { writer in
        guard let first = values.baseAddress else { return }
        for index in values.indices { write(Seen(pointer: first + index), to: &writer) }
      }
    }
  }

  private func write(_ value: Seen<Value>, to writer: inout JSONWriter) {
    writer.object { writeMembers(&$0, value) }
  }

  /// - Parameter capacity: in bytes, an estimate; what does not fit costs a copy.
  package func bytes(_ value: Value, capacity: Int = 512) -> [UInt8] {
    JSONWriter.bytes(capacity: capacity) { write(value, to: &$0) }
  }

  /// Its members as those of an object that holds it, for a type that says all that it says and
  /// more.
  package func members<Whole>(of part: any KeyPath<Whole, Value> & Sendable) -> [WireMember<Whole>]
  {
    members.map { member in
      WireMember<Whole>(schema: member.schema) { writer, whole in
        // A stored property has an address; any other is copied.
        if let place = whole.pointer.pointer(to: part) {
          member.write(&writer, Seen(pointer: place))
        } else {
          withUnsafePointer(to: whole.pointer.pointee[keyPath: part]) {
            member.write(&writer, Seen(pointer: $0))
          }
        }
      }
    }
  }
}

/// A value that is looked at where it stands: handing it to a closure would copy all that it holds.
@dynamicMemberLookup
package struct Seen<Value> {
  fileprivate let pointer: UnsafePointer<Value>

  /// All of it; a copy.
  package var whole: Value { pointer.pointee }

  @inline(__always)
  package subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    pointer.pointee[keyPath: path]
  }
}

/// One member of an object on the wire.
package struct WireMember<Value>: Sendable {
  package let schema: ObjectSchema.Member
  /// Writes name and value, or nothing.
  package let write: Write

  package typealias Write = @Sendable (inout JSONWriter, Seen<Value>) -> Void

  package init(schema: ObjectSchema.Member, _ write: @escaping Write) {
    self.schema = schema
    self.write = write
  }

  private init(
    _ name: StaticString, _ schema: JSONSchema, isRequired: Bool = true, _ meaning: String,
    _ example: JSONValue?, _ write: @escaping Write
  ) {
    self.init(
      schema: .init(
        name: name.description, schema: schema, isRequired: isRequired, meaning: meaning,
        example: example),
      write)
  }

  // MARK: Texts

  package static func string(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ text: @escaping @Sendable (Seen<Value>) -> String
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { $0.string(name, text($1)) }
  }

  /// Left out where there is no text.
  package static func optionalString(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ text: @escaping @Sendable (Seen<Value>) -> String?
  ) -> WireMember {
    WireMember(name, schema, isRequired: false, meaning, example) { writer, value in
      if let text = text(value) { writer.string(name, text) }
    }
  }

  package static func strings(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ texts: @escaping @Sendable (Seen<Value>) -> [String]
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { writer, value in
      writer.key(name)
      writer.array(texts(value)) { $0.string($1) }
    }
  }

  // MARK: Numbers and flags

  package static func integers(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String, _ example: JSONValue,
    _ numbers: @escaping @Sendable (Seen<Value>) -> [Int64]
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { writer, value in
      writer.key(name)
      writer.array(numbers(value)) { $0.integer($1) }
    }
  }

  package static func integer(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ number: @escaping @Sendable (Seen<Value>) -> Int64
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { $0.integer(name, number($1)) }
  }

  package static func integer(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ number: @escaping @Sendable (Seen<Value>) -> Int
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { $0.integer(name, number($1)) }
  }

  /// Left out where there is no number.
  package static func optionalInteger(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String,
    _ example: JSONValue, _ number: @escaping @Sendable (Seen<Value>) -> Int64?
  ) -> WireMember {
    WireMember(name, schema, isRequired: false, meaning, example) { writer, value in
      if let number = number(value) { writer.integer(name, number) }
    }
  }

  /// A number in hundredths; left out where there is none.
  package static func optionalHundredths(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String, _ example: JSONValue,
    _ hundredths: @escaping @Sendable (Seen<Value>) -> Int64?
  ) -> WireMember {
    WireMember(name, schema, isRequired: false, meaning, example) { writer, value in
      guard let hundredths = hundredths(value) else { return }
      writer.key(name)
      writer.decimal(hundredths, fractionDigits: 2)
    }
  }

  /// A number with digits behind the point only where there are any.
  ///
  /// - Parameter number: its digits, and how many of them stand behind the point.
  package static func decimal(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String, _ example: JSONValue,
    _ number: @escaping @Sendable (Seen<Value>) -> (digits: Int64, places: Int)
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { writer, value in
      let number = number(value)
      writer.key(name)
      writer.decimal(number.digits, fractionDigits: number.places)
    }
  }

  package static func bool(
    _ name: StaticString, _ meaning: String, _ example: JSONValue,
    _ flag: @escaping @Sendable (Seen<Value>) -> Bool
  ) -> WireMember {
    WireMember(name, .boolean, meaning, example) { $0.bool(name, flag($1)) }
  }

  /// Left out unless it holds.
  package static func optionalBool(
    _ name: StaticString, _ meaning: String, _ example: JSONValue,
    _ flag: @escaping @Sendable (Seen<Value>) -> Bool
  ) -> WireMember {
    WireMember(name, .boolean, isRequired: false, meaning, example) { writer, value in
      if flag(value) { writer.bool(name, true) }
    }
  }

  // MARK: Objects

  package static func object<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String,
    _ part: @escaping @Sendable (Seen<Value>) -> Part
  ) -> WireMember {
    WireMember(name, .object(type.schema), meaning, nil) { writer, value in
      writer.key(name)
      type.write(part(value), to: &writer)
    }
  }

  /// Left out where there is none.
  package static func optionalObject<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String,
    _ part: @escaping @Sendable (Seen<Value>) -> Part?
  ) -> WireMember {
    WireMember(name, .object(type.schema), isRequired: false, meaning, nil) { writer, value in
      guard let part = part(value) else { return }
      writer.key(name)
      type.write(part, to: &writer)
    }
  }

  /// `null` where there is none: dialects alone have that.
  package static func nullableObject<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String,
    _ part: @escaping @Sendable (Seen<Value>) -> Part?
  ) -> WireMember {
    WireMember(name, .optional(.object(type.schema)), meaning, nil) { writer, value in
      writer.key(name)
      if let part = part(value) { type.write(part, to: &writer) } else { writer.null() }
    }
  }

  /// - Parameter count: how many there may be.
  package static func objects<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ count: ClosedRange<Int>? = nil,
    _ meaning: String, _ parts: @escaping @Sendable (Seen<Value>) -> [Part]
  ) -> WireMember {
    WireMember(name, .array(.object(type.schema), count), meaning, nil) { writer, value in
      writer.key(name)
      type.write(each: parts(value), to: &writer)
    }
  }

  /// Left out where there are none.
  package static func optionalObjects<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String,
    _ parts: @escaping @Sendable (Seen<Value>) -> [Part]
  ) -> WireMember {
    WireMember(name, .array(.object(type.schema)), isRequired: false, meaning, nil) {
      writer, value in
      let parts = parts(value)
      guard !parts.isEmpty else { return }
      writer.key(name)
      type.write(each: parts, to: &writer)
    }
  }

  /// Objects under names of their owner's choice.
  package static func map<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String, _ example: JSONValue,
    _ parts: @escaping @Sendable (Seen<Value>) -> [(name: String, part: Part)]
  ) -> WireMember {
    WireMember(name, .map(of: type.schema), meaning, example) { writer, value in
      writer.key(name)
      writer.object { writer in
        for (name, part) in parts(value) {
          writer.key(text: name)
          type.write(part, to: &writer)
        }
      }
    }
  }

  /// Lists of texts.
  package static func lists(
    _ name: StaticString, _ schema: JSONSchema, _ meaning: String, _ example: JSONValue,
    _ lists: @escaping @Sendable (Seen<Value>) -> [[String]]
  ) -> WireMember {
    WireMember(name, schema, meaning, example) { writer, value in
      writer.key(name)
      writer.array(lists(value)) { $0.array($1) { $0.string($1) } }
    }
  }

  /// Objects of several types, which each tell by a member what they are.
  package static func choices<Part>(
    _ name: StaticString, _ choice: WireChoice<Part>, _ meaning: String,
    _ parts: @escaping @Sendable (Seen<Value>) -> [Part]
  ) -> WireMember {
    WireMember(name, .array(.either(choice.types.map { .object($0) })), meaning, nil) {
      writer, value in
      writer.key(name)
      writer.array(parts(value)) { choice.write(&$0, $1) }
    }
  }
}

/// One of several types.
package struct WireChoice<Value>: Sendable {
  package let types: [ObjectSchema]
  package let write: @Sendable (inout JSONWriter, Value) -> Void

  package init(
    _ types: [ObjectSchema], _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    self.types = types
    self.write = write
  }
}
