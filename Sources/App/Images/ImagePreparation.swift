import Cryptography
import Domain
import UseCases

/// Makes of an image that has arrived all that is stored of it. Blocks the thread it runs on.
struct ImagePreparation: Sendable {
  let source: ScratchFile
  /// Octets of it.
  let size: Int
  let declaredType: String?
  /// SHA-256 of what came, in hexadecimal digits.
  let digest: String
  let settings: VipsWorkshop.Settings
  let deadline: ContinuousClock.Instant
  let observe: @Sendable (DecoderReport) -> Void

  func run() throws(IntakeError) -> PreparedImage {
    guard let tool = settings.tool else { return try plainImage() }
    let header = try header()
    let work = DecoderWork(
      tool: tool, deadline: deadline, directory: settings.scratchDirectory, digest: digest,
      observe: observe)
    // A PNG of a photograph often says that it may be transparent, and is not.
    var sample = header.mayBeTransparent ? try work.sample(source, ImageTool.Source(header)) : nil
    let isOpaque = sample?.isOpaque ?? true
    let original = try Self.stored(
      try work.fit(source, size: size, header: header, isOpaque: isOpaque))
    let master = try work.scratch(original.octets)
    if sample == nil { sample = try work.sample(master, ImageTool.Source(original)) }
    let renditions = ImagePreset.allCases.compactMap {
      work.rendition($0, of: original, in: master)
    }
    return PreparedImage(
      original: original, color: .dominant(ofRGBA: sample?.rgba ?? []), renditions: renditions)
  }

  /// Reads the file once, and lets go of it before a decoder is asked.
  private func header() throws(IntakeError) -> ImageHeader {
    let octets = try contents()
    do throws(ImageFlaw) {
      return try ImageHeader(of: octets, declaredType: declaredType)
    } catch {
      throw .flaw(error)
    }
  }

  /// Without a tool: the file as it came, without what does not belong to the picture.
  private func plainImage() throws(IntakeError) -> PreparedImage {
    let plain = try plainOctets()
    guard plain.count <= StoredImage.octetsMax else {
      throw .tooLarge(size: size, limit: StoredImage.octetsMax)
    }
    let file: ImageFile
    do throws(ImageFlaw) { file = try ImageFile(plain) } catch { throw .flaw(error) }
    return PreparedImage(original: try Self.stored(file), color: .gray, renditions: [])
  }

  private func plainOctets() throws(IntakeError) -> [UInt8] {
    let octets = try contents()
    do throws(ImageFlaw) {
      _ = try ImageHeader(of: octets, declaredType: declaredType)
      return try PlainImage.octets(of: octets)
    } catch {
      throw .flaw(error)
    }
  }

  private func contents() throws(IntakeError) -> [UInt8] {
    do throws(ScratchFile.Trouble) {
      return try source.contents(upTo: size)
    } catch {
      throw .failure(.bug("an image that arrived cannot be read: \(error)"))
    }
  }

  private static func stored(_ file: ImageFile) throws(IntakeError) -> StoredImage {
    guard let digest = ImageDigest(octets: SHA256.digest(file.octets)) else {
      throw .failure(.bug("the digest of an image has not 32 octets"))
    }
    return StoredImage(file, digest: digest)
  }
}
