import Domain
import Postgres
import UseCases

/// The statement that replaces the variants of a product.
enum VariantWriting {
  struct Replacement: Sendable {
    let product: Int64
    let vendor: Int64
    let variants: Variants?
    /// The digests of the product's images, in their order.
    let images: [ImageDigest]
  }

  /// A variant with the same choices keeps its id. The products must be locked, and get new
  /// versions in the same transaction.
  static let replace = RowsStatement<Replacement, Void>(
    """
    with new as \(SQL.rows([
      "product_id", "vendor_id", "width", "choices::text[]", "skus::text[]", "amounts::bigint[]",
      "discounts::bigint[]", "stocks::integer[]", "images::text[]",
    ])), wanted as (
      select product_id, vendor_id, number,
        choices[(number - 1) * width + 1:number * width] as choices, nullif(sku, '') as sku, amount,
        discount, stock, decode(nullif(image, ''), 'hex') as image
      from new
      cross join unnest(skus, amounts, discounts, stocks, images)
        with ordinality as variant (sku, amount, discount, stock, image, number)
    ), gone as (
      delete from moa.product_variants as kept
      using new
      where kept.product_id = new.product_id and (kept.product_id, kept.choices) not in (
        select product_id, choices from wanted)
    )
    insert into moa.product_variants as kept
      (product_id, vendor_id, position, choices, sku, amount, discount, stock, image)
    select product_id, vendor_id, number, choices, sku, amount, discount, stock, image
    from wanted
    on conflict on constraint product_variants_choices_unique do update
    set position = excluded.position, sku = excluded.sku, amount = excluded.amount,
      discount = excluded.discount, stock = excluded.stock, image = excluded.image
    where (kept.position, kept.sku, kept.amount, kept.discount, kept.stock, kept.image)
      is distinct from (excluded.position, excluded.sku, excluded.amount, excluded.discount,
        excluded.stock, excluded.image)
    """, effect: .write,
    bind: { replacement, encoder in
      let all = replacement.variants?.all ?? []
      encoder.int8(replacement.product)
      encoder.int8(replacement.vendor)
      encoder.int8(Int64(replacement.variants?.options.count ?? 0))
      encoder.textArray(all.flatMap { $0.choices.map(\.text) })
      encoder.textArray(all.map { $0.sku?.text ?? "" })
      encoder.int8Array(all.map(\.price.amount))
      encoder.int8Array(all.map(\.price.discount))
      encoder.array(all.map { Int32(clamping: $0.stock.count) }, of: .int4)
      encoder.textArray(
        all.map { variant in
          let index = (variant.image ?? 0) - 1
          return replacement.images.indices.contains(index) ? replacement.images[index].hex : ""
        })
    })
}

/// The columns of a product's variants, for the statements that read a product whole.
struct StoredVariants: Sendable {
  private let options: [String]
  private let ids, amounts, discounts: [Int64]
  private let choices, skus, images: [String]
  private let stocks: [Int32]

  /// The columns that ``init(_:)`` reads.
  static let columns = """
    p.options, variants.ids, variants.choices, variants.skus, variants.amounts,
    variants.discounts, variants.stocks, variants.images
    """

  /// Reads variants into the row of the first image only, and nothing for products without options.
  static let join = """
    left join lateral (
      select array_agg(id order by position) as ids,
        string_to_array(array_to_string(array_agg(choices order by position), e'\\n'), e'\\n')
          as choices,
        array_agg(coalesce(sku, '') order by position) as skus,
        array_agg(amount order by position) as amounts,
        array_agg(discount order by position) as discounts,
        array_agg(stock order by position) as stocks,
        array_agg(coalesce(encode(image, 'hex'), '') order by position) as images
      from moa.product_variants
      where product_id = p.id and p.options is not null and coalesce(shown.position, 1) = 1
    ) variants on true
    """

  /// Nil without variants.
  init?(_ row: inout RowDecoder) throws(PostgresError) {
    let options = try row.optionalTextArray()
    let ids = try row.optionalInt8Array()
    choices = try row.optionalTextArray() ?? []
    skus = try row.optionalTextArray() ?? []
    amounts = try row.optionalInt8Array() ?? []
    discounts = try row.optionalInt8Array() ?? []
    stocks = try row.optionalArray(of: .int4)?.compactMap(\.self) ?? []
    images = try row.optionalTextArray() ?? []
    guard let options, let ids else { return nil }
    (self.options, self.ids) = (options, ids)
  }

  /// - Parameter digests: the digests of the product's images, in their order.
  /// - Throws: an error of a row that was edited by hand.
  func variants(in currency: Currency, images digests: [ImageDigest]) throws -> Variants? {
    let options = try [ProductOption](stored: self.options)
    let count = options.count
    guard choices.count == ids.count * count else {
      throw Failure.bug("the variants of a product in the store have other options")
    }
    let numbers = Dictionary(digests.enumerated().map { ($1.hex, $0 + 1) }) { first, _ in first }
    let all = try ids.indices.map { index in
      Variant(
        id: ids[index],
        choices: try choices[index * count..<(index + 1) * count].map { try Title(stored: $0) },
        sku: skus[index].isEmpty ? nil : try SKU(stored: skus[index]),
        price: try Price(amounts[index], discount: discounts[index], in: currency),
        stock: Stock(clamping: Int(stocks[index])),
        image: numbers[images[index]])
    }
    return Variants(storedOptions: options, all: all)
  }
}

extension [ProductOption] {
  /// From texts as ``storedTexts`` has them.
  fileprivate init(stored texts: [String]) throws {
    self = []
    for start in stride(from: 0, to: texts.count - 2, by: 3) {
      let name = try Title(stored: texts[start])
      let value = OptionValue(
        try Title(stored: texts[start + 1]), color: Color(text: texts[start + 2]))
      if let last, last.name == name {
        self[count - 1] = ProductOption(name: name, values: last.values + [value])
      } else {
        append(ProductOption(name: name, values: [value]))
      }
    }
  }

  /// Three texts for each value: the option, the value, its colour.
  var storedTexts: [String] {
    flatMap { option in
      option.values.flatMap { [option.name.text, $0.text.text, $0.color?.text ?? ""] }
    }
  }
}
