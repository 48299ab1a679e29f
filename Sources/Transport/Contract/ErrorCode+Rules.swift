extension ErrorCode {
  /// Which rule a value breaks.
  static let rules: [ErrorCode] = [
    ErrorCode(
      "required", nil, .init("Something is missing.", "Add it."),
      korean: .init("필요한 값이 없습니다.", "추가하세요.")),
    ErrorCode(
      "wrong_type", nil,
      .init("The value is of another kind.", "Write a value of the kind that the hint names."),
      korean: .init("값의 종류가 다릅니다.", "알맞은 종류의 값을 쓰세요.")),
    ErrorCode(
      "read_only", nil, .init("The server gives this member.", "Leave it out."),
      korean: .init("서버가 정하는 값입니다.", "빼고 보내세요.")),
    ErrorCode(
      "unknown_member", nil, .init("There is no such member.", "Check its name."),
      korean: .init("그런 필드가 없습니다.", "이름을 확인하세요.")),
    ErrorCode(
      "unknown_parameter", nil, .init("There is no such parameter here.", "Check its name."),
      korean: .init("그런 매개변수가 없습니다.", "이름을 확인하세요.")),
    ErrorCode(
      "repeated_parameter", nil, .init("The parameter was given more than once.", "Give it once."),
      korean: .init("매개변수가 여러 번 있습니다.", "한 번만 보내세요.")),
    ErrorCode(
      "malformed_flag", nil, .init("This is neither true nor false.", "Write true or false."),
      korean: .init("true도 false도 아닙니다.", "true나 false를 쓰세요.")),
    ErrorCode(
      "unknown_word", nil, .init("There is no such word here.", "Write one of the known words."),
      korean: .init("쓸 수 없는 말입니다.", "정해진 말 가운데 하나를 쓰세요.")),
    ErrorCode(
      "invalid_cursor", nil,
      .init(
        "The cursor was not made here, was changed, or belongs to another query.",
        "Send next_cursor as it came, with the same query; or none for the first page."),
      korean: .init("이 조회의 커서가 아닙니다.", "받은 next_cursor를 같은 조건으로 보내거나 빼고 보내세요.")),
    ErrorCode(
      "empty", nil, .init("The text is empty.", "Write something visible."),
      korean: .init("비어 있습니다.", "보이는 글자를 쓰세요.")),
    ErrorCode(
      "too_short", nil, .init("The text is too short.", "Write more characters."),
      korean: .init("너무 짧습니다.", "더 길게 쓰세요.")),
    ErrorCode(
      "too_long", nil, .init("The text is too long.", "Write fewer characters."),
      korean: .init("너무 깁니다.", "더 짧게 쓰세요.")),
    ErrorCode(
      "too_many", 409, .init("There are too many of them.", "Send fewer."),
      korean: .init("너무 많습니다.", "더 적게 보내세요.")),
    ErrorCode(
      "surrounded_by_space", nil, .init("White space stands at an end.", "Remove it."),
      korean: .init("앞이나 뒤에 공백이 있습니다.", "공백을 지우세요.")),
    ErrorCode(
      "control_character", nil, .init("The text holds a control character.", "Remove it."),
      korean: .init("제어 문자가 있습니다.", "제어 문자를 지우세요.")),
    ErrorCode(
      "malformed", nil, .init("The text has another form.", "Write it as the hint says."),
      korean: .init("형식이 다릅니다.", "알맞은 형식으로 쓰세요.")),
    ErrorCode(
      "not_storable", nil,
      .init("The text holds what cannot be stored.", "Remove the character 0."),
      korean: .init("저장할 수 없는 글자가 있습니다.", "문자 0을 지우세요.")),
    ErrorCode(
      "out_of_range", nil,
      .init("The number is too small or too large.", "Write one of the range that the hint names."),
      korean: .init("범위를 벗어난 값입니다.", "정해진 범위의 값을 쓰세요.")),
    ErrorCode(
      "not_whole", nil, .init("The number is not whole, or too large.", "Write a whole number."),
      korean: .init("정수가 아니거나 너무 큽니다.", "정수를 쓰세요.")),
    ErrorCode(
      "malformed_amount", nil, .init("This is no amount.", "Write a number."),
      korean: .init("금액이 아닙니다.", "숫자를 쓰세요.")),
    ErrorCode(
      "too_many_decimals", nil,
      .init(
        "The currency has fewer digits behind the point.", "Write whole units of the currency."),
      korean: .init("이 통화에 없는 소수 자리입니다.", "통화의 최소 단위로 쓰세요.")),
    ErrorCode(
      "price_missing", nil,
      .init(
        "The currency changes and the price does not say in which it is.", "Send the price too."),
      korean: .init("통화가 바뀌는데 가격이 없습니다.", "가격도 보내세요.")),
    ErrorCode(
      "exceeds_price", nil,
      .init("The discount that is kept exceeds the new price.", "Send the discount too."),
      korean: .init("남아 있는 할인이 새 가격보다 큽니다.", "할인도 보내세요.")),
    ErrorCode(
      "below_price", nil,
      .init(
        "The original price that is kept is below the new price.",
        "Send original_price too, or null."),
      korean: .init("남아 있는 정가가 새 가격보다 낮습니다.", "original_price도 보내거나 null로 지우세요.")),
    ErrorCode(
      "unknown_currency", nil, .init("Nothing is sold in this currency here.", "Write KRW or USD."),
      korean: .init("쓸 수 없는 통화입니다.", "KRW나 USD를 쓰세요.")),
    ErrorCode(
      "malformed_time", nil,
      .init(
        "This is no time with an offset, or no day of the calendar.",
        "Write it like 2026-03-01T09:00:00+09:00."),
      korean: .init("시간대가 있는 시각이 아닙니다.", "2026-03-01T09:00:00+09:00처럼 쓰세요.")),
    ErrorCode(
      "ends_before_start", nil, .init("It ends before it begins.", "Put ends_at behind starts_at."),
      korean: .init("끝이 시작보다 앞섭니다.", "ends_at을 starts_at 뒤로 두세요.")),
    ErrorCode(
      "malformed_id", nil, .init("This is no id.", "Write it as answers have it."),
      korean: .init("id가 아닙니다.", "받은 그대로 쓰세요.")),
    ErrorCode(
      "malformed_identifier", nil,
      .init("This is no identifier of a vendor.", "Write it as answers have it."),
      korean: .init("판매자의 id가 아닙니다.", "받은 그대로 쓰세요.")),
    ErrorCode(
      "unknown_tag", nil, .init("There is no such mark.", "Write one of the known marks."),
      korean: .init("없는 표시입니다.", "정해진 표시를 쓰세요.")),
    ErrorCode(
      "unknown_image", 409,
      .init("There is no such image.", "Upload it first, or name one that is there."),
      korean: .init("없는 이미지입니다.", "먼저 올리거나 있는 이미지를 쓰세요.")),
    ErrorCode(
      "unknown_product", nil,
      .init("There is no such product.", "Name products that are in the shop."),
      korean: .init("없는 상품입니다.", "상점에 있는 상품을 쓰세요.")),
    ErrorCode(
      "unknown_vendor", nil, .init("There is no such vendor.", "Name a vendor that is there."),
      korean: .init("없는 판매자입니다.", "있는 판매자를 쓰세요.")),
    ErrorCode(
      "not_https", nil,
      .init(
        "The URL is no https URL, nor a path of this site.", "Write https://... or /images/..."),
      korean: .init("https 주소도 이 사이트의 경로도 아닙니다.", "https://...나 /images/...로 쓰세요.")),
    ErrorCode(
      "dot_segment", nil, .init("The path holds a step . or ..", "Write it without."),
      korean: .init("경로에 .이나 ..이 있습니다.", "빼고 쓰세요.")),
    ErrorCode(
      "malformed_host", 400, .init("This is no host.", "Write a name or an address."),
      korean: .init("호스트가 아닙니다.", "이름이나 주소를 쓰세요.")),
    ErrorCode(
      "duplicate", nil, .init("It stands there twice.", "Name each once."),
      korean: .init("두 번 들어 있습니다.", "한 번만 쓰세요.")),
    ErrorCode(
      "another_id", nil, .init("The stored one has another id.", "Leave id out, or read it again."),
      korean: .init("저장된 id와 다릅니다.", "id를 빼거나 다시 읽으세요.")),
    ErrorCode(
      "order_of_list", nil,
      .init("The stored one has another place.", "Leave position out, or read the list again."),
      korean: .init("저장된 순서와 다릅니다.", "position을 빼거나 다시 읽으세요.")),
    ErrorCode(
      "removed", nil, .init("It was removed meanwhile.", "Read the list again."),
      korean: .init("그사이 지워졌습니다.", "목록을 다시 읽으세요.")),
    ErrorCode(
      "unseen", nil,
      .init("Somebody added it meanwhile, and the list does not have it.", "Read the list again."),
      korean: .init("그사이 추가된 것이 목록에 없습니다.", "목록을 다시 읽으세요.")),
    ErrorCode(
      "key_taken", 409, .init("The key belongs to another one.", "Choose another key."),
      korean: .init("이미 쓰는 키입니다.", "다른 키를 쓰세요.")),
    ErrorCode(
      "id_taken", 409, .init("The id belongs to another one.", "Leave it out."),
      korean: .init("이미 쓰는 id입니다.", "빼고 보내세요.")),
    ErrorCode(
      "identifier_taken", 409, .init("The identifier belongs to another vendor.", "Leave it out."),
      korean: .init("이미 쓰는 판매자 id입니다.", "빼고 보내세요.")),
    ErrorCode(
      "scope_without_vendor", nil,
      .init("A token for a vendor needs the vendor.", "Name the vendor."),
      korean: .init("판매자 토큰에는 판매자가 필요합니다.", "판매자를 정하세요.")),
    ErrorCode(
      "vendor_without_scope", nil,
      .init("A vendor is named and the scope is missing.", "Add the scope vendor."),
      korean: .init("판매자가 있지만 권한이 없습니다.", "vendor 권한을 더하세요.")),
    ErrorCode(
      "missing_identifier", nil,
      .init("The vendor's identifier is missing.", "Send the field identifier."),
      korean: .init("판매자의 id가 없습니다.", "identifier 필드를 보내세요.")),
    ErrorCode(
      "wrong_product_secret", nil,
      .init("The secret is not that of the product.", "Ask for it again."),
      korean: .init("상품의 비밀 값이 아닙니다.", "다시 받으세요.")),
    ErrorCode(
      "contradiction", 409, .init("Two values contradict each other.", "Correct one of them."),
      korean: .init("두 값이 서로 맞지 않습니다.", "하나를 고치세요.")),
  ]
}
