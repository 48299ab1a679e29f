import COpenSSL

/// The stored form of a secret: salt, cost and result of scrypt, as one text.
///
/// `$scrypt$ln=14,r=8,p=1$<salt>$<outcome>`, both in base64 without padding.
/// Source: the PHC string format; parameter names as in passlib's `scrypt`.
package struct SecretHash: Sendable, Hashable, CustomStringConvertible {
  package static let textBytesMax = 256
  static let saltBytes = 16
  static let outcomeBytes = 32
  private let cost: Scrypt.Cost
  private let salt: [UInt8]
  private let outcome: [UInt8]

  private init(_ cost: Scrypt.Cost, salt: [UInt8], outcome: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.outcome = outcome
  }

  /// Hashes a secret with a new salt. It takes its time: never call it on a loop.
  ///
  /// Nil when there is no memory for it.
  package init?(of secret: String, _ cost: Scrypt.Cost = .usual) {
    let salt = randomBytes(Self.saltBytes)
    guard
      let outcome = Scrypt.derive(
        Self.outcomeBytes, from: Array(secret.utf8), salt: salt, cost)
    else { return nil }
    self.init(cost, salt: salt, outcome: outcome)
  }

  /// A hash that no secret is known to have: comparing with it costs what any comparison costs.
  package static func ofNobody(_ cost: Scrypt.Cost = .usual) -> SecretHash {
    SecretHash(
      cost, salt: randomBytes(saltBytes), outcome: randomBytes(outcomeBytes))
  }

  /// Reads the text; nil for any other, and for one that asks for more than a hash may cost.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.textBytesMax else { return nil }
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = Self.cost(parts[2]), let salt = Base64.bytes(parts[3]),
      let outcome = Base64.bytes(parts[4]), (8...64).contains(salt.count),
      (16...64).contains(outcome.count)
    else { return nil }
    self.init(cost, salt: salt, outcome: outcome)
  }

  package var description: String {
    let cost = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
    return "$scrypt$\(cost)$\(Base64.text(salt))$\(Base64.text(outcome))"
  }

  /// Whether this is the hash of `secret`. It takes its time: never call it on a loop.
  ///
  /// Nil when there is no memory for it.
  package func matches(_ secret: String) -> Bool? {
    Scrypt.derive(outcome.count, from: Array(secret.utf8), salt: salt, cost).map {
      constantTimeEqual($0, outcome)
    }
  }

  /// `ln=14,r=8,p=1`, in this order and without zeros in front.
  private static func cost(_ text: Substring) -> Scrypt.Cost? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let logarithm = number(parts[0], "ln="),
      let blockSize = number(parts[1], "r="), let parallelism = number(parts[2], "p=")
    else { return nil }
    return Scrypt.Cost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
  }

  private static func number(_ text: Substring, _ name: String) -> Int? {
    guard text.hasPrefix(name) else { return nil }
    let digits = text.dropFirst(name.count)
    guard let number = Int(digits), (1...999).contains(number), String(number) == digits else {
      return nil
    }
    return number
  }
}

/// Bytes as text, without padding, by libcrypto.
///
/// Source: RFC 4648 §4; without padding as in the PHC string format.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    // Four characters for three bytes that were begun, and a NUL.
    let characters = [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) {
      $1 = Int(EVP_EncodeBlock($0.baseAddress, bytes, Int32(bytes.count)))
    }
    return String(decoding: characters.prefix { $0 != padding }, as: UTF8.self)
  }

  /// Nil for anything that `text` would not have written: padding, spaces, bits that mean nothing.
  static func bytes(_ text: Substring) -> [UInt8]? {
    let missing = (4 - text.utf8.count % 4) % 4
    let characters = Array(text.utf8) + Array(repeating: padding, count: missing)
    var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3)
    let count = EVP_DecodeBlock(&bytes, characters, Int32(characters.count))
    guard count >= missing else { return nil }
    bytes.removeLast(bytes.count - Int(count) + missing)
    // libcrypto lets spaces and superfluous bits pass.
    return self.text(bytes) == text ? bytes : nil
  }

  private static let padding = UInt8(ascii: "=")
}
