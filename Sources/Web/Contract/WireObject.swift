/// An object that answers hold: a table of its members, each declared once.
///
/// It writes the object, and it is its schema, so that the two cannot drift apart.
package struct WireObject<Value: ~Copyable>: Sendable {
  package let schema: ObjectSchema
  package let writeMembers: WireMember<Value>.Write
  private let members: [WireMember<Value>]

  private init(
    _ name: String, _ meaning: String, _ members: [WireMember<Value>], from type: Any.Type
  ) {
    schema = ObjectSchema(name, meaning, members.flatMap(\.declared), from: type)
    // Each closure holds the next one. A loop over an array would count a reference to each.
    var writeMembers: WireMember<Value>.Write = { _, _ in }
    for member in members.reversed() {
      let (write, rest) = (member.write, writeMembers)
      writeMembers = { writer, value in
        write(&writer, value)
        rest(&writer, value)
      }
    }
    self.writeMembers = writeMembers
    self.members = members
  }

  /// Writes `value`; members without a value are left out.
  package func write(_ value: borrowing Value, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(&writer, value)
    writer.endObject()
  }

  /// - Parameter capacity: in bytes, an estimate; what does not fit costs a copy.
  package func bytes(_ value: borrowing Value, capacity: Int = 512) -> [UInt8] {
    JSONWriter.bytes(capacity: capacity) { write(value, to: &$0) }
  }

  /// Writes the value at an address, which is not copied.
  package func write(at place: UnsafePointer<Value>, to writer: inout JSONWriter) {
    write(place.pointee, to: &writer)
  }
}

extension WireObject {
  package init(_ name: String, _ meaning: String, _ members: [WireMember<Value>]) {
    self.init(name, meaning, members, from: Value.self)
  }
}

/// The difference between two values of an object: the members with other values, `null` for one
/// that is not there.
package struct WireDifference: Sendable {
  package let before: [UInt8]
  package let after: [UInt8]
}

extension WireObject {
  /// Nil if they are alike.
  ///
  /// - Parameters:
  ///   - id: a member that both have in any case.
  ///   - ignored: members that are left out.
  package func difference(
    from old: Value, to new: Value, naming id: String? = nil, without ignored: Set<String> = []
  ) -> WireDifference? {
    var (before, after) = (Patch(), Patch())
    var isDifferent = false
    for member in members {
      guard let name = member.declared.first?.name, !ignored.contains(name) else { continue }
      let (was, now) = (member.text(of: old), member.text(of: new))
      guard was != now || name == id else { continue }
      isDifferent = isDifferent || was != now
      before.add(was, name)
      after.add(now, name)
    }
    return isDifferent ? WireDifference(before: before.bytes, after: after.bytes) : nil
  }

  /// All members but these, and no others.
  package func bytes(_ value: Value, without ignored: Set<String>) -> [UInt8] {
    var whole = Patch()
    for member in members {
      guard let name = member.declared.first?.name, !ignored.contains(name) else { continue }
      let text = member.text(of: value)
      if !text.isEmpty { whole.add(text, name) }
    }
    return whole.bytes
  }
}

/// A JSON object that grows member by member.
private struct Patch {
  private var open: [UInt8] = [UInt8(ascii: "{")]

  /// - Parameter text: `"name":value`; empty for a member that is not there.
  mutating func add(_ text: ArraySlice<UInt8>, _ name: String) {
    if open.count > 1 { open.append(UInt8(ascii: ",")) }
    open += text.isEmpty ? Array("\"\(name)\":null".utf8)[...] : text
  }

  var bytes: [UInt8] { open + [UInt8(ascii: "}")] }
}

extension WireMember {
  /// `"name":value`, or nothing.
  fileprivate func text(of value: Value) -> ArraySlice<UInt8> {
    JSONWriter.bytes(capacity: 64) { writer in
      writer.object { write(&$0, value) }
    }.dropFirst().dropLast()
  }
}

