import Cryptography
import Domain
import Fakes
import HTTP
import Synchronization
import Transport
import UseCases
import Web

/// All routes, with the store in memory, and the digests of the real program.
func handler() throws -> Handler {
  // One more than is shown, as a list that goes on has them.
  let store = FakeStore()
  store.put(try (0...20).map { try Product.still($0) })
  var ports = store.ports
  ports.machine.secretDigest = Digest()
  ports.machine.signer = try CodeSeal()
  return try Routes.router(
    ports, publicOrigin: Origin("https://shop.example"), policies: Policies(),
    observe: { _, what in print(what) }, extra: { _ in }
  ).handler
}

private struct Digest: SecretDigest {
  func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(bytes) }
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}

/// These routes only seal places in lists.
private struct CodeSeal: Signer {
  private struct NoHash: Error, CustomStringConvertible {
    let description = "libcrypto has no SipHash or Poly1305: pages would be measured without a tag"
  }

  private let places: SipHash
  private let contents: ContentHash

  init() throws {
    guard let places = SipHash(key: Array(repeating: 7, count: SipHash.keyBytes)),
      let contents = ContentHash(
        key: Array(repeating: 7, count: ContentHash.keyBytes), cover: places)
    else { throw NoHash() }
    self.places = places
    self.contents = contents
  }

  func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes {
    SixteenBytes(places.hash(of: bytes))
  }

  func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool {
    let right = self.tag(bytes, for: purpose)
    return constantTimeEqual((tag.high, tag.low), (right.high, right.low))
  }

  func fingerprint(of bytes: [UInt8]) -> SixteenBytes {
    SixteenBytes(contents.hash(of: bytes))
  }
}

extension SixteenBytes {
  fileprivate init(_ halves: CodeHalves) { self.init(high: halves.high, low: halves.low) }
}

extension Product {
  /// As shops have them: Korean names, most of them discounted, all with a picture.
  static func still(_ number: Int, version: Int = 3) throws -> Product {
    let instant = Timestamp(rfc3339: "2026-03-01T09:00:00.000001Z") ?? .earliest
    let fill = UInt8(truncatingIfNeeded: number)
    let vendor = Vendor(
      id: Int64(number % 5 + 1), identifier: try .sample(fill), name: try Title("모아상점"),
      createdAt: instant)
    let picture = try PreparedImage.sample(fill).picture
    let code = (0..<16).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0) }
    guard let code = ProductCode(bytes: code) else { throw ContractBreach("16 bytes") }
    let draft = try ProductDraft.still(number, stock: 1_231 + version)
    return Product(
      summary: ProductSummary(
        id: Int64(1_000_000 - number), code: code, vendor: vendor, draft: draft,
        cover: picture.served(as: .cell), reviews: ReviewScore(count: number * 13, average: 4.27),
        createdAt: instant, updatedAt: instant, version: version),
      draft: draft, images: (1...3).map { ProductImage(id: Int64($0), picture: picture) })
  }
}

extension ProductDraft {
  fileprivate static func still(_ number: Int, stock: Int) throws -> ProductDraft {
    try .sample(
      "따뜻한 겨울 코트 \(number)호, 양털 안감", price: Int64(12_000 + number * 1_100),
      discount: number.isMultiple(of: 3) ? 0 : 2_500, stock: number % 7 == 6 ? 0 : stock,
      description: "가볍고 따뜻합니다.\n손으로 빨아 주세요.",
      details: ProductDetails(
        brand: number.isMultiple(of: 2) ? try Title("모윰") : nil,
        tags: number.isMultiple(of: 4) ? [.best, .freeDelivery] : []))
  }
}

/// Runs a task on the thread that asks for it, as an event loop does: no other thread is waited
/// for, and whoever counts instructions counts those of the task.
final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Comes back when `body` has ended, which waits for nothing but itself.
  func run(_ body: @escaping @Sendable () async throws -> Void) {
    Task(executorPreference: self) {
      do { try await body() } catch { fatalError("\(error)") }
    }
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
