import COpenSSL

/// The SHA-256 digest, by libcrypto.
///
/// Source: FIPS 180-4.
package enum SHA256 {
  /// How many bytes a digest has.
  package static let byteCount = 32

  /// Returns the 32 bytes that identify `bytes`.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    // libcrypto reads from one run of memory; an array already is one and is not copied.
    bytes.withContiguousStorageIfAvailable(digest(contiguous:))
      ?? Array(bytes).withUnsafeBufferPointer(digest(contiguous:))
  }

  /// Returns the digest of the UTF-8 bytes of `text`.
  package static func digest(_ text: String) -> [UInt8] {
    digest(text.utf8)
  }

  /// Fetched once and never given back: `SHA256()` of libcrypto 3 looks it up by its name at each
  /// call.
  nonisolated(unsafe) private static let method = EVP_MD_fetch(nil, "SHA2-256", nil)

  private static func digest(contiguous bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
      // The one-shot function keeps no context, so nothing can be left half fed.
      precondition(
        EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, method, nil) == 1,
        "libcrypto offers no SHA-256")
      count = byteCount
    }
  }
}
