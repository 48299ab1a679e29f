/// A cell at its place on a screen.
///
/// When coded, `cell_id` is in the same object as the members of the cell.
public struct ScreenItem<Cell: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// Unique on its screen: a product may be in two sections.
  public let cellID: String
  /// The cell to draw.
  public let cell: Cell

  /// Creates an item.
  public init(cellID: String, cell: Cell) {
    self.cellID = cellID
    self.cell = cell
  }

  /// The coded names, beside those of the cell.
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
  /// The same as ``cellID``, for a data source.
  public var id: String { cellID }
}
