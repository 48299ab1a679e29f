import Fakes
import HTTP
import Testing

/// A form as an app sends it, byte by byte.
struct SentForm: CustomTestStringConvertible {
  let testDescription: String
  let contentType: String
  let bytes: [UInt8]

  /// Texts are UTF-8; images stand between them as they are.
  init(_ what: String, _ contentType: String, _ pieces: Piece...) {
    testDescription = what
    self.contentType = "multipart/form-data; boundary=\(contentType)"
    bytes = pieces.flatMap { piece in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      }
    }
  }

  enum Piece {
    case text(String)
    case bytes([UInt8])
  }

  /// A plain form: `params`, and images as JPEG.
  static func plain(_ params: String, _ images: [[UInt8]]) -> SentForm {
    var form = SentForm(
      "plain", "b",
      .text("--b\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n\(params)\r\n"))
    for image in images { form = form.with("images", image) }
    return form.closed()
  }

  private init(_ form: SentForm, _ more: [UInt8]) {
    testDescription = form.testDescription
    contentType = form.contentType
    bytes = form.bytes + more
  }

  private func with(_ name: String, _ data: [UInt8]) -> SentForm {
    let head = "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.jpeg\"\r\n"
    return SentForm(
      self, Array("\(head)Content-Type: image/jpeg\r\n\r\n".utf8) + data + Array("\r\n".utf8))
  }

  private func closed() -> SentForm { SentForm(self, Array("--b--\r\n".utf8)) }

  /// Only these parts, named.
  static func parts(_ parts: (name: String, data: [UInt8])...) -> SentForm {
    var form = SentForm("parts", "b")
    for part in parts { form = form.with(part.name, part.data) }
    return form.closed()
  }

  /// - Parameter piece: how many bytes arrive at once.
  func request(piece: Int = .max) throws -> Request {
    let plain = try Request(.post, "/x", fields: ["Content-Type": contentType], body: bytes)
    let body = RequestBody(length: bytes.count, source: PiecewiseBody(bytes, piece))
    return Request(head: plain.head, body: body)
  }
}

/// A body that arrives in pieces of one size.
private final class PiecewiseBody: BodySource, @unchecked Sendable {
  // Unchecked: a body has one reader, which awaits each piece before it asks for the next.
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], _ size: Int) {
    rest = bytes[...]
    self.size = size
  }

  func next() async throws(BodyError) -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    let piece = rest.prefix(size)
    rest = rest.dropFirst(size)
    return Array(piece)
  }
}

extension SentForm {
  static let first = SampleImages.jpeg(width: 11, height: 7)
  static let second = SampleImages.png(width: 5, height: 9)
  private static let uuid = "6F2C7B1A-9F40-4E0C-8C2E-0B3C5F1D7A11"
  private static let disposition = "Content-Disposition: form-data; name="
  static let json = #"{"name":"팥빙수","price":2000}"#

  /// Byte for byte what clients of Open Market send, each with the same two images.
  static let ofExistingApps: [SentForm] = [
    SentForm(
      "bare UUID as boundary, CR LF everywhere", uuid,
      .text(
        "--\(uuid)\r\n\(disposition)\"params\"\r\nContent-Type: application/json\r\n\r\n"
          + "\(json)\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"\(uuid).jpeg\"\r\n"
          + "Content-Type: image/jpeg\r\n\r\n"), .bytes(first),
      .text(
        "\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"\(uuid).jpeg\"\r\n"
          + "Content-Type: image/jpeg\r\n\r\n"), .bytes(second), .text("\r\n--\(uuid)--\r\n")),
    SentForm(
      "params without a type, image/png of a JPEG, no line end at the end", "Boundary-\(uuid)",
      .text(
        "--Boundary-\(uuid)\r\n\(disposition)\"params\"\r\n\r\n\(json)\r\n"
          + "--Boundary-\(uuid)\r\n\(disposition)\"images\"; filename=\"a.png\"\r\n"
          + "Content-Type: image/png\r\n\r\n"), .bytes(first),
      .text(
        "\r\n--Boundary-\(uuid)\r\n\(disposition)\"images\"; filename=\"b.png\"\r\n"
          + "Content-Type: image/png\r\n\r\n"), .bytes(second),
      .text("\r\n--Boundary-\(uuid)--")),
    SentForm(
      "a line end more before each later delimiter, bare filename, no type", uuid,
      .text(
        "--\(uuid)\r\n\(disposition)\"params\"\r\nContent-Type: application/json\r\n\r\n"
          + "\(json)\r\n\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=image.jpg\r\n\r\n"),
      .bytes(first),
      .text("\r\n\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=image.jpg\r\n\r\n"),
      .bytes(second), .text("\r\n\r\n--\(uuid)--\r\n")),
    SentForm(
      "no space behind the colon, four hyphens before the UUID", "----\(uuid)",
      .text(
        "------\(uuid)\r\nContent-Disposition:form-data; name=\"params\"\r\n"
          + "Content-Type:application/json\r\n\r\n\(json)\r\n"
          + "------\(uuid)\r\nContent-Disposition:form-data; name=\"images\"; filename=\"1\"\r\n"
          + "Content-Type:image/jpeg\r\n\r\n"), .bytes(first),
      .text(
        "\r\n------\(uuid)\r\nContent-Disposition:form-data; name=\"images\"; filename=\"2\"\r\n"
          + "Content-Type:image/jpeg\r\n\r\n"), .bytes(second), .text("\r\n------\(uuid)--\r\n")),
    SentForm(
      "quoted boundary, a line end first, parts that call themselves forms, one filename",
      "\"\(uuid)\"",
      .text(
        "\r\n--\(uuid)\r\n\(disposition)\"params\"\r\nContent-Type: multipart/form-data\r\n\r\n"
          + "\(json)\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"image\"\r\n"
          + "Content-Type: multipart/form-data\r\n\r\n"), .bytes(first),
      .text(
        "\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"image\"\r\n"
          + "Content-Type: image/jpg\r\n\r\n"), .bytes(second), .text("\r\n--\(uuid)--\r\n")),
    SentForm(
      "images before params", uuid,
      .text(
        "--\(uuid)\r\n\(disposition)\"images\"; filename=\"a\"\r\n"
          + "Content-Type: image/jpeg\r\n\r\n"), .bytes(first),
      .text("\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"b\"\r\n\r\n"), .bytes(second),
      .text("\r\n--\(uuid)\r\n\(disposition)\"params\"\r\n\r\n\(json)\r\n--\(uuid)--\r\n")),
  ]

  /// A browser sends a picker in which no file was chosen.
  static let withEmptyPicker = SentForm(
    "a picker without a file first", uuid,
    .text(
      "--\(uuid)\r\n\(disposition)\"images\"; filename=\"\"\r\n"
        + "Content-Type: application/octet-stream\r\n\r\n\r\n"
        + "--\(uuid)\r\n\(disposition)\"params\"\r\n\r\n\(json)\r\n"
        + "--\(uuid)\r\n\(disposition)\"images\"; filename=\"a\"\r\n\r\n"), .bytes(first),
    .text("\r\n--\(uuid)\r\n\(disposition)\"images\"; filename=\"b\"\r\n\r\n"), .bytes(second),
    .text("\r\n--\(uuid)--\r\n"))
}
