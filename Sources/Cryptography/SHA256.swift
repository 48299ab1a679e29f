import COpenSSL

/// The SHA-256 digest, by libcrypto.
///
/// Source: FIPS 180-4.
package enum SHA256 {
  /// How many octets a digest has.
  package static let octetCount = 32

  /// Returns the 32 octets that identify `octets`.
  package static func digest(_ octets: some Collection<UInt8>) -> [UInt8] {
    // libcrypto reads from one run of memory; an array already is one and is not copied.
    octets.withContiguousStorageIfAvailable(digest(contiguous:))
      ?? Array(octets).withUnsafeBufferPointer(digest(contiguous:))
  }

  /// Returns the digest of the UTF-8 octets of `text`.
  package static func digest(_ text: String) -> [UInt8] {
    digest(text.utf8)
  }

  /// Fetched once and never given back: `SHA256()` of libcrypto 3 looks it up by its name at each
  /// call.
  nonisolated(unsafe) private static let method = EVP_MD_fetch(nil, "SHA2-256", nil)

  private static func digest(contiguous octets: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: octetCount) { digest, count in
      // The one-shot function keeps no context, so nothing can be left half fed.
      precondition(
        EVP_Digest(octets.baseAddress, octets.count, digest.baseAddress, nil, method, nil) == 1,
        "libcrypto offers no SHA-256")
      count = octetCount
    }
  }
}
