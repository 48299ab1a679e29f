import Cryptography
import Domain
package import LocalPostgres
import Operations
package import Pictures
package import Transport

/// The operator's settings for pictures, for apps of other servers, and for apps that open links.
package struct CatalogueConfiguration: Sendable {
  /// The treatment of pictures that are too large for the existing apps.
  package var oversizedImages: OversizedImages
  /// A host name, in lower case, at which the second version of Open Market has the paths of the
  /// first one. Its own prefix works without it.
  package var openMarketV2Host: String?
  /// The file with the key of MommyTalk's apps; nil for none.
  package fileprivate(set) var mommyTalkKeyFile: String?
  /// That key; nil once only its digest is kept.
  package fileprivate(set) var mommyTalkKey: Secret?
  /// The SHA-256 of the key that MommyTalk's apps must send; nil accepts all requests.
  package internal(set) var mommyTalkKeyDigest: [UInt8]?
  /// Whether Naver's shopping search answers requests without a client's id and secret.
  package var isNaverOpen: Bool
  /// Apps that open pages of products themselves.
  package var apps: AppLinks
  /// On the pages of products, and in previews of links to them.
  package var shopName: String
  /// In which merchandisers write dates: a name of the IANA.
  package var timeZone: String

  init(_ reader: inout SettingReader) {
    oversizedImages = reader.choice(.imageOversize)
    openMarketV2Host = reader.optional(
      .openMarketV2Host, expecting: "a host name without a port, such as v2.shop.example"
    ) { Self.hostName($0) }
    isNaverOpen = reader.truth(.naverOpen)
    shopName = reader.value(
      .shopName, expecting: "1 to 100 characters, none of them a control character"
    ) { (try? Title($0))?.text }
    timeZone = reader.value(
      .timeZone, expecting: "a name of the IANA, such as Asia/Seoul, Europe/Berlin or UTC"
    ) { Self.isTimeZone($0) ? $0 : nil }
    apps = AppLinks(
      ios: Self.list(
        .iosApps, &reader,
        expecting: "a team of ten letters and digits and a bundle, such as"
          + " A1B2C3D4E5.com.example.shop, with commas between"
      ) { IOSApp($0) },
      android: Self.list(
        .androidApps, &reader,
        expecting: "a package, a colon and the SHA-256 sum of its certificate, such as"
          + " com.example.shop:14:6D:E9:..., with commas between"
      ) { AndroidApp($0) })
    mommyTalkKeyFile = reader.text(.mommyTalkKeyFile)
    mommyTalkKey = reader.optional(.mommyTalkKey, expecting: Self.keyForm) { Self.key($0) }
    if mommyTalkKey != nil, mommyTalkKeyFile != nil {
      reader.reject(.mommyTalkKey, "\(Setting.mommyTalkKeyFile.name) says it too: leave one out.")
    }
  }

  /// A machine without the files of time zones takes any name of their form.
  private static func isTimeZone(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), name.utf8.count <= 64,
      parts.allSatisfy({ part in
        part.utf8.first.map { (0x41...0x5A).contains($0) } == true
          && part.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
              || "+-_".utf8.contains($0)
          }
      })
    else { return false }
    let files = "/usr/share/zoneinfo/"
    let isFile = Files.exists(files + name) && !Files.exists(files + name + "/.")
    return isFile || !Files.exists(files + "UTC")
  }

  /// The parts between commas; one malformed part makes the whole value a mistake.
  private static func list<Value>(
    _ setting: Setting, _ reader: inout SettingReader, expecting form: String,
    _ read: (String) -> Value?
  ) -> [Value] {
    reader.optional(setting, expecting: form) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let values = parts.compactMap { read($0.trimmingPrefix { $0 == " " }.description) }
      return values.count == parts.count ? values : nil
    } ?? []
  }
}

extension Configuration {
  /// Reads the key from its file, where one is named.
  ///
  /// - Throws: `.configuration` when the file cannot be read or holds no key.
  mutating func readMommyTalkKeyFile() throws(CommandError) {
    guard let path = catalogue.mommyTalkKeyFile else { return }
    let form = CatalogueConfiguration.self
    let text = try SecretFile.read(
      path, for: .mommyTalkKeyFile, bytesMax: form.keyBytesMax, doubt: { doubts.append($0) })
    guard let key = form.key(text) else {
      let file = "\(Setting.mommyTalkKeyFile.name): the file \(path.printable(1_000))"
      throw CommandError(.configuration, "\(file) holds no key: write \(form.keyForm).")
    }
    catalogue.mommyTalkKey = key
  }

  /// Gives the key away for its digest, which is all that a server needs.
  mutating func forgetMommyTalkKey() {
    guard let key = catalogue.mommyTalkKey else { return }
    catalogue.mommyTalkKeyDigest = SHA256.digest(key.reveal())
    catalogue.mommyTalkKey = nil
  }
}

extension CatalogueConfiguration {
  fileprivate static let keyBytesMax = 512
  fileprivate static let keyForm =
    "1 to \(keyBytesMax) printable ASCII characters without spaces"

  fileprivate static func key(_ text: String) -> Secret? {
    let isKey = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return isKey && (1...keyBytesMax).contains(text.utf8.count) ? Secret(text) : nil
  }

  /// Source: RFC 952, RFC 1123 §2.1.
  private static func hostName(_ text: String) -> String? {
    let name = text.lowercased()
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy(hostDigits.contains)
    }
    return isName && name.utf8.count <= 253 ? name : nil
  }

  private static let hostDigits = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}
