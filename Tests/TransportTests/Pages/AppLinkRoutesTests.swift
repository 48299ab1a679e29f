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
        "components":[{"/":"/p/*"}]}]}}
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
