import Domain
import HTTP
import Testing
import Transport
import Web

/// What iOS and Android ask when an app is installed.
@Suite(.realStore) struct AppLinkRoutesTests {
  static let ios = "/.well-known/apple-app-site-association"
  static let android = "/.well-known/assetlinks.json"
  static let sum = Array(repeating: "C0", count: 32).joined(separator: ":")

  @Test func iosReadsWhichAppsOpenPages() async throws {
    let answer = try await Shop().send(.get, Self.ios)
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "application/json")
    #expect(
      answer.body == """
        {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],\
        "components":[{"/":"/p/*"},{"/":"/product/*"}]}]}}
        """)
  }

  @Test func androidReadsWhichAppsOpenPages() async throws {
    let answer = try await Shop().send(.get, Self.android)
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "application/json")
    #expect(
      answer.body == """
        [{"relation":["delegate_permission/common.handle_all_urls"],\
        "target":{"namespace":"android_app","package_name":"com.example.shop",\
        "sha256_cert_fingerprints":["\(Self.sum)"]}}]
        """)
  }

  @Test(
    "what is not configured is not there, and the answer says how it would be",
    arguments: [(ios, "--ios-apps"), (android, "--android-apps")])
  func missing(_ path: String, _ setting: String) async throws {
    let answer = try await Shop(apps: .none).send(.get, path)
    #expect(answer.status == 404)
    #expect(answer.code == "not_found")
    #expect(answer.body.contains(setting))
  }

  @Test("what has not changed is not sent again", arguments: [ios, android])
  func tags(_ path: String) async throws {
    let tag = try #require(try await Shop().send(.get, path).fields["etag"])
    #expect(try await Shop().send(.get, path, ["If-None-Match": tag]).status == 304)
  }
}

@Suite(.realStore) struct AppLinksTests {
  @Test(
    "an iOS app is a team and a bundle",
    arguments: [
      ("A1B2C3D4E5.com.example.shop", true), ("ABCDEFGHIJ.shop", true),
      ("1234567890.com.example-shop.App1", true), ("com.example.shop", false), ("", false),
      ("A1B2C3D4E5", false), ("A1B2C3D4E5.", false), ("a1b2c3d4e5.com.example", false),
      ("A1B2C3D4E.com.example", false), ("A1B2C3D4E5.com..example", false),
      ("A1B2C3D4E5.com.ex ample", false), ("A1B2C3D4E5.com.ex_ample", false),
      ("A1B2C3D4E5.쇼핑", false), ("A1B2C3D4E5.*", false),
      ("A1B2C3D4E5." + String(repeating: "a", count: 155), true),
      ("A1B2C3D4E5." + String(repeating: "a", count: 156), false),
    ])
  func ios(_ text: String, _ isApp: Bool) {
    #expect((IOSApp(text) != nil) == isApp)
  }

  static let sum =
    "14:6d:e9:83:c5:73:06:50:d8:ee:b9:95:2f:34:fc:64:16:a0:83:42:e6:1d:be:a8:8a:04:96:b2:3f:cf:44:e5"

  @Test(
    "the fingerprint of an Android app is read as tools print it",
    arguments: [sum, sum.replacing(":", with: "")])
  func fingerprints(_ text: String) {
    let app = AndroidApp("com.example.shop_2:" + text)
    #expect(app?.name == "com.example.shop_2")
    #expect(app?.fingerprint == Self.sum.uppercased())
  }

  @Test(
    "what is no Android app is refused",
    arguments: [
      "", "com.example", "com.example:", "com.example:14:6D", "shop:" + sum, "com.1example:" + sum,
      "com._x:" + sum, "com.ex-ample:" + sum, "com..example:" + sum, ":" + sum,
      "com.example:" + sum + ":00", "com.example:" + sum.replacing("e5", with: "g5"),
      "com.example:1" + sum.dropFirst().replacing(":", with: "") + "0",
      "com.example:" + sum.replacing(":6d", with: ":６d"),
      String(repeating: "a", count: 254) + ".b:" + sum,
    ])
  func refused(_ text: String) {
    #expect(AndroidApp(text) == nil)
  }
}
