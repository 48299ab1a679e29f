import Domain
import Foundation
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the tool is asked for one image, run by run.
///
/// What comes back is as untrusted as what went in: a decoder that was taken over can say anything,
/// so every octet is looked through again.
struct DecoderWork {
  let tool: ImageTool
  /// For all runs together.
  let deadline: ContinuousClock.Instant
  let directory: String
  let observe: @Sendable (String) -> Void

  /// For one run. Each has a bound of its own in seconds of a processor; this one is for a run that
  /// waits.
  private static let runMax = Duration.seconds(12)
  private static let sampleSide = 64
  private static let sampleOctetsMax = 128 * 1024
  private static let renditionQualities = [80, 60, 40]

  /// A few pixels of the whole.
  func sample(
    _ file: ScratchFile, _ source: ImageTool.Source
  ) throws(IntakeError) -> PixelSample {
    let made = try run(
      .sample, side: Self.sampleSide, file, source, limit: Self.sampleOctetsMax)
    guard case .whole(let octets) = made else { throw untrusted("a sample is too large") }
    do throws(ImageFlaw) { return try PixelSample(octets) } catch {
      throw untrusted("a sample cannot be read: \(error.flaw.detail)")
    }
  }

  /// The image within the limit, as good as it can be.
  func fit(
    _ file: ScratchFile, size: Int, header: ImageHeader, isOpaque: Bool
  ) throws(IntakeError) -> ImageFile {
    let limit = StoredImage.octetsMax
    var side = max(header.width, header.height)
    var octets = EncodingLadder.guess(size, of: header.format, isOpaque: isOpaque)
    let ladder = EncodingLadder(side: side, isOpaque: isOpaque)
    let source = ImageTool.Source(header)
    var index = 0
    while let next = ladder.next(from: index, octets: octets, side: side, limit: limit) {
      let step = ladder.steps[next]
      switch try run(step.encoding, side: step.side, file, source, limit: limit) {
      case .whole(let octets): return try checked(octets, step.encoding)
      case .long(let count): (octets, side, index) = (count, step.side, next + 1)
      }
    }
    throw .tooLarge(size: size, limit: limit)
  }

  /// The image for a preset; nil when that would not be smaller, in pixels and in octets.
  ///
  /// Without it the original is shown, so that nothing is lost when it cannot be made.
  func rendition(
    _ preset: ImagePreset, of original: StoredImage, in file: ScratchFile
  ) -> PreparedRendition? {
    guard max(original.width, original.height) > preset.side else { return nil }
    let encodings: [ImageTool.Encoding] =
      original.mediaType == .jpeg
      ? Self.renditionQualities.map { .jpeg(quality: $0) }
      : [.png, .pngPalette(quality: 90), .pngPalette(quality: 60)]
    let limit = original.octets.count - 1
    for encoding in encodings {
      do throws(IntakeError) {
        let made = try run(
          encoding, side: preset.side, file, ImageTool.Source(original), limit: limit)
        guard case .whole(let octets) = made else { continue }
        let image = try checked(octets, encoding)
        return PreparedRendition(
          preset: preset, mediaType: image.mediaType, width: image.width, height: image.height,
          octets: image.octets)
      } catch {
        observe("the size \(preset.rawValue) of image \(original.digest) was not made: \(error)")
        return nil
      }
    }
    return nil
  }

  func scratch(_ octets: [UInt8]) throws(IntakeError) -> ScratchFile {
    do throws(ScratchFile.Trouble) {
      return try ScratchFile(octets, in: directory)
    } catch {
      observe("an image cannot be kept: \(error)")
      throw .failure(.unavailable(retryAfterSeconds: 30))
    }
  }

  // MARK: Runs

  private enum Made {
    case whole([UInt8])
    /// More than the limit: so many.
    case long(Int)
  }

  private func run(
    _ encoding: ImageTool.Encoding, side: Int, _ file: ScratchFile, _ source: ImageTool.Source,
    limit: Int
  ) throws(IntakeError) -> Made {
    let input: Int32
    do throws(ScratchFile.Trouble) { input = try file.openForReading() } catch {
      throw .failure(.bug("an image that arrived cannot be read: \(error)"))
    }
    defer { close(input) }
    let end = min(deadline, ContinuousClock.now.advanced(by: Self.runMax))
    let program = tool.program(encoding, side: side, from: source)
    switch program.run(input: input, limit: limit, deadline: end) {
    case .done(let octets): return .whole(octets)
    case .long(let count): return .long(count)
    case .refused: throw .flaw(.undecodable)
    case .broken(let how):
      observe("decoding \(source.format.rawValue) was stopped: \(how)")
      throw .flaw(.costly)
    case .late:
      observe("decoding \(source.format.rawValue) took too long; is the machine busy?")
      throw .failure(.unavailable(retryAfterSeconds: 5))
    case .absent(let why): throw .failure(.bug("the decoder cannot be run: \(why)"))
    }
  }

  private func checked(
    _ octets: [UInt8], _ encoding: ImageTool.Encoding
  ) throws(IntakeError) -> ImageFile {
    do throws(ImageFlaw) {
      let file = try ImageFile(octets)
      if file.mediaType == encoding.mediaType { return file }
    } catch {
      throw untrusted(error.flaw.detail)
    }
    throw untrusted("it is of another type")
  }

  private func untrusted(_ why: String) -> IntakeError {
    observe("the decoder made something else than it was asked for: \(why)")
    return .flaw(.costly)
  }
}

extension ImageTool.Source {
  init(_ header: ImageHeader) {
    self.init(format: header.format, hasOtherColors: header.hasOtherColors)
  }

  /// What we made ourselves, in the colours of screens.
  init(_ image: StoredImage) { self.init(format: image.mediaType.format) }
}
