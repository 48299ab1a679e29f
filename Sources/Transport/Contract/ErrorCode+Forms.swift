import Web

extension ErrorCode {
  /// Errors of bodies: JSON, forms and images.
  static let bodies: [ErrorCode] = [
    ErrorCode(
      "malformed_json", 400,
      .init("The body is no JSON.", "Correct it at the line and column that the detail names.")),
    ErrorCode(
      "duplicate_member", 400, .init("A JSON object has a name twice.", "Write each name once.")),
    ErrorCode(
      "json_limit", 400,
      .init(
        "The JSON is nested too deeply, or a number is too long.", "Write it flatter or shorter.")),
    ErrorCode(
      "unknown_part", 400,
      .init("The form has a part that is not known.", "Send only the parts of the contract.")),
    ErrorCode(
      "repeated_part", 422, .init("A part was sent more than once.", "Send it once.")),
    ErrorCode(
      "repeated_image", 422, .init("The same picture is sent twice.", "Send each once.")),
    ErrorCode(
      "removed_image", 422,
      .init("The shop has removed this picture for good.", "Send another one.")),
    ErrorCode(
      "too_many_images", 422,
      .init("More pictures are sent than a product has.", "Send at most as many as it has.")),
    ErrorCode(
      "empty_image", 422, .init("The picture has no bytes.", "Send a file.")),
    ErrorCode(
      "image_too_large", 413, .init("The picture is larger than it may be.", "Send a smaller one.")),
    ErrorCode(
      "malformed_image", 422,
      .init("The picture's file is broken.", "Save it again as plain JPEG or PNG.")),
    ErrorCode(
      "truncated", 422, .init("The picture's file ends too early.", "Send the whole file.")),
    ErrorCode(
      "trailing_bytes", 422,
      .init("Something follows the end of the picture.", "Save it again as plain JPEG or PNG.")),
    ErrorCode(
      "too_many_scans", 422,
      .init("The picture is drawn in too many steps.", "Save it again as plain JPEG.")),
    ErrorCode(
      "too_many_pixels", 422, .init("The picture has too many pixels.", "Send a smaller one.")),
    ErrorCode(
      "no_pixels", 422, .init("The picture is 0 pixels wide or high.", "Send another one.")),
    ErrorCode(
      "unknown_format", 422,
      .init("The file is none of the formats that are taken.", "Send a JPEG or PNG file.")),
    ErrorCode(
      "unsupported_format", 422,
      .init("This server cannot read the format.", "Send a JPEG or PNG file.")),
    ErrorCode(
      "undecodable_image", 422,
      .init("The picture cannot be decoded.", "Save it again as plain JPEG or PNG.")),
    ErrorCode(
      "not_form_data", 415, .init("The body is no form.", "Send multipart/form-data.")),
    ErrorCode(
      "malformed_content_type", 400,
      .init("The Content-Type is malformed.", "Let the HTTP library write it.")),
    ErrorCode(
      "repeated_content_type", 400, .init("Content-Type was sent more than once.", "Send it once.")),
    ErrorCode(
      "missing_boundary", 400,
      .init("The Content-Type names no boundary.", "Let the HTTP library write it.")),
    ErrorCode(
      "malformed_boundary", 400,
      .init("The boundary has characters that it cannot have.", "Let the HTTP library write it.")),
    ErrorCode(
      "preamble_too_large", 400,
      .init("Nothing at the beginning of the form is a delimiter.", "Check the boundary.")),
    ErrorCode(
      "malformed_delimiter", 400,
      .init(
        "Something follows a boundary that does not belong there.",
        "Let the HTTP library write the form.")),
    ErrorCode(
      "too_many_parts", 413, .init("The form has too many parts.", "Send fewer.")),
    ErrorCode(
      "form_too_large", 413, .init("The form is larger than it may be.", "Send less.")),
    ErrorCode(
      "epilogue_too_large", 400,
      .init("Too much follows the last delimiter.", "End the form there.")),
    ErrorCode(
      "form_ended_early", 400,
      .init("The form ends before its last delimiter.", "Send the whole form.")),
    ErrorCode(
      "part_too_large", 413, .init("A part is larger than it may be.", "Send less.")),
    ErrorCode(
      "contains_null", 400, .init("A field of a part holds the byte 0.", "Remove it.")),
    ErrorCode(
      "part_head_too_large", 400, .init("The head of a part is too large.", "Send fewer fields.")),
    ErrorCode(
      "too_many_part_fields", 400, .init("A part has too many fields.", "Send fewer.")),
    ErrorCode(
      "repeated_part_field", 400, .init("A part has a field more than once.", "Send it once.")),
    ErrorCode(
      "missing_disposition", 400,
      .init("A part has no Content-Disposition.", "Let the HTTP library write the form.")),
    ErrorCode(
      "malformed_disposition", 400,
      .init(
        "The Content-Disposition of a part is malformed.", "Let the HTTP library write the form.")),
    ErrorCode(
      "unknown_disposition", 400,
      .init("The Content-Disposition of a part is not form-data.", "Send form-data.")),
    ErrorCode(
      "extended_parameter", 400,
      .init("A form must not use name* or filename*.", "Write UTF-8 as it is.")),
    ErrorCode(
      "missing_name", 400, .init("A part has no name.", "Name it.")),
    ErrorCode(
      "name_too_long", 400, .init("The name of a part is too long.", "Shorten it.")),
    ErrorCode(
      "filename_too_long", 400, .init("A file name is too long.", "Shorten it.")),
    ErrorCode(
      "invalid_text", 400, .init("A text is not UTF-8.", "Write UTF-8.")),
    ErrorCode(
      "nested_multipart", 400, .init("A part is a form itself.", "Send the parts side by side.")),
    ErrorCode(
      "unknown_transfer_encoding", 400,
      .init(
        "A part has a Content-Transfer-Encoding that is not known.", "Send the bytes as they are.")),
    ErrorCode(
      "malformed_form", 400, .init("The form is malformed.", "Let the HTTP library write it.")),
  ]
}
