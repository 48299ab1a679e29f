/// A PNG file, walked up to the end of its picture.
///
/// The decoder checks the checksums, except those of chunks that only we read.
/// Source: Portable Network Graphics, Third Edition, §5, §11.
struct PNGFile {
  private(set) var claims: ImageClaims
  private let bytes: [UInt8]
  private let header: PNGHeader
  /// The chunks that change how the picture looks, in the order of the file.
  private var kept: [Range<Int>] = []
  private var data: [Range<Int>] = []
  /// The part of the last data chunk that is there, when the file ends in it.
  private var cut: Range<Int>?
  private var orientation: Int?
  /// The chunk of a profile that fits.
  private var profile: Range<Int>?
  private var hasEnd = false

  /// Code points of colours and their curve. Source: ITU-T H.273, tables 2 and 3.
  private static let displayP3: UInt8 = 12
  private static let screenCurve: UInt8 = 13
  private static let looks: Set<String> = ["PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT"]

  /// `bytes` begin with the signature.
  init(_ bytes: [UInt8], within limit: PixelLimit) throws(ImageFault) {
    let start = PNGChunk.signature.count
    guard let first = PNGChunk(in: bytes, at: start) else {
      guard bytes.count - start >= 8 else { throw .truncated(at: bytes.count) }
      throw .malformed("The first chunk of the PNG is not IHDR.", at: start)
    }
    header = try PNGHeader(first, of: bytes, within: limit)
    claims = ImageClaims(format: .png, size: header.size)
    claims.mayBeTransparent = header.hasAlpha
    claims.sampling = header.sampling
    self.bytes = bytes
    kept = [0..<first.end]
    walk(from: first.end)
    claims.isCut = !hasEnd
    guard data.isEmpty, cut == nil else { return }
    guard hasEnd else { throw .truncated(at: bytes.count) }
    throw .malformed("The PNG holds no picture.", at: bytes.count)
  }

  private mutating func walk(from start: Int) {
    var at = start
    var seen: Set<String> = []
    while !hasEnd, let chunk = PNGChunk(in: bytes, at: at) {
      at = chunk.end
      if chunk.type == "IDAT" {
        if chunk.isCut { cut = chunk.data } else { data.append(chunk.start..<chunk.end) }
      }
      // The other chunks must come before the data, and once.
      guard !chunk.isCut else { return }
      if chunk.type == "IEND" { hasEnd = true }
      guard seen.insert(chunk.type).inserted else { continue }
      note(chunk)
    }
  }

  private mutating func note(_ chunk: PNGChunk) {
    switch chunk.type {
    case "eXIf":
      if chunk.isIntact(in: bytes) {
        orientation = ExifOrientation.value(inTIFF: bytes[chunk.data])
      }
    case "iCCP":
      guard data.isEmpty, chunk.isIntact(in: bytes), fits(chunk) else { return }
      profile = chunk.start..<chunk.end
      claims.colors = .profile
    case "cICP":
      let isWide = bytes[chunk.data].starts(with: [Self.displayP3, Self.screenCurve])
      guard isWide, chunk.isIntact(in: bytes), claims.colors == .screen else { return }
      claims.colors = .displayP3
    case _ where Self.looks.contains(chunk.type) && data.isEmpty:
      // Decoders also ignore the others when their checksum is wrong.
      guard chunk.type == "PLTE" || chunk.isIntact(in: bytes) else { return }
      kept.append(chunk.start..<chunk.end)
      if chunk.type == "tRNS" { claims.mayBeTransparent = true }
    default: return
    }
  }

  /// A name, a zero, the method of compression, and the profile. Source: §11.3.2.3.
  private func fits(_ chunk: PNGChunk) -> Bool {
    let content = bytes[chunk.data]
    guard let end = content.prefix(80).firstIndex(of: 0), end + 1 < content.endIndex,
      content[end + 1] == 0,
      let inflated = Inflate.zlib(content[(end + 2)...], upTo: ColorProfile.bytesMax)
    else { return false }
    return ColorProfile(inflated)?.space == header.space
  }

  /// The same picture without metadata: texts, times, and the later pictures of an animation.
  func plain(withProfile: Bool) -> [UInt8] {
    var plain = kept.first.map { Array(bytes[$0]) } ?? []
    if let orientation, orientation != 1 {
      plain += PNGChunk.whole("eXIf", ExifOrientation.note(orientation))
    }
    let profile = withProfile ? profile : nil
    if let profile { plain += bytes[profile] }
    for range in kept.dropFirst() {
      // A profile is more exact. Source: §11.3.2.5.
      if profile != nil, bytes[range].dropFirst(4).starts(with: "sRGB".utf8) { continue }
      plain += bytes[range]
    }
    for range in data { plain += bytes[range] }
    if let cut { plain += PNGChunk.whole("IDAT", bytes[cut]) }
    return plain + PNGChunk.whole("IEND", [])
  }
}
