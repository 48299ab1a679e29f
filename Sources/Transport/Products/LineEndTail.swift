/// Removes the line end that one client puts between an image and the delimiter.
///
/// Only after JPEG, PNG and GIF, which never end with a line end. Other formats may, and allow an
/// additional one.
struct LineEndTail {
  private static let lineEnd: [UInt8] = [0x0D, 0x0A]
  /// CR, or CR LF, which may turn out to be the end.
  private var held: [UInt8] = []
  private var start: [UInt8] = []

  /// Returns the bytes that are certain not to be cut off.
  mutating func take(_ piece: [UInt8]) -> [UInt8] {
    if start.count < 4 { start += piece.prefix(4 - start.count) }
    var bytes = held.isEmpty ? piece : held + piece
    held = []
    if bytes.suffix(2).elementsEqual(Self.lineEnd) {
      held = Self.lineEnd
    } else if bytes.last == Self.lineEnd[0] {
      held = [Self.lineEnd[0]]
    }
    bytes.removeLast(held.count)
    return bytes
  }

  /// The bytes still to be written when nothing follows.
  var rest: [UInt8] { held == Self.lineEnd && endsOtherwise ? [] : held }

  /// Source: ITU-T T.81 §B.1.1.3 (EOI); PNG, Third Edition, §11.2.5 (the CRC of IEND); GIF89a §27.
  private var endsOtherwise: Bool {
    start.starts(with: [0xFF, 0xD8, 0xFF]) || start == [0x89, 0x50, 0x4E, 0x47]
      || start == [0x47, 0x49, 0x46, 0x38]
  }
}
