/// Fields that many responses share, checked and encoded once.
public struct FieldBlock: Sendable, Hashable {
  let octets: [UInt8]
  /// Whether Content-Type stands among them, which `Response.contentType` would repeat.
  let hasContentType: Bool

  /// Encodes `fields` in their order.
  ///
  /// - Throws: what is wrong with the first bad one.
  public init(validating fields: [ResponseField]) throws(ResponseError) {
    var octets: [UInt8] = []
    var hasContentType = false
    for field in fields {
      try FieldEncoding.append(field, to: &octets)
      hasContentType = hasContentType || field.isContentType
    }
    self.octets = octets
    self.hasContentType = hasContentType
  }
}

extension ResponseField {
  var isContentType: Bool {
    guard name.utf8.count == 12 else { return false }
    var name = name
    return name.withUTF8 { UnsafeRawBufferPointer($0).equals(ignoringCase: "content-type") }
  }
}
