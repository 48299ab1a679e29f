/// A product on its own screen: its cell, and everything that the cell has no room for.
///
/// When coded, the members of the cell are in the same object as the others.
public struct ProductDetail: Sendable, Hashable, Codable, Identifiable {
  /// The product as in lists.
  public let cell: ProductCell
  /// 0 to 20,000 characters on many lines.
  public let description: String
  /// All pictures, each in all of its sizes, in the order of display.
  public let images: [SizedPicture]
  /// The choices of a shopper, in the order of choosing; empty without options.
  public let options: [OptionView]
  /// All combinations that are sold, in the order of display; empty without options.
  public let variants: [VariantView]
  /// The id of the variant that the screen shows first; nil without options.
  public let chosenVariantID: Int64?
  /// The vendor's own name of it, such as an article number; nil without one.
  public let key: String?
  /// One line of text; nil if unknown.
  public let maker: String?
  /// One line of text; nil if unknown.
  public let mall: String?
  /// A page about it outside of the app: an absolute URL.
  public let link: String?
  /// The kind of offer: `general`, `used`, `discontinued` or `upcoming`; with `_catalog` at its end
  /// for an offer that represents all offers of the same product, with `_matched` for one of the
  /// represented ones.
  public let productType: String
  /// The id of its item type; nil if unknown.
  public let itemTypeID: Int64?
  /// From the widest to the narrowest.
  public let categoryPath: [String]
  /// Marks such as `BEST`, each once.
  public let tags: [String]
  /// Nil if unknown.
  public let delivery: DeliveryView?
  /// True of a hidden product, in the answers to its vendor's writes; otherwise nil.
  public let isHidden: Bool?
  /// RFC 3339, in UTC.
  public let createdAt: String
  /// RFC 3339, in UTC.
  public let updatedAt: String

  /// Stable, unique in its kind.
  public var id: Int64 { cell.id }

  /// Creates a detail.
  public init(
    cell: ProductCell, description: String, images: [SizedPicture], options: [OptionView] = [],
    variants: [VariantView] = [], chosenVariantID: Int64? = nil, key: String? = nil,
    maker: String?, mall: String?,
    link: String?, productType: String, itemTypeID: Int64?, categoryPath: [String], tags: [String],
    delivery: DeliveryView?, isHidden: Bool? = nil, createdAt: String, updatedAt: String
  ) {
    self.cell = cell
    self.description = description
    self.images = images
    self.options = options
    self.variants = variants
    self.chosenVariantID = chosenVariantID
    self.key = key
    self.maker = maker
    self.mall = mall
    self.link = link
    self.productType = productType
    self.itemTypeID = itemTypeID
    self.categoryPath = categoryPath
    self.tags = tags
    self.delivery = delivery
    self.isHidden = isHidden
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// The coded names, beside those of the cell.
  public enum CodingKeys: String, CodingKey {
    case description
    case images
    case options
    case variants
    case chosenVariantID = "chosen_variant_id"
    case key
    case maker
    case mall
    case link
    case productType = "product_type"
    case itemTypeID = "item_type_id"
    case categoryPath = "category_path"
    case tags
    case delivery
    case isHidden = "is_hidden"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Reads the cell and the rest from one object.
  public init(from decoder: any Decoder) throws {
    cell = try ProductCell(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    description = try members.decode(String.self, forKey: .description)
    images = try members.decode([SizedPicture].self, forKey: .images)
    options = try members.decode([OptionView].self, forKey: .options)
    variants = try members.decode([VariantView].self, forKey: .variants)
    chosenVariantID = try members.decodeIfPresent(Int64.self, forKey: .chosenVariantID)
    key = try members.decodeIfPresent(String.self, forKey: .key)
    maker = try members.decodeIfPresent(String.self, forKey: .maker)
    mall = try members.decodeIfPresent(String.self, forKey: .mall)
    link = try members.decodeIfPresent(String.self, forKey: .link)
    productType = try members.decode(String.self, forKey: .productType)
    itemTypeID = try members.decodeIfPresent(Int64.self, forKey: .itemTypeID)
    categoryPath = try members.decode([String].self, forKey: .categoryPath)
    tags = try members.decode([String].self, forKey: .tags)
    delivery = try members.decodeIfPresent(DeliveryView.self, forKey: .delivery)
    isHidden = try members.decodeIfPresent(Bool.self, forKey: .isHidden)
    createdAt = try members.decode(String.self, forKey: .createdAt)
    updatedAt = try members.decode(String.self, forKey: .updatedAt)
  }

  /// Writes the cell and the rest into one object.
  public func encode(to encoder: any Encoder) throws {
    try cell.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(description, forKey: .description)
    try members.encode(images, forKey: .images)
    try members.encode(options, forKey: .options)
    try members.encode(variants, forKey: .variants)
    try members.encodeIfPresent(chosenVariantID, forKey: .chosenVariantID)
    try members.encodeIfPresent(key, forKey: .key)
    try members.encodeIfPresent(maker, forKey: .maker)
    try members.encodeIfPresent(mall, forKey: .mall)
    try members.encodeIfPresent(link, forKey: .link)
    try members.encode(productType, forKey: .productType)
    try members.encodeIfPresent(itemTypeID, forKey: .itemTypeID)
    try members.encode(categoryPath, forKey: .categoryPath)
    try members.encode(tags, forKey: .tags)
    try members.encodeIfPresent(delivery, forKey: .delivery)
    try members.encodeIfPresent(isHidden, forKey: .isHidden)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(updatedAt, forKey: .updatedAt)
  }
}
