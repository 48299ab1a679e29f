internal import COpenSSL

/// The keys under which session tickets are sealed: new ones every hour.
///
/// A thief of the keys can read the sessions of TLS 1.2 that were resumed under them, so they live
/// in memory only, and for a short time. All processes with the same secret derive the same keys
/// without talking to each other. A ticket of an earlier hour causes a whole handshake.
/// Source: RFC 5077 §5.5; RFC 8446 §C.4.
struct TLSTicketKeys {
  static let secretBytes = 32
  /// How long a key is used, in seconds.
  static let period = 3600
  private let secret: [UInt8]
  private var number = -1

  init(secret: [UInt8]) { self.secret = secret }

  /// Unpredictable bytes, for one process and those that share them.
  static func makeSecret() throws(ServerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: secretBytes)
    guard RAND_bytes(&bytes, Int32(secretBytes)) == 1 else {
      throw ServerError("the system gives no randomness for TLS")
    }
    return bytes
  }

  /// Returns this many bytes of keys if the hour has changed since the last call.
  mutating func next(bytes: Int, second: Int) -> [UInt8]? {
    guard second / Self.period != number else { return nil }
    number = second / Self.period
    var keys: [UInt8] = []
    var block: UInt64 = 0
    while keys.count < bytes {
      keys += derive(hour: UInt64(clamping: number), block: block)
      block += 1
    }
    return Array(keys[..<bytes])
  }

  /// One block of the key stream: HMAC over a label, the hour and a counter, as in SP 800-108.
  private func derive(hour: UInt64, block: UInt64) -> [UInt8] {
    var message = Array("moa session tickets".utf8)
    for value in [hour, block] {
      withUnsafeBytes(of: value.bigEndian) { message.append(contentsOf: $0) }
    }
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      _ = HMAC(
        EVP_sha256(), secret, Int32(clamping: secret.count), message, message.count,
        digest.baseAddress, nil)
      count = 32
    }
  }
}
