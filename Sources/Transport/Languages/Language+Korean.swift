import Domain
import UseCases
package import Web

extension Language {
  package static let korean = Language(tag: "ko", errors: koreanErrors, hints: koreanHint)

  /// The values that may be written.
  private static func koreanHint(_ allowed: ValidationError.Allowed) -> String? {
    switch allowed {
    case .words(let words): "다음 중에서 쓰세요: \(words.joined(separator: ", "))."
    case .numbers(let range): "\(range.lowerBound)~\(range.upperBound) 사이의 숫자를 쓰세요."
    case .atMost(let most): "\(most) 이하로 쓰세요."
    case .characters(let range): "\(range.lowerBound)~\(range.upperBound)자로 쓰세요."
    case .count(let range) where range.lowerBound == 0: "\(range.upperBound)개까지 보내세요."
    case .count(let range): "\(range.lowerBound)~\(range.upperBound)개를 보내세요."
    case .times(0): "매개변수 없이 보내세요."
    case .times(1): "한 번만 보내세요."
    case .times(let most): "\(most)번까지 보내세요."
    case .kind("a string"): "문자열을 쓰세요."
    case .kind("a number"): "숫자를 쓰세요."
    case .kind("an array"): "배열을 쓰세요."
    case .kind("an object"): "객체를 쓰세요."
    case .kind("true or false"): "true나 false를 쓰세요."
    case .kind: nil
    case .example(let example): "\(example)처럼 쓰세요."
    }
  }

  static let koreanScreens = ScreenWording(
    events: "기획전", sameItemType: "비슷한 상품", products: koreanProducts
  ) { vendor in "\(vendor)의 다른 상품" }

  private static let koreanProducts = ProductWording(
    won: { $0 + "원" }, yen: { $0 + "엔" }, from: { $0 + "부터" }, underOnePercent: "1% 미만",
    inStock: { "재고 " + $0 + "개" }, soldOut: "품절",
    reduced: { discount, price in discount + " 할인, 정가 " + price }, freeDelivery: "무료배송",
    delivery: { "배송비 " + $0 }, freeFrom: { $0 + " 이상 무료" },
    badges: ProductWording.Badges(best: "BEST", used: "중고", discontinued: "단종", upcoming: "판매 예정"),
    changes: ProductWording.Changes(
      removed: "판매 종료", cheaper: { $0 + " 인하" }, dearer: { $0 + " 인상" }))

