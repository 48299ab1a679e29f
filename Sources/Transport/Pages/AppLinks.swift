/// The apps that open links to pages of this shop.
package struct AppLinks: Sendable, Hashable {
  package static let none = AppLinks(ios: [], android: [])
  package let ios: [IOSApp]
  package let android: [AndroidApp]

  package init(ios: [IOSApp], android: [AndroidApp]) {
    self.ios = ios
    self.android = android
  }
}

/// An iOS app by its team and its bundle: `A1B2C3D4E5.com.example.shop`.
///
/// Source: Apple, "Supporting associated domains"; `CFBundleIdentifier`.
package struct IOSApp: Sendable, Hashable {
  /// The App Store's limit for bundle identifiers, in bytes.
  package static let bundleBytesMax = 155
  package let text: String

  /// Nil unless it is ten upper-case letters or digits, a point, and a bundle identifier of ASCII
  /// letters, digits, hyphens and points.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 10,
      parts[0].utf8.allSatisfy({ $0.isDigit || (0x41...0x5A).contains($0) }),
      (1...Self.bundleBytesMax).contains(parts[1].utf8.count),
      parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isPart)
    else { return nil }
    self.text = text
  }

  private static func isPart(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || $0.isASCIIWordPart && $0 != UInt8(ascii: "_")
      }
  }
}

/// An Android app by its package and the certificate that signs it.
///
/// Source: Android, "Verify Android App Links"; Google, Digital Asset Links, "Statement list
/// syntax".
package struct AndroidApp: Sendable, Hashable {
  package static let packageBytesMax = 255
  /// `com.example.shop`.
  package let name: String
  /// SHA-256 of the certificate: 32 bytes in upper-case hexadecimal, with colons between.
  package let fingerprint: String

  /// Reads `com.example.shop:14:6D:E9:...`, as `keytool` and the Play Console print a fingerprint;
  /// its colons may be missing.
  ///
  /// Nil for a package of fewer than two parts, or with a part that does not begin with a letter.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= Self.packageBytesMax,
      let fingerprint = Self.fingerprint(parts[1])
    else { return nil }
    let names = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard names.count >= 2, names.allSatisfy(Self.isName) else { return nil }
    name = String(parts[0])
    self.fingerprint = fingerprint
  }

  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, first.isASCIIWordPart, !first.isDigit,
      first != UInt8(ascii: "_")
    else { return false }
    return name.utf8.allSatisfy(\.isASCIIWordPart)
  }

  private static func fingerprint(_ text: Substring) -> String? {
    let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
    guard pairs.count == 1 || pairs.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let digits = Array(pairs.joined().uppercased())
    guard digits.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return stride(from: 0, to: 64, by: 2).map { String(digits[$0...($0 + 1)]) }
      .joined(separator: ":")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// A letter, a digit or an underscore of ASCII.
  fileprivate var isASCIIWordPart: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F
  }
}
