/// The limits beyond which a form is refused.
///
/// Every limit has a unit in its name, a reason and a precedent; all are reached by a test.
public struct MultipartLimits: Sendable, Hashable {
  /// Parts of a form (413).
  ///
  /// Each costs allocations however small it is (CVE-2023-24536); Go stops at 1000, a form of this
  /// program has six.
  public var parts = 64
  /// Delimiter padding and fields of one part, in bytes (400).
  ///
  /// The only thing that is held as a whole; python-multipart takes 8 lines of 4 KiB since
  /// CVE-2026-40347.
  public var partHeadBytes = 8 * 1024
  /// Fields of one part (400). Three are known; Apache Commons FileUpload takes 512 bytes in all.
  public var partHeadFields = 16
  /// Data of one part, in bytes (413). A route sets its own in `collect(upTo:)`. nginx: 1 MiB.
  public var partBytes = 16 * 1024 * 1024
  /// The whole body, delimiters included, in bytes (413).
  public var bodyBytes = 16 * 1024 * 1024
  /// The name of a part, in bytes after decoding (400). Names are written by programmers.
  public var nameBytes = 256
  /// The name of a file, in bytes after decoding (400).
  ///
  /// File systems stop at 255 bytes; Korean names take three for each letter, and macOS sends them
  /// decomposed.
  public var filenameBytes = 1024
  /// Bytes before the first delimiter (400).
  ///
  /// No browser sends any. A wrong boundary is noticed here instead of at the end of the body
  /// (cpp-httplib #2557).
  public var preambleBytes = 1024
  /// Bytes after the last delimiter (400). A line end is usual.
  public var epilogueBytes = 1024

  /// The defaults above.
  public init() {}
}
