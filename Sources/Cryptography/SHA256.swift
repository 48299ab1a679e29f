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

extension SHA256 {
  /// A digest of bytes that come piece by piece.
  ///
  /// One task at a time uses it.
  package final class Stream {
    private let context: OpaquePointer

    /// Nothing has come yet.
    package init() {
      guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
      else { preconditionFailure("libcrypto has no memory, or no SHA-256") }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds the next bytes.
    package func update(_ bytes: [UInt8]) {
      // Fails for a context that is not begun, and this one is.
      _ = EVP_DigestUpdate(context, bytes, bytes.count)
    }

    /// The 32 bytes that identify all that came so far; more may come.
    package var digest: [UInt8] {
      [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { digest, count in
        // Finishing spoils the context, so a copy is finished.
        guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1 else {
          preconditionFailure("libcrypto has no memory")
        }
        defer { EVP_MD_CTX_free(copy) }
        _ = EVP_DigestFinal_ex(copy, digest.baseAddress, nil)
        count = SHA256.byteCount
      }
    }
  }
}
