import HTTP

/// Content from memory: `/fixed` with a gzip variant, validators and ranges, and `/fixed8k` with
/// 8192 bytes of JSON, for load generators.
enum FixedRoutes {
  /// Nil when nothing is fixed under `path`.
  static func answer(_ request: Request, path: String) -> Response? {
    let content: FixedContent
    switch path {
    case "/fixed": content = text
    case "/fixed8k": content = json
    default: return nil
    }
    guard request.method == .get || request.method == .head else {
      return Response(.methodNotAllowed, fields: [.init("Allow", "GET, HEAD")])
    }
    // 2026-01-01: two-digit years need a time, and a test a fixed one.
    return content.response(to: request, now: 1_767_225_600)
  }

  /// Literals cannot break a rule of fields; a typing error here should end the program at once.
  private static func made(_ make: () throws -> FixedContent) -> FixedContent {
    do { return try make() } catch { fatalError("\(error)") }
  }

  private static let text = made {
    let line = "The same line stands here a hundred times, so that it shrinks.\n"
    return try FixedContent(
      Array(String(repeating: line, count: 100).utf8),
      contentType: "text/plain; charset=utf-8", entityTag: EntityTag("fixed-1"),
      lastModified: 784_111_777, gzip: .init(compressed, entityTag: EntityTag("fixed-1-gzip")),
      fields: [ResponseField("Cache-Control", "public, max-age=60")])
  }

  private static let json = made {
    let item = #"{"id":1000000,"title":"a product","price":12900},"#
    var bytes = Array("[\(String(repeating: item, count: 8192 / item.utf8.count))0".utf8)
    bytes += [UInt8](repeating: 0x20, count: 8191 - bytes.count) + [0x5D]
    return try FixedContent(
      bytes, contentType: "application/json", entityTag: EntityTag("fixed8k-1"))
  }

  /// The text above through `gzip -9`.
  private static let compressed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xCB, 0xB1, 0x0D,
    0x80, 0x30, 0x0C, 0x45, 0xC1, 0x9E, 0x29, 0xFE, 0x00, 0x88, 0x69, 0xB2, 0x40, 0xA4,
    0x58, 0x72, 0x04, 0x09, 0x52, 0x6C, 0xF6, 0x87, 0x15, 0xE8, 0x5F, 0x77, 0xCD, 0x15,
    0x37, 0x45, 0x1D, 0xA6, 0xAB, 0xCF, 0x4F, 0x59, 0x67, 0x0B, 0xB9, 0x2D, 0x53, 0x95,
    0x3F, 0xB3, 0x2D, 0x6B, 0xCA, 0x3E, 0x2C, 0x76, 0xC5, 0xAD, 0xF4, 0x9A, 0xEA, 0xA9,
    0xF0, 0xD5, 0xE7, 0x19, 0xC7, 0x56, 0xE8, 0x74, 0x3A, 0x9D, 0x4E, 0xA7, 0xD3, 0xE9,
    0x74, 0x3A, 0x9D, 0x4E, 0xA7, 0xD3, 0xE9, 0x74, 0x3A, 0x9D, 0x4E, 0xA7, 0xD3, 0xFF,
    0xF4, 0x17, 0x76, 0x2B, 0xF8, 0x2A, 0x9C, 0x18, 0x00, 0x00,
  ]
}
