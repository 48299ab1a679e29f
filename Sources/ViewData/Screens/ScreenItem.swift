/// A cell at its place on a screen.
///
/// On the wire `cell_id` stands beside the members of the cell.
public struct ScreenItem<Cell: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Unique on its screen: a product may stand in two sections.
  public let cellID: String
  /// What is drawn.
  public let cell: Cell

  /// An item of these parts.
  public init(cellID: String, cell: Cell) {
    self.cellID = cellID
    self.cell = cell
  }

  /// The names on the wire, beside those of the cell.
  public enum CodingKeys: String, CodingKey {
    case cellID = "cell_id"
  }

  /// Reads both from one object.
  public init(from decoder: any Decoder) throws {
    cellID = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .cellID)
    cell = try Cell(from: decoder)
  }

  /// Writes both into one object.
  public func encode(to encoder: any Encoder) throws {
    try cell.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(cellID, forKey: .cellID)
  }
}

extension ScreenItem: Identifiable {
  /// The same, for a data source.
  public var id: String { cellID }
}
