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
  static let bpchar: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let timestamptz: UInt32 = 1184
  static let uuid: UInt32 = 2950

  static let jsonArray: UInt32 = 199
  static let boolArray: UInt32 = 1000
  static let byteaArray: UInt32 = 1001
  static let nameArray: UInt32 = 1003
  static let int2Array: UInt32 = 1005
  static let int4Array: UInt32 = 1007
  static let textArray: UInt32 = 1009
  static let bpcharArray: UInt32 = 1014
  static let varcharArray: UInt32 = 1015
  static let int8Array: UInt32 = 1016
  static let float8Array: UInt32 = 1022
  static let timestamptzArray: UInt32 = 1185
  static let uuidArray: UInt32 = 2951

  /// The first identifier of types made by users: enumerations and citext travel as text. Others do
  /// not, which shows when they are read; see `ArrayElement.read`.
  static let firstUserDefined: UInt32 = 16384

  /// Whether values of this type travel as plain text in binary format.
  static func isTextual(_ type: UInt32) -> Bool {
    switch type {
    case text, varchar, bpchar, name, unknown, json: true
    default: type >= firstUserDefined
    }
  }

  /// Whether elements of this type of array travel as plain text; an array says itself what they
  /// are.
  static func isTextualArray(_ type: UInt32) -> Bool {
    switch type {
    case textArray, varcharArray, bpcharArray, nameArray, jsonArray: true
    default: type >= firstUserDefined
    }
  }
}

extension TypeOID {
  /// The SQL name of the type, or its identifier.
  static func description(of type: UInt32) -> String {
    names[type] ?? "type \(type)"
  }

  /// Nil for types whose arrays are not spoken.
  static func array(of element: UInt32) -> UInt32? {
    namesWithArrays.first { $0.0 == element }?.1
  }

  /// For errors: those that are spoken here, and those that are most easily taken for them.
  private static let names: [UInt32: String] = {
    var names: [UInt32: String] = [
      unknown: "unknown", 700: "float4", 1083: "time", 1114: "timestamp", 1186: "interval",
      26: "oid", 2278: "void", 1700: "numeric", 3802: "jsonb", 1082: "date",
    ]
    for (type, array, name) in namesWithArrays {
      names[type] = name
      names[array] = "\(name)[]"
    }
    return names
  }()

  private static let namesWithArrays: [(UInt32, UInt32, String)] = [
    (bool, boolArray, "bool"), (bytea, byteaArray, "bytea"), (name, nameArray, "name"),
    (int8, int8Array, "int8"), (int4, int4Array, "int4"), (int2, int2Array, "int2"),
    (text, textArray, "text"), (json, jsonArray, "json"), (float8, float8Array, "float8"),
    (bpchar, bpcharArray, "bpchar"), (varchar, varcharArray, "varchar"),
    (timestamptz, timestamptzArray, "timestamptz"),
    (uuid, uuidArray, "uuid"),
  ]
}

/// Converts between microseconds since 1970, as clocks have them, and since 2000, as PostgreSQL
/// sends them. The extremes are the infinities on both sides.
enum Timestamp {
  static let tooEarly = "a time before the first that PostgreSQL knows"
  static let tooLate = "a time too late for 64 bits"

  /// From 1970-01-01 to 2000-01-01, in microseconds.
  private static let epochDistance: Int64 = 946_684_800_000_000

  /// Returns nil when the time is too early to be sent, or would be sent as an infinity.
  static func wire(sinceUnixEpoch microseconds: Int64) -> Int64? {
    guard microseconds != .max, microseconds != .min else { return microseconds }
    let (wire, overflow) = microseconds.subtractingReportingOverflow(epochDistance)
    return overflow || wire == .min ? nil : wire
  }

  /// Returns nil for the last of PostgreSQL's times, after the year 294246, which do not fit.
  static func sinceUnixEpoch(wire: Int64) -> Int64? {
    guard wire != .max, wire != .min else { return wire }
    let (microseconds, overflow) = wire.addingReportingOverflow(epochDistance)
    return overflow || microseconds == .max ? nil : microseconds
  }
}
