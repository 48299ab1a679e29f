/// The types spoken here, by the object identifiers that PostgreSQL has fixed for them.
///
/// Source: PostgreSQL, `src/include/catalog/pg_type.dat`.
enum TypeOID {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let json: UInt32 = 114
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let textArray: UInt32 = 1009
  static let bpchar: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let varcharArray: UInt32 = 1015
  static let int8Array: UInt32 = 1016
  static let timestamptz: UInt32 = 1184
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802

  /// The first identifier of types made by users: enumerations and citext travel as text.
  static let firstUserDefined: UInt32 = 16384

  /// Whether values of this type travel as plain text in binary format.
  static func isTextual(_ type: UInt32) -> Bool {
    switch type {
    case text, varchar, bpchar, name, unknown, json: true
    default: type >= firstUserDefined
    }
  }
}