  private static let koreanErrors: [String: ErrorCode.Wording] = [
    // Of requests as a whole.
    "unauthenticated": .init(
      "인증되지 않은 요청입니다.",
      "`moa token create`나 `POST /v1/devices`로 발급받은 토큰, 또는 판매자의 id와 시크릿을 보내세요."),
    "forbidden": .init("이 토큰에는 필요한 권한이 없습니다.", "detail_en에 적힌 권한이 있는 토큰을 보내세요."),
    "client_key_not_listed": .init("클라이언트 인증서가 없거나, 인증서의 키가 등록되지 않았습니다.", "운영자가 키를 등록한 인증서를 쓰세요."),
    "preflight_refused": .init(
      "이 페이지에서는 이 요청을 보낼 수 없습니다.", "detail_en에 적힌 항목을 허용해 달라고 운영자에게 요청하세요."),
    "foreign_origin": .init("다른 출처의 페이지에서는 아무것도 변경할 수 없습니다.", "이 출처를 허용해 달라고 운영자에게 요청하세요."),
    "foreign_address": .init("이 주소에서는 열 수 없는 경로입니다.", "프록시에서 이 네트워크를 허용해 달라고 운영자에게 요청하세요."),
    "not_found": .init("요청한 대상을 찾을 수 없습니다.", "주소를 확인하세요."),
    "method_not_allowed": .init("이 경로에서는 쓸 수 없는 메서드입니다.", "Allow 헤더에 있는 메서드를 쓰세요."),
    "not_acceptable": .init("Accept-Encoding이 응답할 수 있는 형식을 모두 제외합니다.", "gzip이나 identity를 허용하세요."),
    "request_in_flight": .init("Idempotency-Key가 같은 요청을 처리하고 있습니다.", "잠시 뒤 같은 요청을 다시 보내세요."),
    "idempotency_key_reused": .init("다른 요청에 이미 쓴 Idempotency-Key입니다.", "새 요청에는 새 키를 쓰세요."),
    "malformed_idempotency_key": .init("Idempotency-Key의 형식이 잘못되었습니다.", "UUID를 한 번만 보내세요."),
    "precondition_failed": .init("현재 내용이 If-Match나 If-Unmodified-Since의 조건과 다릅니다.", "다시 조회하세요."),
    "stale_version": .init("요청에 적힌 버전 이후에 변경되었습니다.", "다시 조회한 뒤 변경하세요."),
    "changed_meanwhile": .init("조회한 뒤에 변경되었습니다.", "다시 조회한 뒤 변경하세요."),
    "weak_condition": .init("If-Match에 일치할 수 없는 약한 태그가 있습니다.", "W/를 빼고 보내세요."),
    "malformed_condition": .init("If-Match의 형식이 잘못되었습니다.", "받은 ETag를 그대로 보내세요."),
    "precondition_required": .init("어느 버전을 변경하는지 알려 주어야 합니다.", "조회할 때 받은 ETag를 If-Match로 보내세요."),
    "outdated": .init("보낸 내용이 저장된 내용과 다릅니다.", "다시 조회한 뒤 변경하세요."),
    "content_too_large": .init("본문이 너무 큽니다.", "더 작게 보내세요."),
    "unsupported_content_encoding": .init("압축된 본문은 받지 않습니다.", "Content-Encoding 없이 보내세요."),
    "range_not_satisfiable": .init("요청한 범위가 파일의 끝을 벗어납니다.", "Content-Range에 적힌 길이 안에서 요청하세요."),
    "rejected": .init("규칙에 맞지 않는 값이 있습니다.", "errors에 적힌 값을 고치세요."),
    "malformed_query": .init("받을 수 없는 매개변수가 있습니다.", "errors에 적힌 매개변수를 고치세요."),
    "malformed_simulation": .init("Moa-Simulate에 잘못된 부분이 있습니다.", "detail_en에 적힌 형식으로 쓰세요."),
    "simulation_off": .init(
      "이 서버에서는 느리거나 끊기는 네트워크를 흉내 낼 수 없습니다.", "Moa-Simulate를 빼거나 서버를 --simulate로 시작하세요."),
    "simulated": .init("Moa-Simulate로 요청한 오류입니다. 아무것도 처리하지 않았습니다.", "다시 보내거나 Moa-Simulate를 빼세요."),
    "writes_stopped": .init(
      "지금은 아무것도 변경할 수 없습니다. 운영자가 쓰기를 중단했습니다.", "잠시 뒤 다시 시도하세요."),
    "too_many_requests": .init("요청이 너무 많습니다.", "잠시 뒤 다시 시도하세요."),
    "too_many_failures": .init("시크릿을 너무 여러 번 틀렸습니다.", "잠시 뒤 다시 시도하세요."),
    "image_quota_spent": .init("하루에 올릴 수 있는 이미지 수를 넘었습니다.", "나중에 다시 보내세요."),
    "too_many_devices": .init("이 주소에서 새 기기를 너무 많이 등록했습니다.", "잠시 뒤 다시 시도하세요."),
    "too_many_likes": .init("좋아요를 누른 상품이 너무 많습니다.", "먼저 다른 상품의 좋아요를 취소하세요."),
    "too_many_remembered": .init(
      "좋아요를 눌렀거나 최근 석 달 안에 취소한 상품이 너무 많습니다.", "취소한 기록이 지워질 때까지 기다리세요."),
    "internal_error": .init("서버에 오류가 발생했습니다. 오류는 기록되었습니다.", "계속되면 운영자에게 알려 주세요."),
    "unavailable": .init("지금은 응답할 수 없습니다.", "잠시 뒤 다시 시도하세요."),
    "outcome_unknown": .init(
      "연결이 끊겨 처리되었는지 알 수 없습니다.", "Idempotency-Key를 보냈다면 다시 보내고, 아니면 먼저 확인하세요."),
    "overloaded": .init("서버의 메모리가 부족합니다.", "나중에 다시 시도하세요."),
    "malformed_request": .init("중간에 있는 프록시가 요청을 읽지 못했습니다.", "RFC 9112나 9113의 HTTP로 보내세요."),
    "gateway_timeout": .init("프록시가 제때 응답을 받지 못했습니다.", "처리되었는지 확인하거나, 같은 Idempotency-Key로 다시 보내세요."),
    "disk_full": .init("저장 공간이 부족합니다.", "나중에 다시 시도하세요."),
    "disconnected": .init("본문이 중간에 끊겼습니다.", "다시 보내세요."),
    "client_gone": .init("응답하기 전에 연결이 닫혔습니다.", "다시 보내세요."),
    // Of likes.
    "unknown_device": .init("이 토큰을 가진 기기가 없습니다.", "합칠 기기의 토큰을 보내세요."),
    "malformed_uuid": .init("올바른 UUID가 아닙니다.", "작업마다 새 UUID를 만들어 쓰세요."),
    "superseded": .init(
      "같은 상품에 더 나중에 한 좋아요나 취소가 있습니다.",
      "이 작업은 지우세요. 기기의 시계가 느리면 server_time에 맞춘 시각으로 새로 보내세요."),
    "clock_ahead": .init("시각이 서버보다 5분 넘게 앞서 있습니다.", "server_time에 맞춘 시각으로 다시 보내세요."),
    "too_old": .init("90일보다 오래된 작업입니다.", "이 작업은 지우세요."),
    "malformed_ids": .init("쉼표로 구분한 id 목록이 아닙니다.", "응답에서 받은 id를 그대로 쓰세요."),
    // Of values.
    "required": .init("필요한 값이 없습니다.", "추가하세요."),
    "wrong_type": .init("값의 타입이 다릅니다.", "hint_en에 적힌 타입의 값을 쓰세요."),
    "read_only": .init("서버가 정하는 값입니다.", "빼고 보내세요."),
    "unknown_member": .init("그런 필드가 없습니다.", "이름을 확인하세요."),
    "unknown_parameter": .init("그런 매개변수가 없습니다.", "이름을 확인하세요."),
    "repeated_parameter": .init(
      "같은 매개변수가 너무 많습니다.", "한 번만 보내세요. 여러 값을 받는 매개변수는 20번까지 보낼 수 있습니다."),
    "malformed_flag": .init("true도 false도 아닙니다.", "true나 false를 쓰세요."),
    "unknown_word": .init("쓸 수 없는 값입니다.", "정해진 값 중 하나를 쓰세요."),
    "invalid_cursor": .init(
      "이 조회에 쓸 수 없는 커서입니다.", "받은 next_cursor를 같은 조건으로 보내세요. 첫 페이지는 커서 없이 조회하세요."),
    "empty": .init("비어 있습니다.", "내용을 입력하세요."),
    "too_short": .init("너무 짧습니다.", "더 길게 쓰세요."),
    "too_long": .init("너무 깁니다.", "더 짧게 쓰세요."),
    "too_many": .init("너무 많습니다.", "더 적게 보내세요."),
    "too_few": .init("너무 적습니다.", "더 많이 보내세요."),
    "too_many_marks": .init("결합 문자가 30개 넘게 이어집니다.", "결합 문자를 지우세요."),
    "surrounded_by_space": .init("앞이나 뒤에 공백이 있습니다.", "공백을 지우세요."),
    "control_character": .init("제어 문자가 있습니다.", "제어 문자를 지우세요."),
    "malformed": .init("형식이 잘못되었습니다.", "hint_en에 적힌 형식으로 쓰세요."),
    "not_storable": .init("저장할 수 없는 글자가 있습니다.", "널 문자(U+0000)를 지우세요."),
    "out_of_range": .init("범위를 벗어난 값입니다.", "정해진 범위의 값을 쓰세요."),
    "not_whole": .init("정수가 아니거나 너무 큽니다.", "정수를 쓰세요."),
    "malformed_amount": .init("올바른 금액이 아닙니다.", "숫자를 쓰세요."),
    "too_many_decimals": .init("이 통화에서는 쓰지 않는 소수 자리가 있습니다.", "소수 자리를 줄이세요."),
    "price_missing": .init("통화를 바꾸면서 가격을 보내지 않았습니다.", "가격도 함께 보내세요."),
    "exceeds_price": .init("기존 할인 금액이 새 가격보다 큽니다.", "할인 금액도 함께 보내세요."),
    "below_price": .init("기존 정가가 새 가격보다 낮습니다.", "original_price도 함께 보내거나 null로 지우세요."),
    "in_variants": .init("옵션별 값에서 정해지는 값입니다.", "variants를 바꾸거나 이 값을 빼세요."),
    "changed_since": .init(
      "그 뒤에 다시 바뀐 내용입니다.", "나중의 변경을 먼저 되돌리거나 직접 고치세요."),
    "not_undoable": .init("되돌릴 수 없는 변경입니다.", "직접 고치세요."),
    "sku_taken": .init("이 판매자의 다른 옵션 상품이 쓰는 품번입니다.", "다른 품번을 쓰세요."),
    "unknown_currency": .init("쓸 수 없는 통화입니다.", "KRW, USD, JPY, EUR 중 하나를 쓰세요."),
    "malformed_time": .init("날짜나 시각이 잘못되었거나 시간대가 없습니다.", "2026-03-01T09:00:00+09:00처럼 쓰세요."),
    "ends_before_start": .init("종료 시각이 시작 시각보다 빠릅니다.", "ends_at을 starts_at보다 늦게 정하세요."),
    "malformed_id": .init("올바른 id가 아닙니다.", "응답에서 받은 그대로 쓰세요."),
    "malformed_identifier": .init("올바른 판매자 id가 아닙니다.", "응답에서 받은 그대로 쓰세요."),
    "malformed_option": .init("올바른 옵션값이 아닙니다.", "옵션 이름, 쌍점(:), 값의 순서로 쓰세요."),
    "unknown_tag": .init("없는 태그입니다.", "정해진 태그를 쓰세요."),
    "unknown_image": .init("없는 이미지입니다.", "먼저 이미지를 올리거나, 이미 있는 이미지를 쓰세요."),
    "unknown_product": .init("없는 상품입니다.", "상점에 있는 상품을 쓰세요."),
    "unknown_sku": .init("이 품번의 옵션 조합이 없습니다.", "판매자의 품번을 쓰세요."),
    "insufficient_stock": .init("재고가 모자랍니다.", "at_most에 적힌 수량까지 주문하세요."),
    "operation_reused": .init("이미 다른 작업에 쓴 id입니다.", "작업마다 새 UUID를 만들어 쓰세요."),
    "not_one_of": .init("여럿 가운데 하나만 있어야 합니다.", "detail_en에 적힌 필드 중 하나만 보내세요."),
    "unknown_category": .init("없는 카테고리입니다.", "이미 있는 카테고리를 쓰거나 먼저 추가하세요."),
    "unknown_event": .init("없는 기획전입니다.", "이미 있는 기획전을 쓰거나 먼저 추가하세요."),
    "in_use": .init("목록에서 뺀 항목을 아직 쓰는 곳이 있습니다.", "목록에 남겨 두거나, 쓰는 곳을 먼저 바꾸세요."),
    "unknown_item_type": .init("없는 품목입니다.", "카테고리 화면에 있는 품목을 쓰세요."),
    "unknown_vendor": .init("없는 판매자입니다.", "등록된 판매자를 쓰세요."),
    "not_https": .init("https 주소나 이 사이트의 경로가 아닙니다.", "https://... 또는 /images/... 형식으로 쓰세요."),
    "dot_segment": .init("경로에 . 또는 .. 단계가 있습니다.", "그 단계를 빼고 쓰세요."),
    "malformed_host": .init("올바른 호스트가 아닙니다.", "호스트 이름이나 IP 주소를 쓰세요."),
    "duplicate": .init("같은 값이 두 번 있습니다.", "한 번만 쓰세요."),
    "another_id": .init("저장된 id와 다릅니다.", "id를 빼고 보내거나 다시 조회하세요."),
    "removed": .init("그사이 삭제되었습니다.", "목록을 다시 조회하세요."),
    "unseen": .init("그사이 추가된 항목이 목록에 없습니다.", "목록을 다시 조회하세요."),
    "key_taken": .init("다른 항목이 쓰고 있는 키입니다.", "다른 키를 쓰세요."),
    "id_taken": .init("다른 항목이 쓰고 있는 id입니다.", "id를 빼고 보내세요."),
    "identifier_taken": .init("다른 판매자가 쓰고 있는 id입니다.", "identifier를 빼고 보내세요."),
    "scope_without_vendor": .init("판매자 토큰인데 판매자를 지정하지 않았습니다.", "판매자를 지정하세요."),
    "vendor_without_scope": .init("판매자를 지정했지만 판매자 권한이 없습니다.", "vendor 권한을 추가하세요."),
    "missing_identifier": .init("판매자의 id가 없습니다.", "identifier 필드를 보내세요."),
    "wrong_product_secret": .init("이 상품의 시크릿이 아닙니다.", "시크릿을 다시 발급받으세요."),
    "contradiction": .init("두 값이 서로 맞지 않습니다.", "둘 중 하나를 고치세요."),
    // Of bodies.
    "malformed_json": .init("올바른 JSON이 아닙니다.", "detail_en에 적힌 줄과 칸을 고치세요."),
    "duplicate_member": .init("JSON 객체에 같은 이름이 두 번 있습니다.", "한 번만 쓰세요."),
    "json_limit": .init("JSON이 너무 깊게 중첩되었거나 숫자가 너무 깁니다.", "중첩이나 숫자를 줄이세요."),
    "unknown_part": .init("알 수 없는 파트가 있습니다.", "정해진 파트만 보내세요."),
    "repeated_part": .init("같은 파트가 두 번 있습니다.", "한 번만 보내세요."),
    "repeated_image": .init("같은 사진이 두 번 있습니다.", "한 번만 보내세요."),
    "removed_image": .init("상점에서 삭제한 사진입니다.", "다른 사진을 보내세요."),
    "too_many_images": .init("사진이 너무 많습니다.", "상품에 허용된 장수만큼만 보내세요."),
    "empty_image": .init("사진 파일이 비어 있습니다.", "내용이 있는 파일을 보내세요."),
    "image_too_large": .init("사진이 너무 큽니다.", "더 작은 사진을 보내세요."),
    "malformed_image": .init("사진 파일이 손상되었습니다.", "JPEG나 PNG로 다시 저장하세요."),
    "truncated": .init("사진 파일이 중간에 끊겼습니다.", "파일 전체를 보내세요."),
    "trailing_bytes": .init("사진 파일의 끝에 다른 데이터가 붙어 있습니다.", "JPEG나 PNG로 다시 저장하세요."),
    "too_many_scans": .init("사진의 스캔 수가 너무 많습니다.", "JPEG로 다시 저장하세요."),
    "too_many_pixels": .init("사진의 픽셀 수가 너무 많습니다.", "더 작은 사진을 보내세요."),
    "no_pixels": .init("사진의 너비나 높이가 0입니다.", "다른 사진을 보내세요."),
    "unknown_format": .init("받을 수 없는 형식입니다.", "JPEG나 PNG를 보내세요."),
    "unsupported_format": .init("이 서버가 읽지 못하는 형식입니다.", "JPEG나 PNG를 보내세요."),
    "undecodable_image": .init("사진을 디코딩할 수 없습니다.", "JPEG나 PNG로 다시 저장하세요."),
    "not_form_data": .init("폼 형식의 본문이 아닙니다.", "multipart/form-data로 보내세요."),
    "malformed_content_type": .init("Content-Type의 형식이 잘못되었습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "repeated_content_type": .init("Content-Type이 두 번 있습니다.", "한 번만 보내세요."),
    "missing_boundary": .init("Content-Type에 boundary가 없습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "malformed_boundary": .init("boundary의 형식이 잘못되었습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "preamble_too_large": .init("폼이 구분자로 시작하지 않습니다.", "boundary를 확인하세요."),
    "malformed_delimiter": .init("구분자의 형식이 잘못되었습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "too_many_parts": .init("파트가 너무 많습니다.", "더 적게 보내세요."),
    "form_too_large": .init("폼이 너무 큽니다.", "더 작게 보내세요."),
    "epilogue_too_large": .init("마지막 구분자 뒤에 내용이 너무 많습니다.", "마지막 구분자에서 폼을 끝내세요."),
    "form_ended_early": .init("폼이 중간에 끊겼습니다.", "폼 전체를 보내세요."),
    "part_too_large": .init("파트가 너무 큽니다.", "더 작게 보내세요."),
    "contains_null": .init("파트의 헤더에 널 바이트가 있습니다.", "널 바이트를 지우세요."),
    "part_head_too_large": .init("파트의 헤더가 너무 큽니다.", "헤더를 줄이세요."),
    "too_many_part_fields": .init("파트의 헤더가 너무 많습니다.", "더 적게 보내세요."),
    "repeated_part_field": .init("파트에 같은 헤더가 두 번 있습니다.", "한 번만 보내세요."),
    "missing_disposition": .init("파트에 Content-Disposition이 없습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "malformed_disposition": .init(
      "Content-Disposition의 형식이 잘못되었습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    "unknown_disposition": .init("Content-Disposition이 form-data가 아닙니다.", "form-data로 보내세요."),
    "extended_parameter": .init("name*이나 filename*은 쓸 수 없습니다.", "이름을 UTF-8로 그대로 쓰세요."),
    "missing_name": .init("파트에 이름이 없습니다.", "이름을 쓰세요."),
    "name_too_long": .init("파트의 이름이 너무 깁니다.", "이름을 줄이세요."),
    "filename_too_long": .init("파일 이름이 너무 깁니다.", "파일 이름을 줄이세요."),
    "invalid_text": .init("UTF-8이 아닌 텍스트가 있습니다.", "UTF-8로 보내세요."),
    "nested_multipart": .init("파트 안에 다른 폼이 있습니다.", "파트를 중첩하지 말고 나란히 보내세요."),
    "unknown_transfer_encoding": .init("알 수 없는 Content-Transfer-Encoding입니다.", "바이트를 그대로 보내세요."),
    "malformed_form": .init("폼의 형식이 잘못되었습니다.", "직접 쓰지 말고 HTTP 라이브러리에 맡기세요."),
    // Of messages.
    "bare_line_feed": .init("줄 바꿈 앞에 CR이 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "bare_carriage_return": .init("CR 뒤에 줄 바꿈이 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "repeated_empty_line": .init("요청 앞에 빈 줄이 여러 개 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_method": .init("메서드에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "method_too_long": .init("메서드가 너무 깁니다.", "`/docs`에 있는 메서드를 쓰세요."),
    "unknown_method": .init("서버가 모르는 메서드입니다.", "`/docs`에 있는 메서드를 쓰세요."),
    "malformed_target": .init("요청 경로에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "target_too_long": .init("요청 경로가 너무 깁니다.", "경로와 매개변수를 줄이세요."),
    "malformed_version": .init("HTTP 버전에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "unsupported_version": .init("HTTP/1.0과 HTTP/1.1만 지원합니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "folded_line": .init("헤더 줄이 공백으로 시작합니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_field_name": .init("헤더 이름에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_field_value": .init("헤더 값에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "head_too_large": .init("요청의 헤더가 너무 큽니다.", "헤더를 줄이세요. 대개 쿠키가 원인입니다."),
    "too_many_fields": .init("헤더가 너무 많습니다.", "헤더를 줄이세요."),
    "missing_host": .init("Host가 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "repeated_host": .init("Host가 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "unknown_host": .init("이 서버의 호스트가 아닙니다.", "운영자가 안내한 주소로 보내세요."),
    "unknown_expectation": .init("Expect에는 100-continue만 쓸 수 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "repeated_content_length": .init("Content-Length가 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_content_length": .init("Content-Length가 숫자가 아닙니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "repeated_transfer_encoding": .init(
      "Transfer-Encoding이 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_transfer_encoding": .init(
      "Transfer-Encoding에는 chunked만 쓸 수 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "unknown_transfer_coding": .init(
      "Transfer-Encoding에 chunked가 아닌 방식이 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "unexpected_transfer_encoding": .init(
      "HTTP/1.0에서는 Transfer-Encoding을 쓸 수 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "conflicting_framing": .init(
      "Content-Length와 Transfer-Encoding이 함께 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_chunk_size": .init("청크 크기의 형식이 잘못되었습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "malformed_chunk_extension": .init("청크 확장의 형식이 잘못되었습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "chunk_extensions_too_large": .init("청크 확장이 너무 큽니다.", "청크 확장 없이 보내세요."),
    "malformed_chunk_end": .init("청크의 끝이 잘못되었습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "trailers_too_large": .init("트레일러가 너무 큽니다.", "트레일러를 줄이세요."),
    "too_many_trailers": .init("트레일러가 너무 많습니다.", "트레일러를 줄이세요."),
    "framing_in_trailer": .init(
      "트레일러에 Content-Length나 Transfer-Encoding이 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요."),
    "ended_early": .init("요청을 받는 중에 연결이 닫혔습니다.", "다시 보내세요."),
    "too_slow": .init(
      "요청이 제때 도착하지 않았습니다.", "더 빠른 연결로 다시 보내세요."),
  ]
}
