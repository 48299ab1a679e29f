#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The encoding of a file, found by its bytes.
enum CatalogueEncoding {
  case utf8
  /// As Korean spreadsheets save CSV files: EUC-KR and the other syllables.
  case cp949(CP949)

  /// A byte order mark, or UTF-8 without a flaw, else CP949.
  ///
  /// - Parameter beginning: the first bytes of the file; it may end within a character.
  static func find(_ beginning: [UInt8], isWhole: Bool) -> CatalogueEncoding {
    if beginning.starts(with: [0xEF, 0xBB, 0xBF]) || isUTF8(beginning, isWhole: isWhole) {
      return .utf8
    }
    return CP949().map { .cp949($0) } ?? .utf8
  }

  /// Nil when the bytes are not of this encoding.
  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .cp949(let cp949):
      bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : cp949.text(bytes)
    }
  }

  private static func isUTF8(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    var end = bytes.count
    if !isWhole {
      // A character that is cut: its first byte is among the last three.
      for index in bytes.indices.suffix(3) where bytes[index] >= 0xC0 { end = index }
    }
    return String(validating: bytes[..<end], as: UTF8.self) != nil
  }
}

/// A table of the C library, open as long as this lives.
final class CP949 {
  private let converter: iconv_t

  /// Nil on a machine without the table.
  init?() {
    guard let converter = iconv_open("UTF-8", "CP949"), Int(bitPattern: converter) != -1 else {
      return nil
    }
    self.converter = converter
  }

  deinit { iconv_close(converter) }

  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    // Two bytes become three at most.
    var output = [CChar](repeating: 0, count: bytes.count * 2 + 8)
    var input = bytes.map { CChar(bitPattern: $0) }
    var (left, room) = (input.count, output.count)
    let isWhole = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, into) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &left, &into, &room) != -1 && left == 0
      }
    }
    guard isWhole else {
      iconv(converter, nil, nil, nil, nil)
      return nil
    }
    return String(
      decoding: output[..<(output.count - room)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
