import COpenSSL
import Synchronization

/// The bytes of a code of 16, the first of them in the highest place of `high`: two numbers need
/// no memory of their own.
package typealias CodeHalves = (high: UInt64, low: UInt64)

/// The common part of HMAC, SipHash and Poly1305.
///
/// libcrypto looks the method up and takes the key once, which costs more than a short text does; a
/// copy of that context takes the bytes. The copy costs more than all else, so it is reset and used
/// again, where libcrypto can do that.
final class MessageCode: Sendable {
  /// A context of libcrypto.
  private struct Context: @unchecked Sendable {
    // Unchecked: a context is taken out of the list below for each use, and `keyed` is only copied
    // after it was made.
    let pointer: OpaquePointer
  }

  /// Ready for bytes.
  private let keyed: Context
  private let byteCount: Int
  /// Sets a copy back to its beginning; empty where it does that by the key that it has.
  private let key: [UInt8]
  /// Copies that are ready for bytes. As many as were in use at once.
  private let ready = Mutex<[Context]>([])
  /// Whether copies serve again.
  let reuses: Bool

  /// - Parameters:
  ///   - keyed: ready for bytes; it is freed with this.
  ///   - byteCount: how many bytes a code has.
  ///   - key: for a method that does not keep its key, the one that `keyed` has.
  ///   - mayReuse: whether copies serve again where libcrypto can set them back.
  init(
    _ keyed: OpaquePointer, byteCount: Int, isSetBackBy key: [UInt8] = [], mayReuse: Bool = true
  ) {
    self.keyed = Context(pointer: keyed)
    self.byteCount = byteCount
    self.key = key
    reuses = mayReuse && Self.canReset(keyed, key, byteCount)
  }

  deinit {
    EVP_MAC_CTX_free(keyed.pointer)
    ready.withLock { contexts in
      for context in contexts { EVP_MAC_CTX_free(context.pointer) }
    }
  }

  /// Returns the bytes of the code.
  func code(of bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { code, filled in
      bytes.withUnsafeBytes { makeCode(of: $0, into: UnsafeMutableRawBufferPointer(code)) }
      filled = byteCount
    }
  }

  /// Returns the bytes of a code of 16.
  func halves(of bytes: UnsafeRawBufferPointer) -> CodeHalves {
    precondition(byteCount == 16, "a code that is no pair of numbers")
    var halves: CodeHalves = (0, 0)
    withUnsafeMutableBytes(of: &halves) { makeCode(of: bytes, into: $0) }
    return (UInt64(bigEndian: halves.high), UInt64(bigEndian: halves.low))
  }

  private func makeCode(
    of bytes: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer
  ) {
    let context = ready.withLock { $0.popLast() } ?? Context(pointer: Self.copy(keyed.pointer))
    guard Self.makeCode(of: bytes, by: context.pointer, into: code) else {
      preconditionFailure(Self.failure)
    }
    if reuses, Self.reset(context.pointer, key) {
      ready.withLock { $0.append(context) }
    } else {
      EVP_MAC_CTX_free(context.pointer)
    }
  }

  /// Whether a context that was set back makes the codes of a new one.
  ///
  /// It is tried, because `EVP_MAC_init` without a key says in OpenSSL 3.0.0 to 3.0.2 that it has
  /// set an HMAC back, and has not; other providers may differ too.
  /// Source: github.com/openssl/openssl/issues/17811.
  private static func canReset(
    _ keyed: OpaquePointer, _ key: [UInt8], _ byteCount: Int
  ) -> Bool {
    let (used, new) = (copy(keyed), copy(keyed))
    defer {
      EVP_MAC_CTX_free(used)
      EVP_MAC_CTX_free(new)
    }
    func code(of text: String, by context: OpaquePointer) -> [UInt8]? {
      var code = [UInt8](repeating: 0, count: byteCount)
      let isMade = code.withUnsafeMutableBytes { code in
        Array(text.utf8).withUnsafeBytes { makeCode(of: $0, by: context, into: code) }
      }
      return isMade ? code : nil
    }
    guard code(of: "first", by: used) != nil, reset(used, key),
      let again = code(of: "another one", by: used)
    else { return false }
    return again == code(of: "another one", by: new)
  }

