package import Domain
import LocalPostgres
import Transport

/// The operator's rules: how often each client may send requests, and from which pages.
package struct PolicyConfiguration: Sendable {
  /// The hosts that requests may name, each as in ``Origin/host``; nil for any.
  package var hosts: [String]?
  /// Pages of these origins may call us from a browser; none by default.
  package var corsOrigins: [Origin]
  /// Whether pages of any origin of this machine may call us, too.
  package var allowsLoopbackPages: Bool
  /// Names of fields that such pages may send, besides those that everyone may.
  package var corsFields: [String]
  /// For each client address; nil for none, which is the default unless proxies are trusted:
  /// behind an untrusted proxy all clients have the same address.
  package var rateLimit: RateLimit?
  /// The default where proxies are trusted: more than all people behind one address ask for, and
  /// far less than a core answers.
  static let usualRate = (requests: 600, seconds: 1)
  /// Whether a refusal carries `RateLimit` and `RateLimit-Policy`.
  package var showsRateFields: Bool
  /// SHA-256 of the public keys whose certificates open `/admin`; nil requires no certificate.
  package var adminClientKeys: Set<String>?
  /// New devices of each client address.
  package var deviceRate: RateLimit
  /// The same in a day; 0 for any number, nil for ``usualDevicesPerDay``, and any number for this
  /// machine, because 127.0.0.1 is often a proxy that is missing in the list of trusted ones.
  package var devicesPerDay: Int?
  /// More than a day's new customers behind one address of a telephone network.
  static let usualDevicesPerDay = 1_000
  /// Images that each vendor may send in a day; nil for any number. By default 400 products with
  /// five: some 800 MB, and half an hour of a processor.
  package var vendorImagesPerDay: Int?
  /// Whether searches are counted for trends.
  package var countsSearches: Bool
  /// How old an answer may be while the database is away.
  package var staleSeconds: Int
  /// Whether requests may ask for delays and errors, and answers contain their timing.
  package var simulates: Bool

  init(_ reader: inout SettingReader) {
    let form =
      "origins such as https://shop.example or capacitor://localhost, or loopback, divided by"
      + " commas, without paths"
    let names = reader.optional(.corsOrigins, expecting: form) { text -> [String]? in
      let names = Self.list(text)
      return names.allSatisfy { $0 == Self.loopback || Origin(page: $0) != nil } ? names : nil
    }
    corsOrigins = (names ?? []).compactMap { Origin(page: $0) }
    allowsLoopbackPages = names?.contains(Self.loopback) == true
    corsFields =
      reader.optional(.corsFields, expecting: "names of fields, divided by commas") { text in
        let names = Self.list(text)
        return names.allSatisfy(Self.isFieldName) ? names : nil
      } ?? []
    hosts = reader.optional(
      .hosts, expecting: "hosts such as shop.example or shop.example:8443, with commas between"
    ) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      // As requests name it with either scheme, whose default port they leave out.
      let hosts = parts.compactMap {
        Origin(host: $0.withoutBlanks, isSecure: true)
          .flatMap { Origin(host: $0.host, isSecure: false)?.host }
      }
      return hosts.count == parts.count ? hosts : nil
    }
    simulates = reader.truth(.simulate)
    staleSeconds = reader.number(.staleSeconds)
    countsSearches = reader.truth(.trending)
    showsRateFields = reader.truth(.rateFields)
    let images = reader.number(.vendorImagesPerDay)
    vendorImagesPerDay = images == 0 ? nil : images
    deviceRate = reader.value(
      .deviceRate, expecting: "devices per second or minute, such as 60/m, up to 100000"
    ) { text in
      Self.rate(text).flatMap {
        RateLimit(requests: $0.requests, periodSeconds: $0.seconds, burst: $0.requests)
      }
    }
    devicesPerDay = reader.optionalNumber(.devicesPerDay)
    rateLimit = Self.rateLimit(&reader)
  }

  private static func rateLimit(_ reader: inout SettingReader) -> RateLimit? {
    let given = reader.optional(
      .rateLimit,
      expecting: "requests per second or minute, such as 20/s or 600/m, up to 100000, or off"
    ) { text -> (requests: Int, seconds: Int)?? in
      text == "off" ? .some(nil) : rate(text).map { .some($0) }
    }
    let usual = reader.text(.trustedProxies) == nil ? nil : usualRate
    guard let rate = given ?? usual else {
      if reader.text(.rateBurst) != nil, reader.text(.rateLimit) == nil || given != nil {
        reader.reject(.rateBurst, "it means nothing without \(Setting.rateLimit.name).")
      }
      return nil
    }
    return RateLimit(
      requests: rate.requests, periodSeconds: rate.seconds,
      burst: reader.optionalNumber(.rateBurst) ?? rate.requests)
  }

  private static let loopback = "loopback"

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix { $0 == " " })
    }
  }

  /// Source: RFC 9110 §5.6.2 (token).
  private static func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || "!#$%&'+-.^_`|~".utf8.contains(byte)
      }
  }

  /// Reads `20/s` or `600/m`.
  private static func rate(_ text: String) -> (requests: Int, seconds: Int)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let requests = Int(parts[0]),
      (1...RateLimit.requestsMax).contains(requests),
      let seconds = ["s": 1, "m": 60][String(parts[1])]
    else { return nil }
    return (requests, seconds)
  }
}
