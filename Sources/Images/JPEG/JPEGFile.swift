/// A JPEG file, walked up to the end of its picture.
///
/// Source: ITU-T T.81, annex B.
struct JPEGFile {
  let claims: ImageClaims
  /// Where the picture ends; the file may continue.
  let end: Int
  /// Whether everything up to there is as it should be.
  let isWhole: Bool
  private let bytes: [UInt8]
  private let walk: JPEGWalk
  /// Nil when there is none, or when it does not fit.
  private let profile: [UInt8]?
  private let space: ColorProfile.Space?

  private static let headEnd = 12
  private static let readAhead = [UInt8](repeating: 0, count: 16)

  /// `bytes` begin with the marker of the beginning.
  init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    var walk = JPEGWalk(bytes, within: limit)
    let frame = try walk.walk()
    space = frame.space
    let found = walk.pieces.profile.flatMap { bytes in
      ColorProfile(bytes).map { (profile: $0, bytes: bytes) }
    }
    let fitting = found.flatMap { $0.profile.space == frame.space ? $0 : nil }
    profile = fitting?.bytes
    end = walk.at
    isWhole = walk.isWhole && walk.hasEnd
    claims = Self.claims(walk, frame, fitting?.profile)
    self.bytes = bytes
    self.walk = walk
  }

  private static func claims(
    _ walk: JPEGWalk, _ frame: JPEGFrame, _ profile: ColorProfile?
  ) -> ImageClaims {
    var claims = ImageClaims(format: .jpeg, size: frame.size)
    if frame.space == .cmyk {
      claims.colors = .print(hasRelativeTable: profile?.hasRelativeTable ?? true)
    } else if profile != nil {
      claims.colors = .profile
    }
    claims.sampling = frame.hasFullChroma ? .fullChroma : .coarse
    claims.quality = walk.quality
    claims.isCut = !walk.hasEnd
    claims.needsStrictDecoder = claims.isCut && walk.scans > 1
    return claims
  }

  /// The same picture, byte by byte, in the order that decoders expect.
  func plain(withProfile: Bool) -> [UInt8] {
    var plain: [UInt8] = [0xFF, JPEGMarker.startOfImage]
    // Without the preview that may follow it. Source: JFIF 1.02, page 5.
    if let jfif = walk.jfif {
      plain += JPEGMarker.segment(JPEGMarker.jfif, jfif.prefix(Self.headEnd) + [0, 0])
    }
    if let orientation = walk.orientation, orientation != 1 {
      let note = Array("Exif\0\0".utf8) + ExifOrientation.note(orientation)
      plain += JPEGMarker.segment(JPEGMarker.exif, note)
    }
    for segment in ProfilePieces.segments(of: profile(withProfile)) {
      plain += JPEGMarker.segment(JPEGMarker.profile, segment)
    }
    if let adobe = walk.adobe {
      plain += JPEGMarker.segment(JPEGMarker.adobe, adobe.prefix(Self.headEnd))
    }
    for range in walk.kept { plain += bytes[range] }
    // Without an end mark the decoder fails as soon as a byte is missing; with one it would not. It
    // reads a few bytes more than it needs.
    let isOpen = claims.isCut && !claims.needsStrictDecoder
    return plain + (isOpen ? Self.readAhead : [0xFF, JPEGMarker.endOfImage])
  }

  private func profile(_ isWanted: Bool) -> [UInt8] {
    if isWanted, let profile { return profile }
    return space == .cmyk ? PrintProfile.bytes : []
  }
}
