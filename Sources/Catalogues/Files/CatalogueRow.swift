import Text

/// A row of a table: its cells one behind the other, so that unread cells cost nothing.
struct CatalogueRow: Sendable {
  /// As in ``Place``.
  var line = 0
  var bytes: [UInt8] = []
  /// Where each cell ends in ``bytes``.
  var ends: [Int] = []

  subscript(_ column: Int) -> ArraySlice<UInt8> {
    guard column < ends.count else { return [] }
    return bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
  }

  func isBlank(_ column: Int) -> Bool {
    self[column].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  var isBlank: Bool { ends.indices.allSatisfy { isBlank($0) } }

  mutating func append(_ cell: some Sequence<UInt8>) {
    bytes += cell
    ends.append(bytes.count)
  }
}

/// The columns of a table by their names, however a spreadsheet has spelled them.
struct CatalogueColumns {
  /// As the file writes them.
  let names: [String]
  /// Columns that a reader reads, or knows to say nothing.
  private(set) var known: Set<Int> = []
  private var indexes: [String: Int] = [:]

  init(_ names: [String]) {
    self.names = names
    for (index, name) in names.enumerated() where indexes[Self.plain(name)] == nil {
      indexes[Self.plain(name)] = index
    }
  }

  func has(_ names: String...) -> Bool { names.allSatisfy { indexes[Self.plain($0)] != nil } }

  /// The first column of the first of these names that there is.
  mutating func use(_ names: String...) -> Int? {
    for name in names {
      if let index = indexes[Self.plain(name)] {
        known.insert(index)
        return index
      }
    }
    return nil
  }

  /// Without blanks, line breaks and invisible characters, in lower case.
  static func plain(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !scalar.isInvisible { scalars.append(scalar) }
    return String(scalars).lowercased().composed
  }
}
