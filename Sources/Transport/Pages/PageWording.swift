/// The texts of pages besides those of a product, in one language.
struct PageWording: Sendable {
  let vendor: String
  /// The title of the shop that a vendor sells in.
  let mall: String
  let maker: String
  let category: String
  /// The title above areas with a surcharge.
  let areas: String
  /// The text of the link to the vendor's own page.
  let vendorsPage: String
  /// For screen readers: the number of a picture, and of all pictures.
  let picture: @Sendable (_ number: Int, _ count: Int) -> String
  /// The number of reviews with grouped digits, and the average with one decimal.
  let reviews: @Sendable (_ count: String, _ average: String) -> String
  /// For screen readers, before a price: what it is.
  let priceBefore: String
  let discount: String
  let priceNow: String
  let stock: String
  /// One sentence about Moa, for search engines and previews of `/`.
  let about: String
  /// The title of the reference.
  let reference: String
  /// The title of the page that arranges the shop.
  let desk: String
  let needsScript: String
  /// The text of the link to `/`.
  let home: String
  /// The name of a code of an error.
  let error: String
  let allErrors: String
  /// The title above the codes that an error may hold.
  let codesWithin: String
  /// The product does not exist, or no longer; and advice.
  let missing: Apology
  /// Something failed; and advice.
  let failed: Apology

  struct Apology: Sendable {
    let title: String
    let cure: String
  }
}

extension PageWording {
  static let korean = PageWording(
    vendor: "판매자", mall: "쇼핑몰", maker: "제조사", category: "카테고리",
    areas: "추가 배송비 지역", vendorsPage: "판매자 페이지에서 보기",
    picture: { number, count in "사진 \(number) / \(count)" },
    reviews: { count, average in "★ \(average) (리뷰 \(count)개)" },
    priceBefore: "정가", discount: "할인", priceNow: "판매가", stock: "재고",
    about: "Moa는 앱을 위한 커머스 서버입니다. 요청 하나로 화면 하나를 그립니다. 이 데모 상점에서 직접 확인할 수 있습니다.",
    reference: "Moa API 문서", desk: "관리",
    needsScript: "이 페이지를 보려면 자바스크립트를 켜야 합니다. API 명세는 여기에 있습니다:",
    home: "홈으로", error: "Moa 오류", allErrors: "모든 오류", codesWithin: "errors에 들어가는 코드",
    missing: Apology(title: "상품이 없습니다", cure: "판매가 끝났거나 주소가 잘못되었습니다."),
    failed: Apology(title: "지금은 보여 드릴 수 없습니다", cure: "잠시 뒤 다시 시도해 주세요."))

  static let english = PageWording(
    vendor: "Vendor", mall: "Shop", maker: "Maker", category: "Category",
    areas: "Areas with a surcharge", vendorsPage: "See it on the vendor's page",
    picture: { number, count in "Picture \(number) of \(count)" },
    reviews: { count, average in "★ \(average) (reviews: \(count))" },
    priceBefore: "Regular price", discount: "Discount", priceNow: "Price", stock: "Stock",
    about: """
      Moa is a commerce server for apps: one request draws one screen. This demo shop shows it.
      """,
    reference: "Moa API reference", desk: "Desk",
    needsScript: "This page needs JavaScript. The contract of the API is at", home: "Home",
    error: "Moa error", allErrors: "All errors", codesWithin: "Codes in errors",
    missing: Apology(
      title: "There is no such product", cure: "It is no longer sold, or the address is wrong."),
    failed: Apology(title: "This cannot be shown now", cure: "Please try again in a moment."))
}
