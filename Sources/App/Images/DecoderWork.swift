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
/// so every octet is looked through again. What goes wrong is the fault of the image only where
/// that is certain; whoever sent a good one must not be told that it is broken.
struct DecoderWork {
  let tool: ImageTool
  /// For all runs together.
  let deadline: ContinuousClock.Instant
  let directory: String
  /// SHA-256 of what was sent, in hexadecimal digits.
  let digest: String
  let observe: @Sendable (DecoderReport) -> Void

  /// For one run. Each has a bound of its own in seconds of a processor; this one is for a run that
  /// waits.
  private static let runMax = Duration.seconds(20)
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
    let guess = EncodingLadder.guess(size, of: header.format, isOpaque: isOpaque)
    var ladder = EncodingLadder(
      side: max(header.width, header.height), guess: guess, isOpaque: isOpaque, limit: limit)
    let source = ImageTool.Source(header)
    var best: ImageFile?
    while let step = ladder.next() {
      switch try run(step.encoding, side: step.side, file, source, limit: limit) {
      case .whole(let octets):
        best = try checked(octets, step.encoding)
        ladder.note(octets.count)
      case .long(let count): ladder.note(count)
      }
    }
    guard let best else { throw .tooLarge(size: size, limit: limit) }
    return best
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
        let what = "the size \(preset.rawValue) of image \(original.digest) was not made"
        observe(.remark("\(what): \(error)"))
        return nil
      }
    }
    return nil
  }

  func scratch(_ octets: [UInt8]) throws(IntakeError) -> ScratchFile {
    do throws(ScratchFile.Trouble) {
      return try ScratchFile(octets, in: directory)
    } catch {
      observe(.remark("an image cannot be kept: \(error)"))
      throw .failure(error.failure)
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
    let program = tool.program(encoding, side: side, from: source)
    switch try outcome(of: program, file, limit: limit) {
    case .done(let octets): return .whole(octets)
    case .long(let count): return .long(count)
    case .refused(let why): throw refusal(source, why)
    case .exhausted where !source.isOurs:
      observe(.remark("decoding \(source.format.rawValue) \(digest) took too long to compute"))
      throw .flaw(.costly)
    case .exhausted: throw failed("it took too long to compute what is our own")
    case .broken(let how): throw failed(how)
    case .late: throw failed("it was stopped at the deadline; is the machine busy?", seconds: 5)
    case .absent(let why): throw failed(why)
    }
  }

  private func outcome(
    of program: ConfinedProgram, _ file: ScratchFile, limit: Int
  ) throws(IntakeError) -> ConfinedProgram.Outcome {
    let input: Int32
    do throws(ScratchFile.Trouble) { input = try file.openForReading() } catch {
      throw .failure(.bug("an image that arrived cannot be read: \(error)"))
    }
    defer { close(input) }
    let end = min(deadline, ContinuousClock.now.advanced(by: Self.runMax))
    return program.run(input: input, limit: limit, deadline: end)
  }

  // MARK: Whose fault it is

  /// The tool did not want the image. It says the same of a broken image, of a format that it was
  /// built without, and when half of it is gone; so it is tried with images that are good.
  private func refusal(_ source: ImageTool.Source, _ why: String) -> IntakeError {
    guard !source.isOurs else { return failed("it does not read what it wrote: \(why)") }
    if reads(source.format) { return .flaw(.undecodable) }
    if source.format != .jpeg, reads(.jpeg) { return .flaw(.needsTool(source.format)) }
    return failed("it reads nothing, not even a good image: \(why)")
  }

  /// Whether the tool reads a tiny image of the format.
  func reads(_ format: ImageFormat) -> Bool {
    guard let octets = Data(base64Encoded: TinyImage.base64(format)),
      let file = try? ScratchFile(Array(octets), in: directory)
    else { return false }
    let program = tool.program(
      .sample, side: Self.sampleSide, from: ImageTool.Source(format: format))
    guard
      case .done(let made)? = try? outcome(of: program, file, limit: Self.sampleOctetsMax)
    else { return false }
    return (try? PixelSample(made)) != nil
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
    failed("it made something else than it was asked for: \(why)")
  }

  private func failed(_ how: String, seconds: Int = 30) -> IntakeError {
    observe(.failed(how: how, image: digest))
    return .failure(.unavailable(retryAfterSeconds: seconds))
  }
}

extension ImageTool.Source {
  init(_ header: ImageHeader) {
    self.init(format: header.format, hasOtherColors: header.hasOtherColors)
  }

  /// What we made ourselves, in the colours of screens.
  init(_ image: StoredImage) { self.init(format: image.mediaType.format, isOurs: true) }
}