  private static func reset(_ context: OpaquePointer, _ key: [UInt8]) -> Bool {
    key.isEmpty
      ? EVP_MAC_init(context, nil, 0, nil) == 1 : EVP_MAC_init(context, key, key.count, nil) == 1
  }

  private static func copy(_ keyed: OpaquePointer) -> OpaquePointer {
    guard let copy = EVP_MAC_CTX_dup(keyed) else { preconditionFailure(failure) }
    return copy
  }

  /// False when libcrypto refuses, or makes a code that does not fill `code`.
  private static func makeCode(
    of bytes: UnsafeRawBufferPointer, by context: OpaquePointer,
    into code: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let isTaken = bytes.withMemoryRebound(to: UInt8.self) {
      EVP_MAC_update(context, $0.baseAddress, $0.count) == 1
    }
    return code.withMemoryRebound(to: UInt8.self) { code in
      var filled = 0
      return isTaken && EVP_MAC_final(context, code.baseAddress, &filled, code.count) == 1
        && filled == code.count
    }
  }

  private static let failure = "libcrypto makes no code"
}

/// HMAC-SHA-256, by libcrypto: proves that these bytes come from an owner of the key.
///
/// A libcrypto without HMAC traps, like a system without randomness: a forgeable code would be
/// worse than no process at all. Source: RFC 2104, FIPS 198-1.
package final class AuthenticationCode: Sendable {
  /// How many bytes a code has, and a key should have.
  package static let byteCount = 32
  private let codes: MessageCode
  /// Whether what libcrypto has made for one code serves for the next.
  package var reuses: Bool { codes.reuses }

  /// Makes codes that cannot be made without `key`.
  ///
  /// - Parameter mayReuse: whether what libcrypto has made for one code may serve for the next,
  ///   where that is possible.
  package init(key: [UInt8], mayReuse: Bool = true) {
    guard let keyed = moa_hmac_new(key, key.count) else {
      preconditionFailure("libcrypto makes no HMAC")
    }
    codes = MessageCode(keyed, byteCount: Self.byteCount, mayReuse: mayReuse)
  }

  /// Returns the 32 bytes of the code.
  package func code(of bytes: [UInt8]) -> [UInt8] { codes.code(of: bytes) }
}

/// SipHash-2-4 of 16 bytes, by libcrypto: proves, as an HMAC does, that these bytes come from an
/// owner of the key, and takes a third of the time for a short text.
///
/// Without the key it can neither be predicted nor can two texts with the same hash be found; with
/// the key they can. Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF"
/// (131002.net/siphash), and `siphash.c` of theirs for 16 bytes (github.com/veorq/SipHash);
/// EVP_MAC-SIPHASH(7).
package final class SipHash: Sendable {
  /// How many bytes a key has.
  package static let keyBytes = 16
  /// How many bytes a hash has.
  package static let byteCount = 16
  private let codes: MessageCode
  /// Whether what libcrypto has made for one hash serves for the next.
  package var reuses: Bool { codes.reuses }

  /// Nil where libcrypto has none: it may be built without, and FIPS 140 does not know it.
  ///
  /// - Parameter key: `keyBytes`; anything else traps.
  package init?(key: [UInt8]) {
    precondition(key.count == Self.keyBytes, "a key of SipHash has 16 bytes")
    guard let keyed = moa_siphash_new(key, Self.byteCount) else { return nil }
    codes = MessageCode(keyed, byteCount: Self.byteCount)
  }

  /// Returns the 16 bytes of the hash.
  package func hash(of bytes: [UInt8]) -> CodeHalves { bytes.withUnsafeBytes(hash) }

  func hash(of bytes: UnsafeRawBufferPointer) -> CodeHalves { codes.halves(of: bytes) }
}
