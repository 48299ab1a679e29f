import Domain
import Fakes
import HTTP
import Synchronization
import Testing
import Transport
import Web

/// Uploads that are refused while their senders still send.
@Suite(.realStore) struct RefusedFormTests {
  private static let pieceBytes = 65_536
  private static let droppedBytesMax = 16 * 1_048_576

  /// As a client sees it: how much it could send until it was answered.
  private static func sent(_ body: EndlessBody, as path: String) async throws -> (Answer, Int) {
    let vendors = try await VendorShop()
    let fields: KeyValuePairs = [
      "identifier": vendors.vendor.identifier.description,
      "Authorization": path.hasPrefix("/admin") ? "Bearer \(Shop.bootstrap)" : "",
      "Content-Type": "multipart/form-data; boundary=b",
    ]
    let named = fields.filter { !$0.value.isEmpty }
    var head = ""
    for (name, value) in named { head += "\(name): \(value)\r\n" }
    let parsed = try parse("POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n")
    let request = Request(head: parsed, body: RequestBody(length: nil, source: body))
    let answer = try Answer(await vendors.shop.response(request), to: .post)
    return (answer, body.count)
  }

  private static func parse(_ head: String) throws -> RequestHead {
    var parser = RequestParser()
    let progress = try Array(head.utf8).withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let head, _, _) = progress else { throw ParseError.endedEarly }
    return head
  }

  /// A form with a wrong secret, as far as its first image.
  private static let wrong: [UInt8] = {
    let params = #"{"title":"코트","price":1,"currency":"KRW","secret":"wrong"}"#
    return SentForm.plain(params, [[]]).bytes.dropLast("\r\n--b--\r\n".utf8.count)
  }()

  @Test(
    "the rest is read, so that its sender gets to read why",
    arguments: [
      ("/v1/products", 401), ("/api/products", 401), ("/admin/v1/images", 400),
    ])
  func restOfAnOrdinaryForm(path: String, status: Int) async throws {
    let rest = 5 * 2_500_000
    let (answer, count) = try await Self.sent(EndlessBody(Self.wrong, rest), as: path)
    #expect(answer.status == status, "\(answer.text)")
    #expect(count == Self.wrong.count + rest)
  }

  @Test func aRestWithoutEndIsCutOff() async throws {
    let (answer, count) = try await Self.sent(EndlessBody(Self.wrong, .max), as: "/v1/products")
    #expect(answer.status == 401)
    #expect((0...2 * Self.pieceBytes).contains(count - Self.droppedBytesMax), "\(count)")
  }

  @Test func aBodyThatBreaksOffIsNotAskedAgain() async throws {
    let body = EndlessBody(Self.wrong, .max, breaksAt: 1_000_000)
    let (answer, count) = try await Self.sent(body, as: "/v1/products")
    #expect(answer.status == 401)
    #expect(count < 1_000_000 + Self.pieceBytes)
  }
}

/// Bytes, and then as many zeros as are asked for, up to an end.
private final class EndlessBody: BodySource, Sendable {
  private let state: Mutex<(first: [UInt8], rest: Int, count: Int)>
  private let breaksAt: Int

  init(_ first: [UInt8], _ rest: Int, breaksAt: Int = .max) {
    state = Mutex((first, rest, 0))
    self.breaksAt = breaksAt
  }

  var count: Int { state.withLock { $0.count } }

  func next() async throws(BodyError) -> [UInt8]? {
    try state.withLock { state throws(BodyError) in
      guard state.count < breaksAt else { throw .disconnected }
      var piece = state.first
      if piece.isEmpty { piece = [UInt8](repeating: 0, count: min(65_536, state.rest)) }
      if state.first.isEmpty { state.rest -= piece.count } else { state.first = [] }
      state.count += piece.count
      return piece.isEmpty ? nil : piece
    }
  }
}
