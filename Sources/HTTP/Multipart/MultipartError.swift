/// Why a form is refused, and where.
public struct MultipartError: Error, Hashable, Sendable {
  /// The mistake.
  public let kind: Kind
  /// The part, counted from 1; nil before the first one.
  public let part: Int?
  /// The name of that part, once it was read.
  public let name: String?
  /// Bytes of the body before the one that is wrong; nil when the fault is not in the body.
  public let offset: Int?

  /// Combines the mistake and its place.
  public init(_ kind: Kind, part: Int? = nil, name: String? = nil, offset: Int? = nil) {
    self.kind = kind
    self.part = part
    self.name = name
    self.offset = offset
  }

  /// The mistakes that a form can have.
  public enum Kind: Hashable, Sendable {
    // The Content-Type of the request.
    case notFormData
    case malformedContentType
    case repeatedContentType
    case missingBoundary
    case malformedBoundary

    // Delimiters and bytes around the parts.
    case preambleTooLarge(limit: Int)
    case malformedDelimiter
    case tooManyParts(limit: Int)
    case bodyTooLarge(limit: Int)
    case epilogueTooLarge(limit: Int)
    /// The body is over before the last delimiter.
    case endedEarly

    // Fields of a part.
    case bareLineFeed
    case bareCarriageReturn
    case foldedLine
    case malformedFieldName
    case malformedFieldValue
    case containsNull
    case partHeadTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case repeatedField

    // Content-Disposition.
    case missingDisposition
    case malformedDisposition
    case unknownDisposition
    case repeatedParameter
    /// `name*` or `filename*`, which a form must not have: it would name the part a second time.
    case extendedParameter
    case missingName
    case nameTooLong(limit: Int)
    case filenameTooLong(limit: Int)
    case invalidText

    // The other fields.
    case nestedMultipart
    case unknownTransferEncoding

    // Data.
    case partTooLarge(limit: Int)
  }
}
