import Foundation
import MoaClient
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A shop on a socket, which counts the bytes of all that it is asked and answers.
///
/// It numbers the changes of its products as a Moa does, in memory.
final class TestShop: Sendable {
  struct State {
    var products: [ProductCell] = []
    var events: Set<Int64> = [1]
    /// Product to the number of its last change; 0 stands for the screen.
    var changes: [Int64: Int] = [:]
    var sequence = 0
    /// Cursors before this number are unknown.
    var floor = 0
    var hasChanges = true
    var isAway = false
    /// Targets without their query, that are answered with another status.
    var statuses: [String: Int] = [:]
    /// The `Age` of all answers.
    var age: Int?
    /// A method and a path whose answers are kept back, with what holds then.
    var held: String?
    var waiting = 0
    var viewed: [Int64] = []
    var devices = 0
    /// The tokens with which something was viewed, and those of removed devices.
    var tokens: Set<String> = []
    var removed: Set<String> = []
    var targets: [String] = []
    var bytes = 0

    mutating func mark(_ key: Int64) {
      sequence += 1
      changes[key] = sequence
    }
  }

  let url: URL
  private let listener: Int32
  private let state: Mutex<State>

  init() throws {
    var first = State()
    first.products = (1...20).reversed().map { TestShop.product($0) }
    state = Mutex(first)
    let (listener, port) = try TestShop.listen()
    self.listener = listener
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw POSIXError(.EINVAL) }
    self.url = url
    Thread.detachNewThread { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        let shop = self
        Thread.detachNewThread {
          shop?.serve(connection)
          close(connection)
        }
      }
      // Here, so that no other socket gets the number while this thread waits for connections.
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// The targets of requests and the bytes in both directions of what happens meanwhile.
  func counting(_ body: () async throws -> Void) async throws -> (targets: [String], bytes: Int) {
    change { ($0.targets, $0.bytes) = ([], 0) }
    try await body()
    return state.withLock { ($0.targets, $0.bytes) }
  }

  var viewed: [Int64] { state.withLock(\.viewed) }
  var tokens: Set<String> { state.withLock(\.tokens) }
  var devices: Int { state.withLock(\.devices) }

  /// The answers that are kept back.
  var waiting: Int { state.withLock(\.waiting) }

  /// Lets answers go that are kept back, as soon as so many are.
  func release(after count: Int = 1) async throws {
    #expect(try await eventually { waiting == count })
    change { $0.held = nil }
  }

  // MARK: The shop

  static func product(
    _ id: Int64, title: String? = nil, price: Int64 = 10_000, originalPrice: Int64? = nil,
    stock: Int = 5, brand: String? = nil
  ) -> ProductCell {
    ProductCell(
      id: id, title: title ?? "Product \(id)", priceText: "\(price)원",
      originalPriceText: originalPrice.map { "\($0)원" }, discountText: nil,
      stockText: "재고 \(stock)개", isSoldOut: stock == 0, badges: [], image: nil,
      accessibilityLabel: "Product \(id), \(price)원", price: price, originalPrice: originalPrice,
      discountPercent: nil, currency: "KRW", stock: stock,
      vendor: VendorLabel(id: "00000000-0000-4000-8000-000000000001", name: "Vendor"), brand: brand,
      reviewCount: 0, reviewAverage: nil, likeCount: 0, version: 1)
  }

  /// Changes a product, adds one, or removes it.
  func put(_ product: ProductCell) {
    change { state in
      if let index = state.products.firstIndex(where: { $0.id == product.id }) {
        state.products[index] = product
      } else {
        state.products.insert(product, at: 0)
      }
      state.mark(product.id)
    }
  }

  func remove(_ id: Int64) {
    change { state in
      state.products.removeAll { $0.id == id }
      state.mark(id)
    }
  }

