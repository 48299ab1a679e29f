import Cryptography
import Domain
import Images
import UseCases

/// Makes everything that is stored of a received picture. Blocks its thread.
struct ImagePreparation: Sendable {
  let source: ScratchFile
  /// Bytes of it.
  let size: Int
  let declaredType: String?
  /// Whether previews of links show it.
  let isCover: Bool
  /// SHA-256 of the upload, in hexadecimal digits.
  let digest: String
  let settings: VipsImagePipeline.Settings
  let deadline: ContinuousClock.Instant
  let observe: @Sendable (DecoderReport) -> Void

  private static let renditionQualities = [80, 60, 40]

  func run() throws(IntakeError) -> PreparedImage {
    guard let tool = settings.tool else { return try plainImage() }
    let claims = try reading().claims
    let work = DecoderWork(
      tool: tool, deadline: deadline, runMax: settings.runMax,
      directory: settings.scratchDirectory, digest: digest, observe: observe)
    let ladder = EncodingLadder(claims: claims, bytes: size)
    let picture = try work.read(claims, side: ladder.decodedSide) {
      withProfile throws(IntakeError) in
      try work.scratch(try reading().plain(withProfile: withProfile))
    }
    // The PNG of a photograph often claims that it may be transparent, and is not.
    let isOpaque = claims.mayBeTransparent ? try work.sample(picture.file).isOpaque : true
    let (encoding, file) = try encoded(picture, isOpaque: isOpaque, ladder, work)
    let original = try Self.stored(file)
    let master = try work.scratch(original.bytes)
    let sample = try work.sample(master)
    let color = Color.dominant(ofRGBA: sample.rgba)
    let encodings = Self.renditionEncodings(of: encoding)
    let ground = sample.pixel(of: isOpaque ? color : .white)
    let renditions = ImagePreset.allCases.compactMap { preset in
      rendition(preset, of: original) { () throws(IntakeError) in
        preset == .wide
          ? try work.wide(master, on: ground, Self.wideEncodings(like: encoding))
          : try smaller(preset, of: original, in: master, encodings, work)
      }
    }
    return PreparedImage(original: original, color: color, renditions: renditions)
  }

  // MARK: The original

  private func encoded(
    _ picture: WorkingPicture, isOpaque: Bool, _ ladder: EncodingLadder, _ work: DecoderWork
  ) throws(IntakeError) -> (encoding: ImageTool.Encoding, file: ImageFile) {
    if isOpaque, let found = try withoutLosses(picture, ladder, work) { return found }
    let limit = ImageLimits.servedBytesMax
    let rungs = ladder.rungs(picture.size, isOpaque: isOpaque)
    let found = try EncodingLadder.descend(rungs, limit: limit) {
      rung throws(IntakeError) -> (made: ImageFile?, bytes: Int) in
      let (made, bytes) = try work.encode(picture.file, rung, limit: limit)
      return (made, bytes)
    }
    guard let found else { throw .tooLarge(size: size, limit: limit) }
    return (found.rung.encoding, found.made)
  }

  /// As PNG, unless a JPEG is smaller; nil when a PNG does not fit.
  private func withoutLosses(
    _ picture: WorkingPicture, _ ladder: EncodingLadder, _ work: DecoderWork
  ) throws(IntakeError) -> (encoding: ImageTool.Encoding, file: ImageFile)? {
    let side = min(picture.size.longerSide, ladder.sideMax)
    func encoded(
      _ encoding: ImageTool.Encoding, atMost limit: Int
    ) throws(IntakeError) -> (encoding: ImageTool.Encoding, file: ImageFile)? {
      let rung = EncodingLadder.Rung(side: side, encoding: encoding)
      return try work.encode(picture.file, rung, atMost: limit).map { (encoding, $0) }
    }
    let encodings = ladder.lossless(picture.size)
    guard let likely = encodings.first, let other = encodings.last,
      let png = try encoded(likely, atMost: ImageLimits.servedBytesMax)
    else { return nil }
    let lossy = ImageTool.Encoding.jpeg(quality: EncodingLadder.qualityMax, fullChroma: true)
    let jpeg = try encoded(lossy, atMost: png.file.bytes.count - 1)
    guard jpeg != nil || png.file.bytes.count > size else { return png }
    // The other filter may make the difference, or may be the one that it came with.
    let limit = jpeg?.file.bytes.count ?? png.file.bytes.count - 1
    return try encoded(other, atMost: limit) ?? jpeg ?? png
  }

  // MARK: Sizes

