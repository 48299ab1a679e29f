/// Fields that many responses share, checked and encoded once.
public struct FieldBlock: Sendable, Hashable {
  let octets: [UInt8]
  /// Whether Content-Type stands among them, which `Response.contentType` would repeat.
  let hasContentType: Bool

  /// Encodes `fields` in their order.
  ///
  /// - Throws: what is wrong with the first bad one.
  public init(validating fields: [ResponseField]) throws(ResponseError) {
    for field in fields { try FieldRule.check(field) }
    var octets: [UInt8] = []
    for field in fields { octets.append(atMost: field.lineOctets) { field.write(to: &$0) } }
    self.octets = octets
    hasContentType = fields.contains(where: \.isContentType)
  }

  /// Appends `fields` to a block.
  ///
  /// - Throws: what is wrong with the first bad one.
  init(_ first: FieldBlock?, _ fields: [ResponseField]) throws(ResponseError) {
    let more = try FieldBlock(validating: fields)
    octets = (first?.octets ?? []) + more.octets
    hasContentType = first?.hasContentType ?? false || more.hasContentType
  }
}

extension ResponseField {
  var isContentType: Bool {
    name.withOctets { $0.equals(ignoringCase: "content-type") }
  }

  /// The octets of `name: value` and the line end.
  var lineOctets: Int { name.utf8.count + value.utf8.count + 4 }

  func write(to writer: inout OctetWriter) {
    writer.put(text: name)
    writer.put(": ")
    writer.put(text: value)
    writer.put("\r\n")
  }
}
