/// A seller.
package struct Vendor: Sendable, Hashable {
  /// The length of a list of vendors: more than can be managed by hand.
  package static let listedMax = 10_000
  /// Given by the store, never reused.
  package let id: Int64
  package let identifier: VendorIdentifier
  package let name: Title
  package let createdAt: Timestamp

  package init(id: Int64, identifier: VendorIdentifier, name: Title, createdAt: Timestamp) {
    self.id = id
    self.identifier = identifier
    self.name = name
    self.createdAt = createdAt
  }

  package var seller: Seller { Seller(identifier: identifier, name: name) }
}

/// A vendor as buyers see it.
package struct Seller: Sendable, Hashable {
  package let identifier: VendorIdentifier
  package let name: Title

  package init(identifier: VendorIdentifier, name: Title) {
    self.identifier = identifier
    self.name = name
  }
}

/// The UUID by which an app names its vendor. It proves nothing: the secret does.
package struct VendorIdentifier: Sendable, Hashable, CustomStringConvertible {
  package let number: SixteenBytes

  package init(_ number: SixteenBytes) { self.number = number }

  /// Nil unless there are 16 bytes.
  package init?(bytes: [UInt8]) {
    guard let number = SixteenBytes(bytes) else { return nil }
    self.number = number
  }

  /// 16.
  package var bytes: [UInt8] { number.bytes }

  /// Reads the text of a UUID, in either case; nil for anything else.
  package init?(_ text: String) {
    guard let number = SixteenBytes(uuid: text) else { return nil }
    self.number = number
  }

  /// 36 characters, in lower case.
  package var text: String { number.uuid }

  package var description: String { text }
}

/// A vendor with the hash of its secret.
package struct VendorCredentials: Sendable, Hashable {
  package let vendor: Vendor
  /// Salt, cost and result of the slow hash, in the format of the hasher.
  package let secretHash: String

  package init(vendor: Vendor, secretHash: String) {
    self.vendor = vendor
    self.secretHash = secretHash
  }
}