  /// The image in the size of a preset; nil when that is not needed or cannot be made. Then apps
  /// show the original.
  private func rendition(
    _ preset: ImagePreset, of original: StoredImage,
    _ make: () throws(IntakeError) -> ImageFile?
  ) -> PreparedRendition? {
    guard preset.changes(width: original.width, height: original.height),
      isCover || preset != .wide
    else { return nil }
    do throws(IntakeError) {
      guard let image = try make(), let mediaType = StoredImage.MediaType(image.format)
      else { return nil }
      return PreparedRendition(
        preset: preset, mediaType: mediaType, width: image.size.width,
        height: image.size.height, bytes: image.bytes)
    } catch {
      let what = "the size \(preset.rawValue) of image \(original.digest) was not made"
      observe(.remark("\(what): \(error)"))
      return nil
    }
  }

  /// Nil when no encoding has fewer bytes than the original.
  private func smaller(
    _ preset: ImagePreset, of original: StoredImage, in file: ScratchFile,
    _ encodings: [ImageTool.Encoding], _ work: DecoderWork
  ) throws(IntakeError) -> ImageFile? {
    for encoding in encodings {
      let rung = EncodingLadder.Rung(side: preset.side, encoding: encoding)
      if let image = try work.encode(file, rung, atMost: original.bytes.count - 1) { return image }
    }
    return nil
  }

  /// A lossless picture stays PNG. Scaling a drawing makes so many colours between its own that its
  /// PNG may be no smaller: then it has fewer.
  private static func renditionEncodings(
    of encoding: ImageTool.Encoding
  ) -> [ImageTool.Encoding] {
    if case .jpeg(_, let keepsChroma) = encoding {
      return renditionQualities.map { .jpeg(quality: $0, fullChroma: keepsChroma) }
    }
    return [.png(), .pngPalette(quality: 90), .pngPalette(quality: 60)]
  }

  /// Messengers read JPEG everywhere. A drawn picture keeps the colours of its edges.
  private static func wideEncodings(
    like encoding: ImageTool.Encoding
  ) -> [ImageTool.Encoding] {
    let keepsChroma = if case .jpeg(_, let fullChroma) = encoding { fullChroma } else { true }
    return renditionQualities.map { .jpeg(quality: $0, fullChroma: keepsChroma) }
  }

  // MARK: The file that arrived

  /// Reads the file; the caller releases the bytes before it starts a decoder.
  private func reading() throws(IntakeError) -> ImageReading {
    let bytes = try contents()
    do throws(ImageFault) {
      return try ImageReading(of: bytes, within: .arriving, declaredType: declaredType)
    } catch {
      throw .flaw(ImageFlaw(error))
    }
  }

  /// Without a tool: the uploaded file without everything that does not belong to the picture.
  private func plainImage() throws(IntakeError) -> PreparedImage {
    let reading = try reading()
    guard reading.claims.format == .jpeg || reading.claims.format == .png else {
      throw .flaw(.needsTool(reading.claims.format))
    }
    // Without a decoder it is unknown whether more than the end is missing.
    guard !reading.claims.isCut else { throw .flaw(ImageFlaw(.truncated(at: size))) }
    let plain = reading.plain()
    guard plain.count <= ImageLimits.servedBytesMax else {
      throw .tooLarge(size: size, limit: ImageLimits.servedBytesMax)
    }
    let file: ImageFile
    do throws(ImageFault) { file = try ImageFile(plain, within: .served) } catch {
      throw .flaw(ImageFlaw(error))
    }
    return PreparedImage(original: try Self.stored(file), color: .gray, renditions: [])
  }

  private func contents() throws(IntakeError) -> [UInt8] {
    do throws(ScratchFile.Trouble) {
      return try source.contents(upTo: size)
    } catch {
      throw .failure(.bug("a picture that arrived cannot be read: \(error)"))
    }
  }

  private static func stored(_ file: ImageFile) throws(IntakeError) -> StoredImage {
    guard let digest = ImageDigest(bytes: SHA256.digest(file.bytes)),
      let stored = StoredImage(file, digest: digest)
    else { throw .failure(.bug("a picture cannot be stored")) }
    return stored
  }
}

extension PixelSample {
  /// An opaque pixel of a colour, in the channels of the sampled file.
  fileprivate func pixel(of color: Color) -> [UInt8] {
    let parts = channels < 3 ? [color.red] : [color.red, color.green, color.blue]
    return channels.isMultiple(of: 2) ? parts + [255] : parts
  }
}
