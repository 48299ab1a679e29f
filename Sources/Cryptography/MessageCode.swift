import COpenSSL
import Synchronization

/// What HMAC and SipHash share.
///
/// libcrypto has looked the method up and taken the key in once, which costs more than a short text
/// does; a copy of that takes the octets. To copy costs more than all else, so a copy is set back to
/// its beginning and serves again, where libcrypto can do that.
final class MessageCode: Sendable {
  /// A context of libcrypto, of one owner at a time.
  private struct Context: @unchecked Sendable {
    // Unchecked: whoever takes one out of the list below has it alone.
    let pointer: OpaquePointer
  }

  /// Ready for octets, and only copied.
  private let keyed: Context
  private let octetCount: Int
  /// Copies that are ready for octets. As many as were in use at once.
  private let ready = Mutex<[Context]>([])
  private let canReset: Bool

  /// - Parameters:
  ///   - keyed: ready for octets; it is freed with this.
  ///   - octetCount: how many octets a code has.
  ///   - canReset: whether copies serve again; by default it is tried.
  init(_ keyed: OpaquePointer, octetCount: Int, canReset: Bool? = nil) {
    self.keyed = Context(pointer: keyed)
    self.octetCount = octetCount
    self.canReset = canReset ?? Self.canReset(keyed, octetCount)
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
    let code = Self.code(of: octets, by: context.pointer, octetCount)
    if canReset, Self.reset(context.pointer) {
      ready.withLock { $0.append(context) }
    } else {
      EVP_MAC_CTX_free(context.pointer)
    }
    return code
  }

  /// Whether a context that was set back makes the codes of a new one.
  ///
  /// It is asked, because some versions of libcrypto 3 say that they have done it and have not: a
  /// method may leave to itself what an `EVP_MAC_init` without a key means.
  private static func canReset(_ keyed: OpaquePointer, _ octetCount: Int) -> Bool {
    let (first, second) = (Array("first".utf8), Array("another one".utf8))
    let (used, new) = (copy(keyed), copy(keyed))
    defer {
      EVP_MAC_CTX_free(used)
      EVP_MAC_CTX_free(new)
    }
    _ = code(of: first, by: used, octetCount)
    guard reset(used) else { return false }
    return code(of: second, by: used, octetCount) == code(of: second, by: new, octetCount)
  }

  private static func reset(_ context: OpaquePointer) -> Bool {
    EVP_MAC_init(context, nil, 0, nil) == 1
  }

  private static func copy(_ keyed: OpaquePointer) -> OpaquePointer {
    guard let copy = EVP_MAC_CTX_dup(keyed) else { preconditionFailure(failure) }
    return copy
  }

  private static func code(
    of octets: [UInt8], by context: OpaquePointer, _ octetCount: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: octetCount) { code, filled in
      let isDone =
        EVP_MAC_update(context, octets, octets.count) == 1
        && EVP_MAC_final(context, code.baseAddress, &filled, code.count) == 1
      precondition(isDone && filled == octetCount, failure)
    }
  }

  private static let failure = "libcrypto makes no code"
}
