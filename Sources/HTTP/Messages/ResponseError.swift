/// Why a response cannot be written: a bug of the application, never of the client.
///
/// The engine then answers 500 instead.
public enum ResponseError: Error, Hashable, Sendable {
  /// The name is not a token.
  case malformedName(String)
  /// The value of this field holds CR, LF, NUL, another control, or a character beyond ASCII.
  case malformedValue(name: String)
  /// The field belongs to the engine.
  case reservedName(String)
  /// `contentType` and a field both set Content-Type.
  case repeatedContentType
  /// 204 and 304 have no content, yet there is some.
  case contentNotAllowed(status: Int)
  /// A status below 200 is no answer.
  case interimStatus(Int)
  /// The announced length of a stream, in bytes, is negative.
  case negativeLength(Int)
}
