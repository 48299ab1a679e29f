package import Domain
import Text

package struct CreateVendor: Sendable {
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Parameters:
  ///   - identifier: nil makes one.
  ///   - secret: nil makes one.
  /// - Returns: the vendor with the secret, which is stored nowhere and cannot be shown again.
  /// - Throws: `conflict` when another vendor has the identifier.
  package func callAsFunction(
    name: Title, identifier: VendorIdentifier? = nil, secret: VendorSecret?
  ) async throws(Failure) -> CreatedVendor {
    guard let identifier = identifier ?? VendorIdentifier(random: randomBytes(16)) else {
      throw .bug("the source of random bytes returned a wrong count")
    }
    let secret = secret ?? VendorSecret(random: randomBytes(VendorSecret.randomBytes))
    let vendor = try await vendors.add(
      identifier: identifier, name: name, secretHash: try await hasher.hash(secret.text),
      createdAt: now())
    return CreatedVendor(vendor: vendor, secret: secret)
  }
}

/// A new vendor, with the secret, which is shown once.
package struct CreatedVendor: Sendable {
  package let vendor: Vendor
  /// Only for the person who created the vendor. It must not be logged or stored.
  package let secret: VendorSecret
}

extension VendorIdentifier {
  /// A random UUID of version 4.
  ///
  /// Source: RFC 9562 §5.4.
  init?(random bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(bytes: bytes)
  }
}

/// Replaces a vendor's secret; the old one becomes invalid.
package struct ReplaceVendorSecret: Sendable {
  private let vendors: any VendorRepository
  private let hasher: any SecretHasher
  private let randomBytes: RandomBytes

  package init(
    vendors: any VendorRepository, hasher: any SecretHasher, randomBytes: @escaping RandomBytes
  ) {
    self.vendors = vendors
    self.hasher = hasher
    self.randomBytes = randomBytes
  }

  /// - Parameter secret: nil makes one.
  /// - Returns: the secret, which is stored nowhere and cannot be shown again.
  /// - Throws: `notFound`.
  package func callAsFunction(
    of identifier: VendorIdentifier, by secret: VendorSecret?
  ) async throws(Failure) -> VendorSecret {
    let secret = secret ?? VendorSecret(random: randomBytes(VendorSecret.randomBytes))
    let hash = try await hasher.hash(secret.text)
    guard try await vendors.replaceSecret(of: identifier, by: hash) else {
      throw .notFound(.vendor(identifier.text))
    }
    return secret
  }
}

/// The secret that authenticates a vendor: 8 to 512 bytes on one line.
package struct VendorSecret: Sendable, Hashable {
  /// A shorter one can be guessed, however slow the hash is.
  package static let bytesMin = 8
  /// 256 bits.
  static let randomBytes = 32
  package let text: String

  /// - Throws: `too_short`, `too_long`, `surrounded_by_space` or `control_character`.
  package init(_ text: String) throws(ValidationError) {
    let hint = "Write \(Self.bytesMin) to \(AuthenticateVendor.secretBytesMax) bytes."
    guard text.utf8.count >= Self.bytesMin else {
      throw ValidationError("too_short", "Shorter than \(Self.bytesMin) bytes.", hint: hint)
    }
    guard text.utf8.count <= AuthenticateVendor.secretBytesMax else {
      throw ValidationError(
        "too_long", "Longer than \(AuthenticateVendor.secretBytesMax) bytes.", hint: hint)
    }
    guard text.first != " ", text.last != " " else {
      throw ValidationError(
        "surrounded_by_space", "Begins or ends with a space.", hint: "Remove it.")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError(
        "control_character", "Holds a control character or a line break.", hint: "Write one line.")
    }
    self.text = text
  }

  /// Makes a secret of random bytes, fit for a URL and for a request field.
  init(random bytes: [UInt8]) {
    text = Base64.urlSafe.text(bytes)
  }
}

extension VendorSecret: CustomStringConvertible, CustomReflectable {
  package var description: String { "[secret]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
