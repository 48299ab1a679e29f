extension ErrorCode {
  /// What is wrong with a body: JSON, forms and images.
  static let bodies: [ErrorCode] = [
    ErrorCode(
      "malformed_json", 400,
      .init("The body is no JSON.", "Correct it at the line and column that the detail names."),
      korean: .init("JSON이 아닙니다.", "알려 준 줄과 칸을 고치세요.")),
    ErrorCode(
      "duplicate_member", 400, .init("A JSON object has a name twice.", "Write each name once."),
      korean: .init("JSON 객체에 같은 이름이 두 번 있습니다.", "한 번만 쓰세요.")),
    ErrorCode(
      "json_limit", 400,
      .init(
        "The JSON is nested too deeply, or a number is too long.", "Write it flatter or shorter."),
      korean: .init("JSON이 너무 깊거나 숫자가 너무 깁니다.", "더 얕게, 더 짧게 쓰세요.")),
    ErrorCode(
      "unknown_part", 400,
      .init("The form has a part that is not known.", "Send only the parts of the contract."),
      korean: .init("알 수 없는 파트가 있습니다.", "정해진 파트만 보내세요.")),
    ErrorCode(
      "repeated_part", 422, .init("A part stands twice.", "Send it once."),
      korean: .init("같은 파트가 두 번 있습니다.", "한 번만 보내세요.")),
    ErrorCode(
      "repeated_image", 422, .init("The same picture is sent twice.", "Send each once."),
      korean: .init("같은 사진이 두 번 있습니다.", "한 번만 보내세요.")),
    ErrorCode(
      "too_many_images", 422,
      .init("More pictures are sent than a product has.", "Send at most five."),
      korean: .init("사진이 너무 많습니다.", "다섯 장까지 보내세요.")),
    ErrorCode(
      "empty_image", 422, .init("The picture has no bytes.", "Send a file."),
      korean: .init("사진이 비어 있습니다.", "파일을 보내세요.")),
    ErrorCode(
      "image_too_large", 413, .init("The picture is larger than it may be.", "Send a smaller one."),
      korean: .init("사진이 너무 큽니다.", "더 작은 사진을 보내세요.")),
    ErrorCode(
      "malformed_image", 422,
      .init("The picture's file is broken.", "Save it again as plain JPEG or PNG."),
      korean: .init("사진 파일이 손상되었습니다.", "JPEG나 PNG로 다시 저장하세요.")),
    ErrorCode(
      "truncated", 422, .init("The picture's file ends too early.", "Send the whole file."),
      korean: .init("사진 파일이 중간에 끝납니다.", "파일 전체를 보내세요.")),
    ErrorCode(
      "trailing_bytes", 422,
      .init("Something follows the end of the picture.", "Save it again as plain JPEG or PNG."),
      korean: .init("사진의 끝 뒤에 다른 내용이 있습니다.", "JPEG나 PNG로 다시 저장하세요.")),
    ErrorCode(
      "too_many_scans", 422,
      .init("The picture is drawn in too many steps.", "Save it again as plain JPEG."),
      korean: .init("사진의 단계가 너무 많습니다.", "JPEG로 다시 저장하세요.")),
    ErrorCode(
      "too_many_pixels", 422, .init("The picture has too many pixels.", "Send a smaller one."),
      korean: .init("사진의 화소가 너무 많습니다.", "더 작은 사진을 보내세요.")),
    ErrorCode(
      "no_pixels", 422, .init("The picture is 0 pixels wide or high.", "Send another one."),
      korean: .init("사진의 너비나 높이가 0입니다.", "다른 사진을 보내세요.")),
    ErrorCode(
      "too_deep", 422,
      .init("The boxes of the file are nested too deeply.", "Save it again as plain JPEG or PNG."),
      korean: .init("파일 구조가 너무 깊습니다.", "JPEG나 PNG로 다시 저장하세요.")),
    ErrorCode(
      "unknown_format", 422,
      .init("The file is none of the formats that are taken.", "Send a JPEG or PNG file."),
      korean: .init("받을 수 없는 형식입니다.", "JPEG나 PNG를 보내세요.")),
    ErrorCode(
      "unsupported_format", 422,
      .init("This server cannot read the format.", "Send a JPEG or PNG file."),
      korean: .init("이 서버가 읽지 못하는 형식입니다.", "JPEG나 PNG를 보내세요.")),
    ErrorCode(
      "undecodable_image", 422,
      .init("The picture cannot be decoded.", "Save it again as plain JPEG or PNG."),
      korean: .init("사진을 해독할 수 없습니다.", "JPEG나 PNG로 다시 저장하세요.")),
    ErrorCode(
      "not_form_data", 415, .init("The body is no form.", "Send multipart/form-data."),
      korean: .init("본문이 폼이 아닙니다.", "multipart/form-data로 보내세요.")),
    ErrorCode(
      "malformed_content_type", 400,
      .init("The Content-Type is malformed.", "Let the HTTP library write it."),
      korean: .init("Content-Type의 형식이 잘못되었습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "repeated_content_type", 400, .init("The Content-Type stands twice.", "Send it once."),
      korean: .init("Content-Type이 두 번 있습니다.", "한 번만 보내세요.")),
    ErrorCode(
      "missing_boundary", 400,
      .init("The Content-Type names no boundary.", "Let the HTTP library write it."),
      korean: .init("boundary가 없습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "malformed_boundary", 400,
      .init("The boundary has characters that it cannot have.", "Let the HTTP library write it."),
      korean: .init("boundary의 형식이 잘못되었습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "preamble_too_large", 400,
      .init("Nothing at the beginning of the form is a delimiter.", "Check the boundary."),
      korean: .init("폼의 시작에 구분자가 없습니다.", "boundary를 확인하세요.")),
    ErrorCode(
      "malformed_delimiter", 400,
      .init(
        "Something follows a boundary that does not belong there.",
        "Let the HTTP library write the form."),
      korean: .init("구분자의 형식이 잘못되었습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "too_many_parts", 413, .init("The form has too many parts.", "Send fewer."),
      korean: .init("파트가 너무 많습니다.", "더 적게 보내세요.")),
    ErrorCode(
      "form_too_large", 413, .init("The form is larger than it may be.", "Send less."),
      korean: .init("폼이 너무 큽니다.", "더 작게 보내세요.")),
    ErrorCode(
      "epilogue_too_large", 400,
      .init("Too much follows the last delimiter.", "End the form there."),
      korean: .init("마지막 구분자 뒤에 내용이 너무 많습니다.", "거기서 끝내세요.")),
    ErrorCode(
      "form_ended_early", 400,
      .init("The form ends before its last delimiter.", "Send the whole form."),
      korean: .init("폼이 중간에 끝납니다.", "폼 전체를 보내세요.")),
    ErrorCode(
      "part_too_large", 413, .init("A part is larger than it may be.", "Send less."),
      korean: .init("파트가 너무 큽니다.", "더 작게 보내세요.")),
    ErrorCode(
      "contains_null", 400, .init("A field of a part holds the byte 0.", "Remove it."),
      korean: .init("파트의 필드에 바이트 0이 있습니다.", "지우세요.")),
    ErrorCode(
      "part_head_too_large", 400, .init("The head of a part is too large.", "Send fewer fields."),
      korean: .init("파트의 머리가 너무 큽니다.", "필드를 줄이세요.")),
    ErrorCode(
      "too_many_part_fields", 400, .init("A part has too many fields.", "Send fewer."),
      korean: .init("파트의 필드가 너무 많습니다.", "더 적게 보내세요.")),
    ErrorCode(
      "repeated_part_field", 400, .init("A field of a part stands twice.", "Send it once."),
      korean: .init("파트의 필드가 두 번 있습니다.", "한 번만 보내세요.")),
    ErrorCode(
      "missing_disposition", 400,
      .init("A part has no Content-Disposition.", "Let the HTTP library write the form."),
      korean: .init("파트에 Content-Disposition이 없습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "malformed_disposition", 400,
      .init(
        "The Content-Disposition of a part is malformed.", "Let the HTTP library write the form."),
      korean: .init("Content-Disposition의 형식이 잘못되었습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
    ErrorCode(
      "unknown_disposition", 400,
      .init("The Content-Disposition of a part is not form-data.", "Send form-data."),
      korean: .init("Content-Disposition이 form-data가 아닙니다.", "form-data로 보내세요.")),
    ErrorCode(
      "extended_parameter", 400,
      .init("A form must not use name* or filename*.", "Write UTF-8 as it is."),
      korean: .init("name*이나 filename*은 쓸 수 없습니다.", "UTF-8을 그대로 쓰세요.")),
    ErrorCode(
      "missing_name", 400, .init("A part has no name.", "Name it."),
      korean: .init("파트에 이름이 없습니다.", "이름을 쓰세요.")),
    ErrorCode(
      "name_too_long", 400, .init("The name of a part is too long.", "Shorten it."),
      korean: .init("파트의 이름이 너무 깁니다.", "줄이세요.")),
    ErrorCode(
      "filename_too_long", 400, .init("A file name is too long.", "Shorten it."),
      korean: .init("파일 이름이 너무 깁니다.", "줄이세요.")),
    ErrorCode(
      "invalid_text", 400, .init("A text is not UTF-8.", "Write UTF-8."),
      korean: .init("UTF-8이 아닌 글이 있습니다.", "UTF-8로 쓰세요.")),
    ErrorCode(
      "nested_multipart", 400, .init("A part is a form itself.", "Send the parts side by side."),
      korean: .init("파트 안에 폼이 있습니다.", "나란히 보내세요.")),
    ErrorCode(
      "unknown_transfer_encoding", 400,
      .init(
        "A part has a Content-Transfer-Encoding that is not known.", "Send the bytes as they are."),
      korean: .init("알 수 없는 Content-Transfer-Encoding입니다.", "바이트를 그대로 보내세요.")),
    ErrorCode(
      "malformed_form", 400, .init("The form is malformed.", "Let the HTTP library write it."),
      korean: .init("폼의 형식이 잘못되었습니다.", "HTTP 라이브러리가 쓰게 하세요.")),
  ]
}
