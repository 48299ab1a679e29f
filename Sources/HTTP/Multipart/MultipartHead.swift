/// The part whose head is being read.
struct MultipartHead: Sendable {
  /// White space behind the boundary, in bytes.
  var padding = 0
  /// Bytes of the head so far.
  var bytes = 0
  var fields = 0
  /// The field line at hand, without its line end.
  var line: [UInt8] = []
  /// Bytes of the body before that line.
  var lineStart = 0
  /// The position of the colon in it.
  var colon = 0
  var hasDisposition = false
  var hasType = false
  var hasTransferEncoding = false
  var name: String?
  var filename: String?
  var contentType: MediaType?
}

extension MultipartHead {
  /// A refusal with the index of the byte in the line.
  struct Refusal: Error {
    let kind: MultipartError.Kind
    let at: Int

    init(_ kind: MultipartError.Kind, at: Int) {
      self.kind = kind
      self.at = at
    }
  }

  /// Takes in the line at hand. Fields besides three mean nothing. Source: RFC 7578 §4.8.
  mutating func endField(_ limits: MultipartLimits) throws(Refusal) {
    let (line, colon) = (line, colon)
    let name = line[..<colon].map(Octet.lowercased)
    let value = line[(colon + 1)...]
    switch String(decoding: name, as: UTF8.self) {
    case "content-disposition": try readDisposition(value, limits)
    case "content-type": try readType(value)
    case "content-transfer-encoding": try readTransferEncoding(value)
    default: break
    }
  }

  // MARK: Content-Disposition

  /// Reads `form-data; name="..."; filename="..."`. Source: RFC 7578 §4.2.
  private mutating func readDisposition(
    _ value: ArraySlice<UInt8>, _ limits: MultipartLimits
  ) throws(Refusal) {
    guard !hasDisposition else { throw Refusal(.repeatedField, at: 0) }
    hasDisposition = true
    var reader = ParameterReader(value, .form)
    reader.skipBlanks()
    let start = reader.at
    guard let type = reader.token() else { throw Refusal(.malformedDisposition, at: start) }
    guard type == "form-data" else { throw Refusal(.unknownDisposition, at: start) }
    while let (name, at, bytes) = try Self.next(&reader) {
      switch name {
      case "name":
        self.name = try Self.text(bytes, at, limits.nameBytes, MultipartError.Kind.nameTooLong)
      case "filename":
        filename = try Self.text(
          bytes, at, limits.filenameBytes, MultipartError.Kind.filenameTooLong)
      case "name*", "filename*": throw Refusal(.extendedParameter, at: at)
      default: break
      }
    }
    guard name?.isEmpty == false else {
      name = nil
      throw Refusal(.missingName, at: 0)
    }
  }

  private static func next(
    _ reader: inout ParameterReader
  ) throws(Refusal) -> (name: String, at: Int, value: [UInt8])? {
    do throws(ParameterError) {
      return try reader.next()
    } catch {
      switch error {
      case .malformed(let at): throw Refusal(.malformedDisposition, at: at)
      case .repeated(let at): throw Refusal(.repeatedParameter, at: at)
      }
    }
  }

  /// Text as browsers write it: UTF-8, in which `%22`, `%0D` and `%0A` replace the three bytes
  /// that would end it, and no other `%XX` means anything. Of one with too many marks the beginning
  /// is kept, which is no name that any form knows.
  ///
  /// Source: WHATWG HTML, "multipart/form-data encoding algorithm".
  private static func text(
    _ bytes: [UInt8], _ at: Int, _ limit: Int, _ tooLong: (Int) -> MultipartError.Kind
  ) throws(Refusal) -> String {
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let escaped = bytes[index] == Octet.percent ? escape(bytes[index...].prefix(3)) : nil
      decoded.append(escaped ?? bytes[index])
      index += escaped == nil ? 1 : 3
    }
    guard decoded.count <= limit else { throw Refusal(tooLong(limit), at: at) }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw Refusal(.invalidText, at: at)
    }
    return text.isStreamSafe ? text : text.shownBeginning
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "%22": Octet.quote
    case "%0D": Octet.carriageReturn
    case "%0A": Octet.lineFeed
    default: nil
    }
  }

  // MARK: The other fields

  /// A part made of parts would need a reader of its own, and clients send none since RFC 7578
  /// §4.3; a client that calls its files `multipart/form-data`, without a boundary, means nothing
  /// by it. A type that cannot be parsed, such as `image` or `null`, counts as none: apps write
  /// what their picker gave them, and the bytes decide what a file is.
  private mutating func readType(_ value: ArraySlice<UInt8>) throws(Refusal) {
    guard !hasType else { throw Refusal(.repeatedField, at: 0) }
    hasType = true
    guard let type = MediaType(value) else { return }
    guard type.type != "multipart" || (type.subtype == "form-data" && type["boundary"] == nil)
    else { throw Refusal(.nestedMultipart, at: 0) }
    contentType = type
  }

  /// Data is not encoded. Source: RFC 7578 §4.7.
  private mutating func readTransferEncoding(_ value: ArraySlice<UInt8>) throws(Refusal) {
    guard !hasTransferEncoding else { throw Refusal(.repeatedField, at: 0) }
    hasTransferEncoding = true
    let isIdentity = value.withUnsafeBytes { bytes in
      let coding = bytes.trimmed
      return coding.equals(ignoringCase: "7bit") || coding.equals(ignoringCase: "8bit")
        || coding.equals(ignoringCase: "binary")
    }
    guard isIdentity else { throw Refusal(.unknownTransferEncoding, at: 0) }
  }
}
