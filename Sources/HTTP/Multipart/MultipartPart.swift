/// The head of one part of a form.
///
/// Source: RFC 7578 §4.
public struct MultipartPart: Sendable, Hashable {
  /// The place of the part in the form, from 1.
  public let index: Int
  /// The name of the field, not empty. Names may occur more than once in a form.
  public let name: String
  /// The name that the client gives the file, or nil. It is text like any other: it may be a path,
  /// and may hold line ends.
  public let filename: String?
  /// The type that the client gives; nil counts as `text/plain`.
  public let contentType: MediaType?
  /// Bytes of the body before the data.
  public let dataOffset: Int
}

/// The result of a call of the parser.
public struct MultipartProgress: Sendable, Hashable {
  /// Bytes that were read; the next call continues behind them.
  public let consumed: Int
  /// Their meaning, besides the data that was appended.
  public let event: Event

  /// The steps of a form: `began`, `partEnded`, `began`, `partEnded`, ..., `ended`.
  public enum Event: Sendable, Hashable {
    /// Everything was read; at most data has come of it.
    case needMore
    /// The head of a part is complete; its data follows.
    case began(MultipartPart)
    /// The data of the part is complete.
    case partEnded
    /// The last delimiter was read; what follows has no meaning, but a limit.
    case ended
  }
}
