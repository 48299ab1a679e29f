import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Devices of people who have not said who they are.
@Suite(.realStore) struct DeviceRoutesTests {
  static func created(_ answer: Answer) throws -> String {
    guard case .string(let token)? = answer["token"] else {
      throw ContractBreach("no token: \(answer.text)")
    }
    return token
  }

  @Test func aDeviceIsGivenATokenThatWorksAtOnce() async throws {
    let shop = try await Shop()
    let answer = try await shop.send(.post, "/v1/devices")
    #expect(answer.status == 201)
    #expect(answer.fields["cache-control"] == "no-store")
    let token = try Self.created(answer)
    #expect(token.wholeMatch(of: /moa_device_[A-Za-z0-9_-]{43}/) != nil)
    #expect(try await shop.like(.get, "/v1/likes", token: token).status == 200)
  }

  @Test func theTokenIsNotStored() async throws {
    let shop = try await Shop()
    let token = try Self.created(try await shop.send(.post, "/v1/devices"))
    #expect(try await shop.ports.devices.find(digest: Array(token.utf8)) == nil)
    let digest = shop.digest.digest(Array(token.utf8))
    #expect(try await shop.ports.devices.find(digest: digest) != nil)
  }

  @Test(
    "whoever shows another token is not known",
    arguments: [
      "", "moa_device_", "moa_device_" + String(repeating: "B", count: 43), Shop.bootstrap,
      "moa_device_" + String(repeating: "A", count: 42),
      "moa_device_" + String(repeating: "A", count: 44),
    ])
  func strangers(_ token: String) async throws {
    let shop = try await Shop()
    try await shop.device()
    for (method, target) in [
      (.get, "/v1/likes"), (.put, "/v1/likes/1"), (.post, "/v1/likes/sync"), (.get, "/v1/recent"),
    ] as [(HTTP.Method, String)] {
      let answer = try await shop.like(method, target, token: token)
      #expect(answer.status == 401, "\(method) \(target)")
      #expect(answer.fields["www-authenticate"] == "Bearer realm=\"moa\"")
    }
  }

  @Test func nobodyLikesWithoutAToken() async throws {
    let answer = try await Shop().send(.get, "/v1/likes")
    #expect(answer.status == 401)
    #expect(answer.code == "unauthenticated")
  }

  @Test func theTokenOfADeviceOpensNothingElse() async throws {
    let shop = try await Shop()
    try await shop.device()
    #expect(try await shop.like(.get, "/admin/v1/event-categories").status == 401)
    #expect(try await shop.like(.delete, "/v1/products/1").status == 401)
  }

  @Test func anAddressThatBringsTooManyDevicesHasToWait() async throws {
    let rate = NewDeviceRate { _ in
      Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 7)
    }
    let shop = try await Shop(policies: Policies(newDevices: rate))
    try await shop.device()
    let answer = try await shop.send(.post, "/v1/devices")
    #expect(answer.status == 429)
    #expect(answer.code == "too_many_devices")
    #expect(answer.fields["retry-after"] == "7")
    #expect(try await shop.like(.get, "/v1/likes").status == 200)
  }

  @Test func aDeviceIsSeenOnceADay() async throws {
    let shop = try await Shop()
    let device = try await shop.device()
    let digest = shop.digest.digest(Array(Shop.deviceToken.utf8))
    for (hours, isNoted) in [(23, false), (24, true)] as [(Int64, Bool)] {
      let later = Timestamp(clamping: device.seenAt.microseconds + hours * 3_600_000_000)
      shop.clock.set(later)
      _ = try await shop.like(.get, "/v1/likes")
      let known = try #require(try await shop.ports.devices.find(digest: digest))
      #expect((known.seenAt == later) == isNoted)
    }
  }

  @Test func mergedDevicesShareTheirLikes() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let other = try Self.created(try await shop.send(.post, "/v1/devices"))
    _ = try await shop.like(.put, "/v1/likes/1")
    _ = try await shop.like(.put, "/v1/likes/1", token: other)
    _ = try await shop.like(.put, "/v1/likes/2", token: other)
    for _ in 1...2 {
      let answer = try await shop.like(.post, "/v1/devices/merge", #"{"token":"\#(other)"}"#)
      #expect(answer.status == 204)
    }
    #expect(try await shop.like(.get, "/v1/likes").ids == [2, 1])
    _ = try await shop.like(.put, "/v1/likes/3")
    #expect(try await shop.like(.get, "/v1/likes", token: other).ids == [3, 2, 1])
  }

  @Test func aRemovedDeviceIsUnknownAtOnce() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    let answer = try await shop.like(.delete, "/v1/devices")
    #expect(answer.status == 204)
    for method in [.get, .post] as [HTTP.Method] {
      let target = method == .get ? "/v1/likes" : "/v1/likes/sync"
      #expect(try await shop.like(method, target).status == 401, "\(target)")
    }
    #expect(try await shop.like(.delete, "/v1/devices").status == 401)
  }

  @Test func aLostDeviceIsRemovedByAnotherThatSharesItsLikes() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    let lost = try Self.created(try await shop.send(.post, "/v1/devices"))
    _ = try await shop.like(.put, "/v1/likes/1", token: lost)
    _ = try await shop.like(.post, "/v1/devices/merge", #"{"token":"\#(lost)"}"#)
    #expect(try await shop.like(.delete, "/v1/devices?others=true").status == 204)
    #expect(try await shop.like(.get, "/v1/likes", token: lost).status == 401)
    #expect(try await shop.like(.get, "/v1/likes").ids == [1])
    let wrong = try await shop.like(.delete, "/v1/devices?others=yes")
    #expect(wrong.errors == ["others malformed_flag"])
    #expect(try await shop.like(.get, "/v1/likes").status == 200)
  }

  @Test func viewsAreForgottenWhenTheyAreCleared() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(.put, "/v1/recent/1")
    #expect(try await shop.like(.delete, "/v1/recent").status == 204)
    #expect(try await shop.like(.get, "/v1/recent").ids == [])
    #expect(try await shop.send(.delete, "/v1/recent").status == 401)
  }

  @Test(
    "a merge that cannot be made is refused at its place",
    arguments: [
      (#"{"token":"moa_device_x"}"#, "/token unknown_device"), ("{}", "/token required"),
      (#"{"token":1}"#, "/token wrong_type"), (#"{"token":"x","a":1}"#, "/a unknown_member"),
    ])
  func refusedMerges(_ body: String, _ error: String) async throws {
    let shop = try await Shop()
    try await shop.device()
    let answer = try await shop.like(.post, "/v1/devices/merge", body)
    #expect(answer.status == 422)
    #expect(answer.errors == [error])
  }

  @Test func theLogNamesTheDeviceAndNotItsToken() async throws {
    let (shop, _) = try await LikeRoutesTests.shop()
    _ = try await shop.like(.put, "/v1/likes/1")
    let entry = try #require(shop.audit.all.last)
    #expect(entry.principal == "device:1")
    #expect(entry.action == "PUT /v1/likes/{product_id}")
    #expect(!"\(entry)".contains("moa_device_"))
  }
}
