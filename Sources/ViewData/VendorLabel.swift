/// Who sells a product.
public struct VendorLabel: Sendable, Hashable, Codable, Identifiable {
  /// A UUID in lower case; what `vendor` of a list's query takes.
  public let id: String
  /// One line of text.
  public let name: String

  /// A label of these parts.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
