/// A media type with its parameters, as in `Content-Type`.
///
/// Source: RFC 9110 §8.3.1.
public struct MediaType: Sendable, Hashable {
  /// In lower case.
  public let type: String
  /// In lower case.
  public let subtype: String
  /// In their order. No name occurs twice.
  public let parameters: [Parameter]

  /// One `name=value`.
  public struct Parameter: Sendable, Hashable {
    /// In lower case.
    public let name: String
    /// Without the quotes.
    public let value: String
  }

  /// Reads `type/subtype; name=value; name="quoted value"`.
  ///
  /// Nil when it breaks the grammar, when a parameter occurs twice, because readers would choose
  /// different ones, or when a value is not UTF-8 or has too many marks in a row.
  public init?(_ text: String) { self.init([UInt8](text.utf8)[...]) }

  /// Type and subtype without the parameters: `image/png`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The value of the parameter of that name, in lower case, or nil.
  public subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = ParameterReader(bytes, .strict)
    reader.skipBlanks()
    guard let type = reader.token(), reader.skip(Octet.slash), let subtype = reader.token() else {
      return nil
    }
    guard let parameters = try? reader.all() else { return nil }
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }
}

extension ParameterReader {
  /// All parameters up to the end.
  fileprivate mutating func all() throws(ParameterError) -> [MediaType.Parameter] {
    var parameters: [MediaType.Parameter] = []
    while let (name, at, bytes) = try next() {
      guard let value = String(validating: bytes, as: UTF8.self), value.isStreamSafe else {
        throw .malformed(at: at)
      }
      parameters.append(MediaType.Parameter(name: name, value: value))
    }
    return parameters
  }
}
