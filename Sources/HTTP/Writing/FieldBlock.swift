/// Fields that many responses share, checked and encoded once.
public struct FieldBlock: Sendable, Hashable {
  let bytes: [UInt8]
  /// Whether Content-Type is among them, which `Response.contentType` would repeat.
  let hasContentType: Bool

  /// Encodes `fields` in their order.
  ///
  /// - Throws: the mistake in the first invalid field.
  public init(validating fields: [ResponseField]) throws(ResponseError) {
    for field in fields { try FieldRule.check(field) }
    var bytes: [UInt8] = []
    for field in fields { bytes.append(atMost: field.lineBytes) { field.write(to: &$0) } }
    self.bytes = bytes
    hasContentType = fields.contains(where: \.isContentType)
  }

  /// Appends `fields` to a block.
  ///
  /// - Throws: the mistake in the first invalid field.
  init(_ first: FieldBlock?, _ fields: [ResponseField]) throws(ResponseError) {
    let more = try FieldBlock(validating: fields)
    bytes = (first?.bytes ?? []) + more.bytes
    hasContentType = first?.hasContentType ?? false || more.hasContentType
  }
}

extension ResponseField {
  var isContentType: Bool {
    name.withBytes { $0.equals(ignoringCase: "content-type") }
  }

  /// The bytes of `name: value` and the line end.
  var lineBytes: Int { name.utf8.count + value.utf8.count + 4 }

  func write(to writer: inout ByteWriter) {
    writer.put(text: name)
    writer.put(": ")
    writer.put(text: value)
    writer.put("\r\n")
  }
}
