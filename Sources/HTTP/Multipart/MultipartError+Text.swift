extension MultipartError: CustomStringConvertible {
  /// The status to answer with: 415 if it is not a form, 413 if it is too large, else 400.
  public var status: Status {
    switch kind {
    case .notFormData: .unsupportedMediaType
    case .tooManyParts, .bodyTooLarge, .partTooLarge: .contentTooLarge
    default: .badRequest
    }
  }

  /// A word for programs, which never changes.
  public var code: String {
    switch kind {
    case .notFormData: "not_form_data"
    case .malformedContentType: "malformed_content_type"
    case .repeatedContentType: "repeated_content_type"
    case .missingBoundary: "missing_boundary"
    case .malformedBoundary: "malformed_boundary"
    case .preambleTooLarge: "preamble_too_large"
    case .malformedDelimiter: "malformed_delimiter"
    case .tooManyParts: "too_many_parts"
    case .bodyTooLarge: "form_too_large"
    case .epilogueTooLarge: "epilogue_too_large"
    case .endedEarly: "form_ended_early"
    case .partTooLarge: "part_too_large"
    default: headCode
    }
  }

  private var headCode: String {
    switch kind {
    case .bareLineFeed: "bare_line_feed"
    case .bareCarriageReturn: "bare_carriage_return"
    case .foldedLine: "folded_line"
    case .malformedFieldName: "malformed_field_name"
    case .malformedFieldValue: "malformed_field_value"
    case .containsNull: "contains_null"
    case .partHeadTooLarge: "part_head_too_large"
    case .tooManyFields: "too_many_part_fields"
    case .repeatedField: "repeated_part_field"
    case .missingDisposition: "missing_disposition"
    case .malformedDisposition: "malformed_disposition"
    case .unknownDisposition: "unknown_disposition"
    case .repeatedParameter: "repeated_parameter"
    case .extendedParameter: "extended_parameter"
    case .missingName: "missing_name"
    case .nameTooLong: "name_too_long"
    case .filenameTooLong: "filename_too_long"
    case .invalidText: "invalid_text"
    case .nestedMultipart: "nested_multipart"
    case .unknownTransferEncoding: "unknown_transfer_encoding"
    default: "malformed_form"
    }
  }

  /// One sentence for people. It names limits and never bytes of the message, so that an answer
  /// reflects nothing.
  public var reason: String {
    switch kind {
    case .notFormData: "The Content-Type of the request is not multipart/form-data."
    case .malformedContentType: "The Content-Type of the request is malformed."
    case .repeatedContentType: "The request has more than one Content-Type."
    case .missingBoundary: "The Content-Type of the request names no boundary."
    case .malformedBoundary: "The boundary is not 1 to 70 of the characters allowed in it."
    case .preambleTooLarge(let limit):
      "The first \(ByteCount(limit)) hold no delimiter; perhaps the boundary is another one."
    case .malformedDelimiter: "Something follows the boundary that does not belong there."
    case .tooManyParts(let limit): "The form has more than \(limit) parts."
    case .bodyTooLarge(let limit): "The form is larger than \(ByteCount(limit))."
    case .epilogueTooLarge(let limit): "More than \(ByteCount(limit)) follow the last delimiter."
    case .endedEarly: "The body ends before the last delimiter."
    case .partTooLarge(let limit): "The part is larger than \(ByteCount(limit))."
    default: headReason
    }
  }

  private var headReason: String {
    switch kind {
    case .bareLineFeed: "A line feed stands without a carriage return before it."
    case .bareCarriageReturn: "A carriage return stands without a line feed after it."
    case .foldedLine: "A line of the part's head begins with white space."
    case .malformedFieldName: "A byte does not belong in the name of a field."
    case .malformedFieldValue: "A byte does not belong in the value of a field."
    case .containsNull: "A field holds the byte 0."
    case .partHeadTooLarge(let limit): "The head of the part is larger than \(ByteCount(limit))."
    case .tooManyFields(let limit): "The part has more than \(limit) fields."
    case .repeatedField: "The part has a field more than once."
    case .missingDisposition: "The part has no Content-Disposition."
    case .malformedDisposition: "The Content-Disposition of the part is malformed."
    case .unknownDisposition: "The Content-Disposition of the part is not form-data."
    case .repeatedParameter: "Content-Disposition has a parameter more than once."
    case .extendedParameter: "A form must not use name* or filename*: write UTF-8 as it is."
    case .missingName: "The part has no name."
    case .nameTooLong(let limit): "The name of the part is longer than \(ByteCount(limit))."
    case .filenameTooLong(let limit): "The name of the file is longer than \(ByteCount(limit))."
    case .invalidText: "The name of the part or of its file is not UTF-8."
    case .nestedMultipart: "The part is itself made of parts; send each file as one part."
    case .unknownTransferEncoding: "Content-Transfer-Encoding may only be 7bit, 8bit or binary."
    default: "The form is malformed."
    }
  }

  /// Status, code, reason and place, for logs. Of the name no more than that there is one.
  public var description: String {
    let place = (part.map { " part \($0)" } ?? "") + (offset.map { " byte \($0)" } ?? "")
    return "\(status.code) \(code):\(place) \(reason)"
  }
}
