/// The last line of a backup, always of the same length.
struct BackupSeal: Equatable {
  /// Of the manifest's line.
  let manifestBytes: Int
  /// SHA-256 of everything before this line, in hexadecimal.
  let digest: String

  private static let start = "moa-backup "
  private static let numberDigits = 10
  private static let digestDigits = 64
  static let byteCount = start.utf8.count + numberDigits + 1 + digestDigits + 1

  init(manifestBytes: Int, digest: String) {
    self.manifestBytes = manifestBytes
    self.digest = digest
  }

  var line: [UInt8] {
    let number = String(manifestBytes)
    let zeros = String(repeating: "0", count: max(0, Self.numberDigits - number.utf8.count))
    return Array("\(Self.start)\(zeros)\(number) \(digest)\n".utf8)
  }

  /// Nil for what is no such line.
  init?(line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard line.count == Self.byteCount, text.hasPrefix(Self.start), text.hasSuffix("\n"),
      words.count == 3, let count = Int(words[1]), count > 0
    else { return nil }
    self.init(manifestBytes: count, digest: String(words[2].dropLast()))
  }
}
