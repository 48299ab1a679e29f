import Domain
import Images
import UseCases

/// Makes of an uncompressed picture what is stored of it, and the sizes that cells draw.
struct EncodingSearch {
  let work: DecoderWork
  let plan: EncodingPlan
  let picture: WorkingPicture
  let isOpaque: Bool

  private static let renditionQualities = [80, 60, 40]
  /// How much of the limit has to be left for a stranger's picture to be decoded once more.
  private static let roomMin = 0.4

  /// What is stored, and how it came about.
  struct Found {
    let file: ImageFile
    let step: EncodingSteps.Step
    /// Whether it is as large as the uncompressed picture, and there is much room for a larger one.
    let isRoomy: Bool
  }

  /// Pixels of the longer side. Of print the uncompressed picture may have more.
  private var side: Int { min(picture.size.longerSide, plan.sideMax) }

  /// The picture within the limit, as good as it can be.
  ///
  /// - Throws: `tooLarge` when nothing fits, which is never of what a decoder made.
  func original() throws(IntakeError) -> Found {
    var tries = EncodingSteps.triesMax
    if isOpaque, case let exact = plan.exact(picture.size), !exact.isEmpty {
      if let found = try withoutLosses(exact) { return found }
      tries -= 1
    }
    return try withLosses(tries)
  }

  /// As PNG, unless a JPEG of it is smaller; nil when a PNG does not fit. At most four tries.
  private func withoutLosses(
    _ encodings: [ImageTool.Encoding]
  ) throws(IntakeError) -> Found? {
    guard let likely = encodings.first,
      let first = try whole(likely, atMost: ImageLimits.servedBytesMax)
    else { return nil }
    let lossy = ImageTool.Encoding.jpeg(quality: EncodingPlan.qualityMax, fullChroma: true)
    let jpeg = try whole(lossy, atMost: first.bytes.count - 1)
    // Another filter may be what makes the difference, or what it came with.
    let largest = jpeg.map(\.bytes.count) ?? first.bytes.count - 1
    if jpeg != nil || first.bytes.count > plan.bytes, let other = encodings.last,
      let second = try whole(other, atMost: largest)
    {
      return found(second, other)
    }
    return jpeg.map { found($0, lossy) } ?? found(first, likely)
  }

  private func whole(
    _ encoding: ImageTool.Encoding, atMost limit: Int
  ) throws(IntakeError) -> ImageFile? {
    try work.encode(
      picture.file, EncodingSteps.Step(side: side, encoding: encoding), atMost: limit)
  }

  private func found(_ file: ImageFile, _ encoding: ImageTool.Encoding) -> Found {
    Found(file: file, step: .init(side: side, encoding: encoding), isRoomy: false)
  }

  private func withLosses(_ tries: Int) throws(IntakeError) -> Found {
    let limit = ImageLimits.servedBytesMax
    let encodings =
      isOpaque
      ? EncodingSteps.Encodings.opaque(
        quality: plan.quality(picture.size),
        keepsChroma: (plan.keepsChroma(picture.size), plan.isDrawn))
      : .transparent(plan.transparent(picture.size))
    let side = isOpaque ? side : plan.transparentSide(picture.size)
    var encodingSteps = EncodingSteps(
      side: side, guess: plan.guess(picture.size, isOpaque: isOpaque), encodings, limit: limit,
      triesMax: tries)
    var best: Found?
    while let step = encodingSteps.next() {
      let (file, count) = try work.encode(picture.file, step, limit: limit)
      encodingSteps.note(count)
      let isRoomy =
        isOpaque && step.side == side
        && Double(count) < (1 - Self.roomMin) * Double(limit)
      if let file { best = Found(file: file, step: step, isRoomy: isRoomy) }
    }
    guard let best else { throw .tooLarge(size: plan.bytes, limit: limit) }
    return best
  }

  // MARK: Sizes

  /// The picture for a preset; nil when that would not be smaller, in pixels and in bytes.
  ///
  /// Without it the original is shown, so that nothing is lost when it cannot be made.
  func rendition(
    _ preset: ImagePreset, of found: Found, digest: ImageDigest, in file: ScratchFile
  ) -> PreparedRendition? {
    guard found.file.size.longerSide > preset.side else { return nil }
    let limit = found.file.bytes.count - 1
    for encoding in renditionEncodings(found) {
      do throws(IntakeError) {
        let step = EncodingSteps.Step(side: preset.side, encoding: encoding)
        guard let image = try work.encode(file, step, atMost: limit),
          let mediaType = StoredImage.MediaType(image.format)
        else { continue }
        return PreparedRendition(
          preset: preset, mediaType: mediaType, width: image.size.width,
          height: image.size.height, bytes: image.bytes)
      } catch {
        let what = "the size \(preset.rawValue) of image \(digest) was not made"
        work.observe(.remark("\(what): \(error)"))
        return nil
      }
    }
    return nil
  }

  /// Of an opaque picture without losses only such: where those are no smaller, that itself is.
  private func renditionEncodings(_ found: Found) -> [ImageTool.Encoding] {
    if case .jpeg(_, let keepsChroma) = found.step.encoding {
      return Self.renditionQualities.map { .jpeg(quality: $0, fullChroma: keepsChroma) }
    }
    return isOpaque ? [.png()] : [.png(), .pngPalette(quality: 90), .pngPalette(quality: 60)]
  }
}
