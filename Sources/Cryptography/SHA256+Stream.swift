import COpenSSL

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
        // The end spoils the context, so that a copy of it is ended.
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
