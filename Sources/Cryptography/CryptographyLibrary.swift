import COpenSSL

/// The libcrypto that this process runs with, which may be newer than the one it was built with.
package enum CryptographyLibrary {
  /// Such as `OpenSSL 3.0.17 1 Jul 2025`.
  package static var version: String {
    String(cString: OpenSSL_version(OPENSSL_VERSION))
  }
}
