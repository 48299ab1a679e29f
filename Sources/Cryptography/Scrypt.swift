import COpenSSL

/// A hash that costs time and memory on purpose, for secrets that people choose; by libcrypto.
///
/// Source: RFC 7914.
package enum Scrypt {
  /// The cost of a hash.
  package struct Cost: Sendable, Hashable {
    /// 16 MiB and, on the machines of today, a twentieth of a second.
    package static let usual = Cost(unchecked: 14, blockSize: 8, parallelism: 1)
    /// The most that a stored text may ask for: 64 MiB, and 16 times the work of the usual cost. A
    /// person who can write into the store must not be able to stop the server.
    package static let memoryMax = 64 << 20
    static let workMax = 16 * (1 << 14) * 8

    /// The binary logarithm of N, the factor of time and memory.
    package let logarithm: Int
    /// r, the size of a block in 128 bytes.
    package let blockSize: Int
    /// p, the factor of time alone.
    package let parallelism: Int

    private init(unchecked logarithm: Int, blockSize: Int, parallelism: Int) {
      self.logarithm = logarithm
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// Nil for what no hash may cost.
    package init?(logarithm: Int, blockSize: Int, parallelism: Int) {
      guard (1...20).contains(logarithm), (1...64).contains(blockSize),
        (1...64).contains(parallelism), (128 * blockSize) << logarithm <= Self.memoryMax,
        (blockSize * parallelism) << logarithm <= Self.workMax
      else { return nil }
      self.init(unchecked: logarithm, blockSize: blockSize, parallelism: parallelism)
    }
  }

  /// Derives `count` bytes from a secret. It takes its time: never call it on a loop.
  ///
  /// Nil when there is no memory for it.
  package static func derive(
    _ count: Int, from secret: [UInt8], salt: [UInt8], _ cost: Cost
  ) -> [UInt8]? {
    guard count > 0 else { return nil }
    // libcrypto needs the blocks of each lane beside the table, and a little more.
    let memory = Cost.memoryMax + 128 * cost.blockSize * (cost.parallelism + 2) + (1 << 20)
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      isDone = secret.withUnsafeBytes { secret in
        EVP_PBE_scrypt(
          secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count, salt, salt.count,
          1 << UInt64(cost.logarithm), UInt64(cost.blockSize), UInt64(cost.parallelism),
          UInt64(memory), bytes.baseAddress, count) == 1
      }
      filled = isDone ? count : 0
    }
    return isDone ? bytes : nil
  }
}
