import COpenSSL

/// What HMAC and SipHash share. libcrypto has looked the method up and taken the key in once, which
/// costs more than a short text does; a copy of that takes the octets.
enum MessageCode {
  /// - Parameter keyed: ready for octets; stays so.
  static func make(_ keyed: OpaquePointer, _ octets: [UInt8], _ octetCount: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: octetCount) { code, filled in
      let context = EVP_MAC_CTX_dup(keyed)
      defer { EVP_MAC_CTX_free(context) }
      let isDone =
        context != nil && EVP_MAC_update(context, octets, octets.count) == 1
        && EVP_MAC_final(context, code.baseAddress, &filled, code.count) == 1
      precondition(isDone && filled == octetCount, "libcrypto makes no code")
    }
  }
}
