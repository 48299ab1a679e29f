/// Where a row and its decoder disagree.
public struct ColumnMismatch: Sendable, CustomStringConvertible {
  /// From 0.
  public let column: Int
  /// Empty when there is no such column.
  public let columnName: String
  /// The column's type in `pg_type`, 0 when there is no such column.
  public let typeOID: UInt32
  /// The type that the decoder wanted, when the column has another.
  public let expectedType: String?
  /// What is wrong, in words.
  public let reason: String

  /// The column's type as SQL names it, or `type` and its number; nil when there is no such column.
  public var typeName: String? { typeOID == 0 ? nil : TypeOID.description(of: typeOID) }

  /// A few words for logs.
  public var description: String {
    guard let typeName else { return "column \(column): \(reason)" }
    return "column \(column) \"\(columnName)\" of type \(typeName): \(reason)"
  }
}
