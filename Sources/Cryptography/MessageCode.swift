import COpenSSL
import Synchronization

/// What HMAC and SipHash share.
///
/// libcrypto has looked the method up and taken the key in once, which costs more than a short text
/// does; a copy of that takes the octets. To copy costs more than all else, so a copy is set back to
/// its beginning and serves again, where libcrypto can do that.
final class MessageCode: Sendable {
  /// A context of libcrypto.
  private struct Context: @unchecked Sendable {
    // Unchecked: whoever takes one out of the list below has it alone, and `keyed` is never written
    // after it was made, only copied.
    let pointer: OpaquePointer
  }

  /// Ready for octets.
  private let keyed: Context
  private let octetCount: Int
  /// Copies that are ready for octets. As many as were in use at once.
  private let ready = Mutex<[Context]>([])
  /// Whether copies serve again.
  let reuses: Bool

  /// - Parameters:
  ///   - keyed: ready for octets; it is freed with this.
  ///   - octetCount: how many octets a code has.
  ///   - mayReuse: whether copies serve again where libcrypto can set them back.
  init(_ keyed: OpaquePointer, octetCount: Int, mayReuse: Bool = true) {
    self.keyed = Context(pointer: keyed)
    self.octetCount = octetCount
    reuses = mayReuse && Self.canReset(keyed, octetCount)
  }

  deinit {
    EVP_MAC_CTX_free(keyed.pointer)
    ready.withLock { contexts in
      for context in contexts { EVP_MAC_CTX_free(context.pointer) }
    }
  }

  /// Returns the octets of the code.
  func code(of octets: [UInt8]) -> [UInt8] {
    let context = ready.withLock { $0.popLast() } ?? Context(pointer: Self.copy(keyed.pointer))
    guard let code = Self.code(of: octets, by: context.pointer, octetCount) else {
      preconditionFailure(Self.failure)
    }
    if reuses, Self.reset(context.pointer) {
      ready.withLock { $0.append(context) }
    } else {
      EVP_MAC_CTX_free(context.pointer)
    }
    return code
  }

  /// Whether a context that was set back makes the codes of a new one.
  ///
  /// It is tried, because `EVP_MAC_init` without a key says in OpenSSL 3.0.0 to 3.0.2 that it has set
  /// an HMAC back, and has not; and what other providers make of it they decide themselves.
  /// Source: github.com/openssl/openssl/issues/17811.
  private static func canReset(_ keyed: OpaquePointer, _ octetCount: Int) -> Bool {
    let (first, second) = (Array("first".utf8), Array("another one".utf8))
    let (used, new) = (copy(keyed), copy(keyed))
    defer {
      EVP_MAC_CTX_free(used)
      EVP_MAC_CTX_free(new)
    }
    guard code(of: first, by: used, octetCount) != nil, reset(used),
      let again = code(of: second, by: used, octetCount)
    else { return false }
    return again == code(of: second, by: new, octetCount)
  }

  private static func reset(_ context: OpaquePointer) -> Bool {
    EVP_MAC_init(context, nil, 0, nil) == 1
  }

  private static func copy(_ keyed: OpaquePointer) -> OpaquePointer {
    guard let copy = EVP_MAC_CTX_dup(keyed) else { preconditionFailure(failure) }
    return copy
  }

  /// Nil when libcrypto refuses.
  private static func code(
    of octets: [UInt8], by context: OpaquePointer, _ octetCount: Int
  ) -> [UInt8]? {
    let code = [UInt8](unsafeUninitializedCapacity: octetCount) { code, filled in
      let isDone =
        EVP_MAC_update(context, octets, octets.count) == 1
        && EVP_MAC_final(context, code.baseAddress, &filled, code.count) == 1
      if !isDone { filled = 0 }
    }
    return code.count == octetCount ? code : nil
  }

  private static let failure = "libcrypto makes no code"
}
