import Cryptography
import Domain
import Images
import UseCases

/// Makes of a picture that has arrived all that is stored of it. Blocks the thread it runs on.
struct ImagePreparation: Sendable {
  let source: ScratchFile
  /// Bytes of it.
  let size: Int
  let declaredType: String?
  /// SHA-256 of what came, in hexadecimal digits.
  let digest: String
  let settings: VipsImagePipeline.Settings
  let deadline: ContinuousClock.Instant
  let observe: @Sendable (DecoderReport) -> Void

  func run() throws(IntakeError) -> PreparedImage {
    guard let tool = settings.tool else { return try plainImage() }
    let claims = try reading().claims
    let work = DecoderWork(
      tool: tool, deadline: deadline, runMax: settings.runMax,
      directory: settings.scratchDirectory, digest: digest, observe: observe)
    let plan = EncodingPlan(claims, bytes: size)
    var search = try search(plan, side: plan.side, work)
    var found = try search.original()
    // It is likely to fit in more pixels than was expected.
    if found.isRoomy, search.picture.size.longerSide < plan.sideMax {
      let better = plan.corrected(by: found.file.bytes.count, at: found.file.size)
      search = try self.search(better, side: plan.sideMax, work)
      found = try search.original()
    }
    return try prepared(found, by: search)
  }

  private func search(
    _ plan: EncodingPlan, side: Int, _ work: DecoderWork
  ) throws(IntakeError) -> EncodingSearch {
    let picture = try work.read(plan.claims, side: side) { withProfile throws(IntakeError) in
      try work.scratch(try reading().plain(withProfile: withProfile))
    }
    // A PNG of a photograph often says that it may be transparent, and is not.
    let isOpaque = plan.claims.mayBeTransparent ? try work.sample(picture.file).isOpaque : true
    return EncodingSearch(work: work, plan: plan, picture: picture, isOpaque: isOpaque)
  }

  private func prepared(
    _ found: EncodingSearch.Found, by search: EncodingSearch
  ) throws(IntakeError) -> PreparedImage {
    let original = try Self.stored(found.file)
    let master = try search.work.scratch(original.bytes)
    let sample = try search.work.sample(master)
    let renditions = ImagePreset.allCases.compactMap {
      search.rendition($0, of: found, digest: original.digest, in: master)
    }
    return PreparedImage(
      original: original, color: .dominant(ofRGBA: sample.rgba), renditions: renditions)
  }

  /// Reads the file, which the caller lets go of before a decoder is asked.
  private func reading() throws(IntakeError) -> ImageReading {
    let bytes = try contents()
    do throws(ImageFault) {
      return try ImageReading(of: bytes, within: .arriving, declaredType: declaredType)
    } catch {
      throw .flaw(ImageFlaw(error))
    }
  }

  /// Without a tool: the file as it came, without what does not belong to the picture.
  private func plainImage() throws(IntakeError) -> PreparedImage {
    let reading = try reading()
    guard reading.claims.format == .jpeg || reading.claims.format == .png else {
      throw .flaw(.needsTool(reading.claims.format))
    }
    // Without a decoder it is not known whether more is missing than the end.
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
