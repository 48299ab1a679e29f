import Domain
import UseCases
import Web

// Options and variants, which only our own apps send.
extension ProductDocument {
  static let option = BodyObject<ProductOption>(
    "NewProductOption", "A property that a shopper chooses.", nullsAreAbsent: true,
    BodyMember.required("name", .optionText, "One line.", "색상"),
    BodyMember.required(
      "values", .array(.optionText, 0...ProductOption.valuesMax), "1 to 50, each once.",
      ["검정", "흰색"]),
    BodyMember.nullable(
      "colors", .array(.object(valueColor), 0...ProductOption.valuesMax),
      "The colours of values, for swatches.")
  ) { name, values, colors in
    let colors = colors ?? []
    let strangers = colors.indices.filter { !values.contains(colors[$0].value) }
    guard strangers.isEmpty else {
      throw Rejection(strangers.map { FieldError("/colors/\($0)/value", .unknownValue) })
    }
    return ProductOption(
      name: name,
      values: values.map { value in
        OptionValue(value, color: colors.last { $0.value == value }?.color)
      })
  }

  private static let valueColor = BodyObject<(value: Title, color: Color)>(
    "NewOptionColor", "The colour of a value.", nullsAreAbsent: true,
    BodyMember.required("value", .optionText, "One of the values of the option.", "검정"),
    BodyMember.required("color", .color, "Its colour.", "#1c1c1e")
  ) { (value: $0, color: $1) }

  static let variant = BodyObject<AskedVariant>(
    "NewVariant", "A combination of values that is sold.", answer: Wire.variant.schema,
    nullsAreAbsent: true,
    BodyMember.required(
      "values", .array(.optionText, 0...Variants.optionsMax),
      "One value of each option, in the order of the options.", ["검정", "M"]),
    BodyMember.nullable(
      "sku", .sku, "The article number, unique for the vendor: 1 to 64 bytes.", "LB-1"),
    BodyMember.nullable("stock", .stock, "How many there are; none without it.", 5),
    BodyMember.judged(
      BodyMember.nullable(
        "price", .minorUnits, "What is paid; without it, the price of the product.", 27_000),
      originalPrice
    ) { price, original in
      let asked = AskedPrice.paid(price ?? nil, original: original ?? .keep)
      try asked.check(in: nil)
      return asked
    },
    BodyMember.nullable(
      "image_number", .known(1...),
      "Which of the product's pictures it shows, counted from 1.", 2)
  ) { values, sku, stock, price, image in
    AskedVariant(
      choices: values, sku: sku, price: price, stock: stock ?? .none, image: image)
  }

  static let variantPatch = BodyObject<VariantPatch>(
    "VariantPatch", "A change of a variant; what is left out stays.",
    BodyMember.kept("stock", .stock, "How many there are.", 12),
    BodyMember.judged(BodyMember.kept("price", .minorUnits, priceMeaning, 11_000), originalPrice) {
      price, original in
      let asked = AskedPrice.paid(price ?? nil, original: original ?? .keep)
      try asked.check(in: nil)
      return asked
    }
  ) { VariantPatch(price: $1, stock: $0) }
}

extension BodyValue<Title> {
  static var optionText: Self { Self(Wire.optionText, text: ProductOption.text(_:)) }
}

extension BodyValue<SKU> {
  static var sku: Self { Self(Wire.sku, text: SKU.init(_:)) }
}

extension BodyValue<Color> {
  static var color: Self {
    Self(
      .color,
      text: { text in
        guard let color = Color(text: text) else {
          throw ValidationError(
            "malformed", "Not a colour.", hint: "Write it like #1c1c1e.",
            allowed: .example("#1c1c1e"))
        }
        return color
      })
  }
}