/// One row of the table of an object: name, kind, whether it is required, meaning, example, and
/// how it is read.
package struct WireMember<Value: ~Copyable>: Sendable {
  /// One, but for all members of a part.
  package let declared: [ObjectSchema.Member]
  /// Writes name and value, or nothing.
  package let write: Write

  package typealias Write = @Sendable (inout JSONWriter, borrowing Value) -> Void
  package typealias Read<Part> = @Sendable (borrowing Value) -> Part

  package init(
    _ name: StaticString, _ schema: JSONSchema, isRequired: Bool, _ meaning: String,
    _ example: JSONValue?, _ write: @escaping Write
  ) {
    declared = [
      ObjectSchema.Member(
        name: name.description, schema: schema, isRequired: isRequired, meaning: meaning,
        example: example)
    ]
    self.write = write
  }

  package init(_ declared: [ObjectSchema.Member], _ write: @escaping Write) {
    self.declared = declared
    self.write = write
  }

  /// A member of a part of the value.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> WireMember<Whole> {
    WireMember<Whole>(declared) { [write] writer, whole in write(&writer, part(whole)) }
  }

  package static func value(
    _ name: StaticString, _ schema: JSONSchema, isRequired: Bool = true, _ meaning: String,
    _ example: JSONValue, _ read: @escaping Read<WireValue>
  ) -> WireMember {
    WireMember(name, schema, isRequired: isRequired, meaning, example) { writer, value in
      read(value).write(name, to: &writer)
    }
  }
}

/// One of several types.
package struct WireChoice<Value>: Sendable {
  /// All of them in one: see ``ObjectSchema/merged(_:_:_:)``.
  package let type: ObjectSchema
  package let write: @Sendable (inout JSONWriter, Value) -> Void

  package init(
    _ type: ObjectSchema, _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    self.type = type
    self.write = write
  }
}

/// The value of a member; nil: left out.
package enum WireValue: Sendable {
  case string(String?)
  /// HTML that this program has made; its tags keep their `<`.
  case html(String)
  case integer(Int64?)
  case bool(Bool?)
  /// 1999 with 2 places is 19.99; 2000 is 20.
  case decimal(Int64?, places: Int)
  case array([WireValue]?)
  /// Values under names of their owner's choice.
  case object([(name: String, value: WireValue)]?)

  package static func integer(_ number: Int?) -> WireValue { .integer(number.map(Int64.init)) }

  package static func strings(_ texts: [String]?) -> WireValue {
    .array(texts?.map { .string($0) })
  }

  package static func integers(_ numbers: [Int64]) -> WireValue {
    .array(numbers.map { .integer($0) })
  }

  fileprivate func write(_ name: StaticString, to writer: inout JSONWriter) {
    switch self {
    case .string(let text?): writer.string(name, text)
    case .html(let text):
      writer.key(name)
      writer.html(text)
    case .integer(let number?): writer.integer(name, number)
    case .bool(let flag?): writer.bool(name, flag)
    case .decimal(let digits?, let places):
      writer.key(name)
      writer.decimal(digits, fractionDigits: places)
    case .array(let elements?):
      writer.key(name)
      writer.array(elements) { $1.write(to: &$0) }
    case .object(_?):
      writer.key(name)
      write(to: &writer)
    case .string(nil), .integer(nil), .bool(nil), .decimal(nil, _), .array(nil), .object(nil):
      break
    }
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text?): writer.string(text)
    case .html(let text): writer.html(text)
    case .integer(let number?): writer.integer(number)
    case .bool(let flag?): writer.bool(flag)
    case .decimal(let digits?, let places): writer.decimal(digits, fractionDigits: places)
    case .array(let elements?): writer.array(elements) { $1.write(to: &$0) }
    case .object(let members?):
      writer.object { writer in
        for member in members {
          writer.key(text: member.name)
          member.value.write(to: &writer)
        }
      }
    case .string(nil), .integer(nil), .bool(nil), .decimal(nil, _), .array(nil), .object(nil):
      writer.null()
    }
  }
}
