import Domain
import UseCases

/// Reads pictures as `moa.packed_picture` writes them, one behind the other.
///
/// Numbers are big-endian. Whatever does not fit is a bug of the migration or of this reader.
struct PackedPictures {
  private let octets: [UInt8]
  private var offset = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  var isAtEnd: Bool { offset == octets.count }

  mutating func int64() throws(Failure) -> Int64 { try integer() }

  mutating func picture() throws(Failure) -> Picture {
    guard let digest = ImageDigest(octets: Array(try take(32))) else { throw Self.malformed }
    let mediaType = try mediaType()
    let (width, height, octetCount) = (try number(), try number(), try number())
    let color = Color(number: try integer())
    let count = try integer() as UInt8
    var renditions: [Rendition] = []
    renditions.reserveCapacity(Int(count))
    for _ in 0..<count { renditions.append(try rendition()) }
    return Picture(
      digest: digest, mediaType: mediaType, width: width, height: height,
      octetCount: octetCount, color: color, renditions: renditions)
  }

  private mutating func rendition() throws(Failure) -> Rendition {
    let number = Int(try integer() as UInt8)
    let presets: [ImagePreset] = [.thumb, .cell, .full]
    guard presets.indices.contains(number - 1) else { throw Self.malformed }
    return Rendition(
      preset: presets[number - 1], mediaType: try mediaType(), width: try self.number(),
      height: try self.number(), octetCount: try self.number())
  }

  private mutating func mediaType() throws(Failure) -> StoredImage.MediaType {
    switch try integer() as UInt8 {
    case 1: .png
    case 2: .jpeg
    default: throw Self.malformed
    }
  }

  private mutating func number() throws(Failure) -> Int { Int(try integer() as Int32) }

  private mutating func integer<Integer: FixedWidthInteger>() throws(Failure) -> Integer {
    try take(Integer.bitWidth / 8).reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
  }

  private mutating func take(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
    guard count <= octets.count - offset else { throw Self.malformed }
    defer { offset += count }
    return octets[offset..<offset + count]
  }

  private static let malformed = Failure.bug("a packed picture in the store is malformed")
}

extension Picture {
  /// Reads one picture and nothing behind it.
  static func packed(_ octets: [UInt8]) throws(Failure) -> Picture {
    var reader = PackedPictures(octets)
    let picture = try reader.picture()
    guard reader.isAtEnd else { throw .bug("a packed picture in the store is too long") }
    return picture
  }
}
