/// Photographs of phones in HEIC: a grid of tiles, which all show the same here, so that one of 50
/// megapixels has a few kilobytes.
extension SampleImages {
  /// Boxes that turn the picture: counter-clockwise by so many quarters, or at an axis, 0 for the
  /// vertical one.
  package static func turned(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }
  package static func mirrored(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

  /// - Parameters:
  ///   - tile: a HEIC of one picture, as an encoder makes it.
  ///   - side: pixels of each side of it.
  ///   - properties: boxes that belong to the whole.
  package static func heicGrid(
    of tile: [UInt8], side: Int, columns: Int, rows: Int, properties: [[UInt8]] = []
  ) -> [UInt8] {
    HEICGrid(tile: tile, side: side, columns: columns, rows: rows, properties: properties).bytes
  }
}

/// Source: ISO/IEC 14496-12 §8.11; ISO/IEC 23008-12 §6.6.2.3, §9.3.
private struct HEICGrid {
  let tile: [UInt8]
  let side: Int
  let columns: Int
  let rows: Int
  let properties: [[UInt8]]

  var bytes: [UInt8] {
    guard let all = Self.content(of: "meta", in: tile),
      let data = Self.content(of: "mdat", in: tile),
      let inner = Self.content(of: "iprp", in: Array(all.dropFirst(4))),
      let list = Self.content(of: "ipco", in: inner),
      let setup = Self.content(of: "hvcC", in: list)
    else { preconditionFailure("the tile is no HEIC of one picture") }
    let head = SampleImages.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
    let length = meta(setup, dataAt: 0, data.count).count
    let place = head.count + length + 8
    return head + meta(setup, dataAt: place, data.count) + SampleImages.box("mdat", data)
  }

  private var tiles: Int { columns * rows }
  /// The number of the whole; its tiles have those before it.
  private var grid: Int { tiles + 1 }
  private var width: Int { columns * side }
  private var height: Int { rows * side }

  private func meta(_ setup: [UInt8], dataAt place: Int, _ count: Int) -> [UInt8] {
    let empty: [UInt8] = [0, 0, 0, 0]
    let handler = empty + empty + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
    var content = empty + SampleImages.box("hdlr", handler)
    content += SampleImages.box("pitm", empty + Self.number(grid))
    content += SampleImages.box("iinf", empty + names)
    content += SampleImages.box("iref", empty + parts)
    content += SampleImages.box("iprp", list(setup))
    content += SampleImages.box("idat", shape)
    content += SampleImages.box("iloc", places(dataAt: place, count))
    return SampleImages.box("meta", content)
  }

  private var shape: [UInt8] {
    [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + Self.number(width) + Self.number(height)
  }

  private var names: [UInt8] {
    var names = Self.number(grid)
    for item in 1...grid {
      let kind = Array((item == grid ? "grid" : "hvc1").utf8)
      let head: [UInt8] = [2, 0, 0, 0]
      names += SampleImages.box("infe", head + Self.number(item) + [0, 0] + kind + [0])
    }
    return names
  }

  private var parts: [UInt8] {
    let list: [UInt8] = (1...tiles).flatMap { Self.number($0) }
    return SampleImages.box("dimg", Self.number(grid) + Self.number(tiles) + list)
  }

  private func list(_ setup: [UInt8]) -> [UInt8] {
    var all = SampleImages.box("hvcC", setup) + size(side, side) + size(width, height)
    for property in properties { all += property }
    var belongings: [UInt8] = [0, 0, 0, 0] + SampleImages.bigEndian(grid)
    for item in 1...tiles { belongings += Self.number(item) + [2, 0x81, 2] }
    belongings += Self.number(grid) + [UInt8(1 + properties.count), 3]
    for index in properties.indices { belongings.append(0x80 | UInt8(index + 4)) }
    return SampleImages.box("ipco", all) + SampleImages.box("ipma", belongings)
  }

  private func size(_ width: Int, _ height: Int) -> [UInt8] {
    SampleImages.box(
      "ispe", [0, 0, 0, 0] + SampleImages.bigEndian(width) + SampleImages.bigEndian(height))
  }

  /// All tiles are at the same place of the file, the shape of the whole at the beginning of
  /// `idat`.
  private func places(dataAt place: Int, _ count: Int) -> [UInt8] {
    var places: [UInt8] = [1, 0, 0, 0, 0x44, 0] + Self.number(grid)
    for item in 1...grid {
      let isGrid = item == grid
      places += Self.number(item) + [0, isGrid ? 1 : 0, 0, 0] + Self.number(1)
      places += SampleImages.bigEndian(isGrid ? 0 : place)
      places += SampleImages.bigEndian(isGrid ? shape.count : count)
    }
    return places
  }

  private static func number(_ number: Int) -> [UInt8] {
    Array(SampleImages.bigEndian(number)[2...])
  }

  /// Of the first box of that name.
  private static func content(of name: String, in boxes: [UInt8]) -> [UInt8]? {
    var at = 0
    while at + 8 <= boxes.count {
      let length = boxes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard length >= 8, at + length <= boxes.count else { return nil }
      if boxes[(at + 4)..<(at + 8)].elementsEqual(name.utf8) {
        return Array(boxes[(at + 8)..<(at + length)])
      }
      at += length
    }
    return nil
  }
}
