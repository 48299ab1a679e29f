/// Where keys are kept that all servers of one database share, such as those of signatures.
package protocol ServerKeyRepository: Sendable {
  /// The key of this name. When there is none yet, `fresh` becomes it.
  ///
  /// Of several servers that bring one at once all are given the same, the first.
  /// - Parameter fresh: 32 random bytes.
  func key(_ name: String, orElse fresh: [UInt8]) async throws(Failure) -> [UInt8]
}
