import Testing

@testable import EventLoop

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct DescriptorTests {
  /// Remembers what was reported, and reads what is there.
  final class Reader: ReadinessHandler, @unchecked Sendable {
    let descriptor: Int32
    var seen: Readiness = []
    var bytes: [UInt8] = []
    var ended = false
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func ready(_ readiness: Readiness) {
      seen.formUnion(readiness)
      guard readiness.contains(.readable) else { return }
      var buffer = [UInt8](repeating: 0, count: 64)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 { ended = true }
        guard count > 0 else { return }
        bytes += buffer[..<count]
      }
    }
  }

  static func pair() -> (Int32, Int32) {
    var descriptors: [Int32] = [0, 0]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    precondition(socketpair(AF_UNIX, kind, 0, &descriptors) == 0)
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    return (descriptors[0], descriptors[1])
  }

  func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<500 {
      if try await condition() { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  @Test(arguments: PollerKind.allCases)
  func bytesAndTheEndAreReported(_ kind: PollerKind) async throws {
    let loop = try kind.loop
    let (near, far) = Self.pair()
    let reader = Reader(near)
    let registration = OnLoop<Registration?>(nil)
    try await loop.run { registration.value = try loop.register(near, handler: reader) }
    #expect(try await eventually { try await loop.run { reader.seen.contains(.writable) } })
    for piece in ["mo", "a"] {
      _ = write(far, piece, piece.utf8.count)
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try await eventually { try await loop.run { reader.bytes == Array("moa".utf8) } })
    close(far)
    #expect(try await eventually { try await loop.run { reader.ended } })
    try await loop.run { registration.value?.cancel() }
    close(near)
  }

  @Test(arguments: PollerKind.allCases)
  func aCancelledDescriptorIsSilent(_ kind: PollerKind) async throws {
    let loop = try kind.loop
    let (near, far) = Self.pair()
    let reader = Reader(near)
    try await loop.run {
      let registration = try loop.register(near, handler: reader)
      registration.cancel()
      registration.cancel()
    }
    _ = write(far, "x", 1)
    try await Task.sleep(for: .milliseconds(30))
    #expect(try await loop.run { reader.bytes.isEmpty && reader.seen.isEmpty })
    close(near)
    close(far)
  }

  /// Only on the poller of this system: many Dispatch sources that come and go are what it avoids.
  @Test func manyDescriptorsComeAndGo() async throws {
    let loop = try PollerKind.system.loop
    for _ in 0..<200 {
      let (near, far) = Self.pair()
      let reader = Reader(near)
      let registration = OnLoop<Registration?>(nil)
      try await loop.run { registration.value = try loop.register(near, handler: reader) }
      _ = write(far, "x", 1)
      #expect(try await eventually { try await loop.run { reader.bytes == [0x78] } })
      try await loop.run {
        registration.value?.cancel(closing: true)
        close(near)
      }
      close(far)
    }
  }

  @Test func aTokenOfAnEarlierOwnerFindsNobody() {
    var table = WatchTable()
    let first = table.insert(Reader(-1))
    table.remove(first)
    let second = table.insert(Reader(-1))
    #expect(first != second)
    #expect(table.handler(of: first) == nil)
    #expect(table.handler(of: second) != nil)
    table.remove(first)
    #expect(table.handler(of: second) != nil)
  }

  @Test func aDescriptorThatIsNotOpenIsRefused() async throws {
    for kind in PollerKind.allCases {
      let loop = try kind.loop
      await #expect(throws: EventLoopError.self) {
        try await loop.run { _ = try loop.register(-1, handler: Reader(-1)) }
      }
    }
  }
}