  private static func answer(_ request: Request, _ state: inout State) throws -> Reply {
    let ids = state.products
    if let status = state.statuses[request.path] { return .refused(status, "refused") }
    if state.removed.contains(request.token ?? "") { return .refused(401, "unauthorized") }
    switch request.path {
    case "/v1/screens/home": return try Reply(screen(ids, request.language))
    case "/v1/screens/event/1":
      guard state.events.contains(1) else { return .notFound }
      let event = EventCategoryCard(
        id: 1, title: "Event", thumbnailImageURL: "", thumbnailImage: nil,
        thumbnailTextImageURL: "", thumbnailTextImage: nil,
        link: CellLink(kind: "event", id: 1), position: 1)
      return try Reply(EventScreen(event: event, sections: screen(ids).sections))
    case "/v1/products":
      let limit = request.query["limit"].flatMap { Int($0) } ?? 20
      if request.query["variant"] == "tile" {
        return try Reply(
          Listing(items: ids.prefix(limit).map(tile), page: PageLink(nextCursor: nil)))
      }
      return try Reply(Listing(items: Array(ids.prefix(limit)), page: PageLink(nextCursor: nil)))
    case "/v1/search":
      let found = ids.map { FoundProductCell(cell: $0, highlights: []) }
      let total = Int64(found.count)
      let facets = SearchFacetsView(
        matches: total, isComplete: true, categories: [], itemTypes: [], brands: [], prices: [])
      return try Reply(
        SearchResult(
          items: found, total: total, totalIsExact: true, correctedQuery: nil,
          facets: request.query["facets"] == "false" ? nil : facets))
    case "/v1/changes": return try changes(request, state)
    case "/v1/devices":
      guard request.method == "POST" else {
        state.removed.insert(request.token ?? "")
        return Reply(status: 204, content: Data())
      }
      state.devices += 1
      let content = #"{"token":"moa_device_\#(state.devices)"}"#
      return Reply(status: 201, content: Data(content.utf8))
    case "/v1/recent": return try Reply(["items": ids.filter { state.viewed.contains($0.id) }])
    default:
      guard request.method == "PUT", let id = Int64(request.path.split(separator: "/").last ?? "")
      else { return .notFound }
      guard ids.contains(where: { $0.id == id }) else { return .notFound }
      state.viewed.append(id)
      state.tokens.insert(request.token ?? "")
      return Reply(status: 204, content: Data())
    }
  }

  private static func screen(_ products: [ProductCell], _ title: String? = nil) -> Screen {
    let items = products.prefix(20).map { ScreenItem(cellID: "newest.\($0.id)", cell: $0) }
    return Screen(sections: [
      .products(
        ScreenSection(
          id: "newest", kind: "products", title: title ?? "New", layout: "grid",
          items: Array(items), more: nil))
    ])
  }

  private static func tile(_ cell: ProductCell) -> ProductTile {
    ProductTile(
      id: cell.id, title: cell.title, priceText: cell.priceText, discountText: nil,
      isSoldOut: cell.isSoldOut, image: nil, price: cell.price, originalPrice: nil,
      currency: "KRW", stock: cell.stock)
  }

  private static func changes(_ request: Request, _ state: State) throws -> Reply {
    guard state.hasChanges else { return .notFound }
    let next = "c\(state.sequence)"
    guard let since = request.query["since"] else { return try Reply(["next": next]) }
    guard let known = Int(since.dropFirst()), known <= state.sequence else {
      return .refused(400, "invalid_cursor")
    }
    let asked = Set(
      (request.query["products"] ?? "").split(separator: ",").compactMap { Int64($0) })
    let isWhole = known < state.floor
    let changed = Set(state.changes.filter { $0.value > known }.keys)
    return try Reply(
      ShopChanges(
        next: next, isWhole: isWhole, home: isWhole || changed.contains(0),
        products: (isWhole ? asked : asked.intersection(changed)).sorted().map { id in
          ProductChange(id: id, cell: state.products.first { $0.id == id })
        },
        hasOtherProducts: isWhole || !changed.subtracting(asked).subtracting([0]).isEmpty))
  }

