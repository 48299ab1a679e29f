import Domain
import ViewData
import Web

extension Wire {
  static let option = WireObject<OptionView>(
    "Option", "A property of a product that a shopper chooses.",
    [
      .value("name", optionText, "One line.", "색상") { .string($0.name) },
      .objects("values", optionValue, 1...ProductOption.valuesMax, "In the order of display.") {
        $0.values
      },
    ])

  private static let optionValue = WireObject<OptionValueView>(
    "OptionValue", "A value of an option, after the values chosen of earlier options.",
    [
      .value("text", optionText, "One line.", "검정") { .string($0.text) },
      .value(
        "color", .color, isRequired: false, "For a swatch; left out when unknown.", "#1c1c1e"
      ) { .string($0.color) },
      .value("is_available", .boolean, "Whether a variant with it can be bought.", true) {
        .bool($0.isAvailable)
      },
      .value(
        "variant_id", .integer(1...), isRequired: false,
        "The variant to show when it is chosen; left out if none has it.", 31
      ) { .integer($0.variantID) },
    ])

  static let variant = WireObject<VariantView>(
    "Variant", "A combination of values that is sold, ready to draw.",
    [
      .value("id", .integer(1...), "Stable while its values stay.", 31) { .integer($0.id) },
      .value(
        "values", .array(optionText, 1...Variants.optionsMax),
        "One value of each option, in the order of the options.", ["검정", "M"]
      ) { .strings($0.values) },
      .value("text", .string(), "All values, ready to draw.", "검정 / M") { .string($0.text) },
      .value("price_text", .string(), "What is paid, ready to draw.", "79,200원") {
        .string($0.priceText)
      },
      .value(
        "original_price_text", .string(), isRequired: false,
        "What it cost before, to be struck through; left out without a discount.", "99,000원"
      ) { .string($0.originalPriceText) },
      .value(
        "discount_text", .string(), isRequired: false,
        "What is taken off; left out without a discount.", "20%"
      ) { .string($0.discountText) },
      .value("stock_text", .string(), "How many there are, or that there are none.", "재고 5개") {
        .string($0.stockText)
      },
      .value("is_sold_out", .boolean, "Whether it cannot be bought.", false) {
        .bool($0.isSoldOut)
      },
      .value(
        "accessibility_label", .string(),
        "The whole variant as one sentence, for screen readers.",
        "검정, M, 79,200원, 20% 할인, 정가 99,000원, 재고 5개"
      ) { .string($0.accessibilityLabel) },
      .value("price", money, "What is paid, in minor units: won, yen, cents.", 79_200) {
        .integer($0.price)
      },
      .value(
        "original_price", money, isRequired: false,
        "What it cost before, in minor units; left out without a discount.", 99_000
      ) { .integer($0.originalPrice) },
      .value(
        "discount_percent", .integer(0...100), isRequired: false,
        "What is taken off, rounded down; left out without a discount.", 20
      ) { .integer($0.discountPercent.map(Int64.init)) },
      .value("stock", .integer(0...), "The number in stock.", 5) { .integer($0.stock) },
      .value("sku", sku, isRequired: false, "The article number; left out without one.", "LB-1") {
        .string($0.sku)
      },
      .value(
        "image_number", .integer(1...), isRequired: false,
        "Which of `images` it shows, counted from 1; left out if it has no picture of its own.", 2
      ) { .integer($0.imageNumber) },
    ])
}
