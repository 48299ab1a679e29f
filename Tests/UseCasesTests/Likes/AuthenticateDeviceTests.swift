import Domain
import Fakes
import Testing

@testable import UseCases

@Suite struct AuthenticateDeviceTests {
  /// A store that finds devices, and can note nothing.
  private struct ReadOnlyDevices: DeviceRepository {
    let store: FakeStore

    func add(digest: [UInt8], at instant: Timestamp) async throws(Failure) -> Device {
      try await store.add(digest: digest, at: instant)
    }

    func find(digest: [UInt8]) async throws(Failure) -> Device? {
      try await store.find(digest: digest)
    }

    func see(_ id: Int64, at instant: Timestamp) async throws(Failure) {
      throw .unavailable(retryAfterSeconds: 1)
    }

    func merge(_ other: Int64, into id: Int64) async throws(Failure) {
      try await store.merge(other, into: id)
    }

    func remove(_ id: Int64) async throws(Failure) -> Bool { try await store.remove(id) }

    func removeOthers(than id: Int64) async throws(Failure) {
      try await store.removeOthers(than: id)
    }
  }

  @Test func aDayThatCannotBeNotedRefusesNobody() async throws {
    let clock = FakeClock("2026-03-01T09:00:00Z")
    let (devices, digest) = (ReadOnlyDevices(store: FakeStore()), FakeSecretDigest())
    let create = CreateDevice(
      devices: devices, secretDigest: digest, randomBytes: CountingBytes().bytes, now: clock.now,
      rate: .unlimited)
    let token = try await create(from: .sample)
    clock.set(LikeShop.after(days: 2))
    let authenticate = AuthenticateDevice(
      devices: devices, secretDigest: digest, now: clock.now, isReadOnly: { false })
    #expect(try await authenticate(token.text).id == 1)
  }

  @Test(
    "while writes are stopped a device is known, and its day is not noted",
    arguments: [true, false])
  func stoppedWrites(isReadOnly: Bool) async throws {
    let clock = FakeClock("2026-03-01T09:00:00Z")
    let (store, digest) = (FakeStore(), FakeSecretDigest())
    let create = CreateDevice(
      devices: store, secretDigest: digest, randomBytes: CountingBytes().bytes, now: clock.now,
      rate: .unlimited)
    let token = try await create(from: .sample)
    let start = clock.now()
    clock.set(LikeShop.after(days: 2))
    let authenticate = AuthenticateDevice(
      devices: store, secretDigest: digest, now: clock.now, isReadOnly: { isReadOnly })
    #expect(try await authenticate(token.text).id == 1)
    #expect(try await authenticate(token.text).seenAt == (isReadOnly ? start : clock.now()))
  }

  @Test("a network that brought too many devices adds no other, and other networks do")
  func tooManyDevices() async throws {
    let (store, clock) = (FakeStore(), FakeClock("2026-03-01T09:00:00Z"))
    let crowded = ClientNetwork(.ipv4, 1)
    let create = CreateDevice(
      devices: store, secretDigest: FakeSecretDigest(), randomBytes: CountingBytes().bytes,
      now: clock.now,
      rate: NewDeviceRate { network in
        network == crowded
          ? Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 7)
          : .unlimited
      })
    await #expect(throws: Failure.tooManyDevices(retryAfterSeconds: 7)) {
      _ = try await create(from: crowded)
    }
    _ = try await create(from: ClientNetwork(.ipv4, 2))
    #expect(try await store.add(digest: [1], at: clock.now()).id == 2)
  }

  @Test func whatIsLikedNoMoreIsRememberedForLongerThanAnOperationMayBeOld() {
    #expect(Int64(FakeStore.secondsRemembered) * 1_000_000 > LikeBounds.ageMax)
  }
}