  // MARK: Sockets

  private struct Request {
    let method: String
    let target: String
    let tag: String?
    let token: String?
    let language: String?

    /// Whether the head has come, and as much of a body as it announces.
    static func isWhole(_ received: [UInt8]) -> Bool {
      let parts = String(decoding: received, as: UTF8.self).components(separatedBy: "\r\n\r\n")
      guard parts.count > 1 else { return false }
      let announced = parts[0].lowercased().firstMatch(of: #/content-length: (\d+)/#)
      return parts[1].utf8.count >= announced.flatMap { Int($0.1) } ?? 0
    }

    /// Nil unless it is the head of a request.
    init?(_ head: String) {
      let lines = head.components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ")
      guard words.count == 3 else { return nil }
      (method, target) = (String(words[0]), String(words[1]))
      func field(_ start: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      }
      tag = field("if-none-match: ")
      token = field("authorization: bearer ")
      language = field("accept-language: ")
    }

    var path: String { String(target.prefix { $0 != "?" }) }

    var query: [String: String] {
      let items = URLComponents(string: target)?.queryItems ?? []
      return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }
  }

  private struct Reply {
    var status = 200
    var content: Data

    init(status: Int, content: Data) { (self.status, self.content) = (status, content) }

    init(_ value: some Encodable) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      content = try encoder.encode(value)
    }

    static func refused(_ status: Int, _ code: String) -> Self {
      let problem =
        #"{"type":"","title":"\#(code)","status":\#(status),"code":"\#(code)","detail":""}"#
      return Self(status: status, content: Data(problem.utf8))
    }

    static let notFound = refused(404, "not_found")

    /// Equal contents have equal tags.
    var tag: String {
      let hash = content.reduce(into: UInt64(5381)) { $0 = ($0 &* 33) ^ UInt64($1) }
      return "\"\(String(hash, radix: 16))\""
    }
  }

  private func serve(_ connection: Int32) {
    if state.withLock(\.isAway) { return }
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while !Request.isWhole(received) {
      let count = read(connection, &piece, piece.count)
      guard count > 0 else { return }
      received += piece[..<count]
    }
    guard let request = Request(String(decoding: received, as: UTF8.self)) else { return }
    let name = "\(request.method) \(request.path)"
    var isHeld = false
    let sent = state.withLock { state -> Data in
      isHeld = state.held == name
      state.targets.append(request.target)
      let reply = (try? Self.answer(request, &state)) ?? Reply(status: 500, content: Data())
      let isSame = reply.status == 200 && request.tag == reply.tag
      let content = isSame ? Data() : reply.content
      var head = "HTTP/1.1 \(isSame ? 304 : reply.status) X\r\nConnection: close\r\n"
      if reply.status == 200 { head += "ETag: \(reply.tag)\r\n" }
      if let age = state.age { head += "Age: \(age)\r\n" }
      if !isSame, reply.status != 204 { head += "Content-Length: \(content.count)\r\n" }
      let sent = Data((head + "\r\n").utf8) + content
      state.bytes += received.count + sent.count
      if isHeld { state.waiting += 1 }
      return sent
    }
    while isHeld, state.withLock({ $0.held == name }) { usleep(1_000) }
    if isHeld { change { $0.waiting -= 1 } }
    sent.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let count = write(connection, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        guard count > 0 else { return }
        start += count
      }
    }
  }

  private static func listen() throws -> (Int32, UInt16) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        bind(listener, plain, size) == 0 && Self.accepts(listener)
          && getsockname(listener, plain, &size) == 0
      }
    }
    guard listener >= 0, isOpen else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private static func accepts(_ listener: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.listen(listener, 64) == 0
    #else
      Darwin.listen(listener, 64) == 0
    #endif
  }
}
