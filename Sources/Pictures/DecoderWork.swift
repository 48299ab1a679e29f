import Domain
import Images
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The runs of the tool for one picture.
///
/// The tool's output is as untrusted as its input: a decoder that was taken over can say anything,
/// so every byte that is served is checked again. An error is blamed on the picture only when that
/// is certain: the sender of a good one must not be told that it is broken.
struct DecoderWork {
  let tool: ImageTool
  /// For all runs together.
  let deadline: ContinuousClock.Instant
  /// For one run; each has a bound of its own in seconds of a processor as well.
  let runMax: Duration
  let directory: String
  /// SHA-256 of the upload, in hexadecimal digits.
  let digest: String
  let observe: @Sendable (DecoderReport) -> Void

  private static let sampleSide = 64
  private static let sampleBytesMax = 128 * 1024
  /// Uncompressed, of four channels.
  private static let wideBytesMax = 2 * ImagePreset.wide.side * ImagePreset.wide.side + 64 * 1024
  /// Enough bytes to read its size.
  private static let headBytes = 64

  // MARK: Reading

  /// The picture, uncompressed, of at most `side` pixels a side.
  ///
  /// A profile that only the decoder finds unusable is as good as none.
  /// - Parameter plain: makes the file for the decoder, with the profile or without.
  func read(
    _ claims: ImageClaims, side: Int,
    plain: (_ withProfile: Bool) throws(IntakeError) -> ScratchFile
  ) throws(IntakeError) -> WorkingPicture {
    var source = ImageTool.Source(claims)
    var made = try working(source, claims, side, try plain(true))
    if case .refused(let why) = made, source.isStrict, why.contains(Self.followsPicture) {
      source.isStrict = false
      made = try working(source, claims, side, try plain(true))
    }
    // Of a profile that only the decoder reads, its message says whether that was the reason.
    if case .refused(let why) = made, source.colors != .screen,
      source.colors != .unread || why.contains("profile")
    {
      source = source.withoutProfile
      made = try working(source, claims, side, try plain(false))
    }
    switch made {
    case .made(let picture): return picture
    case .refused(let why): throw refusal(claims, why)
    }
  }

  /// The only harmless doubt: something follows the last scan, whose end mark is missing. The
  /// library has no other way to say so. Source: libjpeg, jerror.h, JWRN_EXTRANEOUS_DATA.
  private static let followsPicture = "extraneous bytes before marker"

  private enum Working {
    case made(WorkingPicture)
    case refused(String)
  }

  private func working(
    _ source: ImageTool.Source, _ claims: ImageClaims, _ side: Int, _ file: ScratchFile
  ) throws(IntakeError) -> Working {
    let program = tool.reading(source, pixels: claims.size.pixels, side: side)
    let made = try scratch([])
    let output = ConfinedProgram.Output.file(made.descriptor, bytesMax: ImageLimits.workingBytesMax)
    switch try outcome(of: program, file, output) {
    case .done, .long: return .made(WorkingPicture(file: made, size: try size(of: made)))
    case .refused(let why):
      // The tool says the same when the disk is full.
      if let trouble = made.trouble { throw .failure(trouble.failure) }
      return .refused(why)
    case .exhausted:
      observe(.remark("decoding \(source.format.rawValue) \(digest) took too long to compute"))
      throw .flaw(.costly)
    case .broken(let how): throw failed(how)
    case .late: throw late
    case .absent(let why): throw failed(why)
    }
  }

  private func size(of file: ScratchFile) throws(IntakeError) -> ImageSize {
    let head: [UInt8]
    do throws(ScratchFile.Trouble) { head = try file.contents(upTo: Self.headBytes) } catch {
      throw .failure(.bug("a picture that was made cannot be read: \(error)"))
    }
    do throws(ImageFault) { return try ImageSize(ofPNG: head, within: .arriving) } catch {
      throw untrusted(error.detail)
    }
  }

  /// A few pixels of the whole.
  func sample(_ file: ScratchFile) throws(IntakeError) -> PixelSample {
    let program = tool.making(.raw, side: Self.sampleSide)
    guard case .whole(let bytes) = try made(program, file, limit: Self.sampleBytesMax)
    else { throw untrusted("a sample is too large") }
    do throws(ImageFault) { return try PixelSample(bytes) } catch {
      throw untrusted("a sample cannot be read: \(error.detail)")
    }
  }

  // MARK: Making

  private enum Made {
    case whole([UInt8])
    /// The number of bytes, which is more than the limit.
    case long(Int)
  }

  /// The picture in another encoding; how many bytes that has when they are more than the limit.
  func encode(
    _ file: ScratchFile, _ rung: EncodingLadder.Rung, limit: Int
  ) throws(IntakeError) -> (file: ImageFile?, bytes: Int) {
    switch try made(tool.making(rung.encoding, side: rung.side), file, limit: limit) {
    case .whole(let bytes): return (try checked(bytes, rung.encoding), bytes.count)
    case .long(let count): return (nil, count)
    }
  }

  /// The picture in another encoding; nil as soon as that has more bytes than the limit.
  func encode(
    _ file: ScratchFile, _ rung: EncodingLadder.Rung, atMost limit: Int
  ) throws(IntakeError) -> ImageFile? {
    var program = tool.making(rung.encoding, side: rung.side)
    program.stopsWhenLong = true
    guard limit > 0, case .whole(let bytes) = try made(program, file, limit: limit) else {
      return nil
    }
    return try checked(bytes, rung.encoding)
  }

  /// The whole picture in the middle of a ground that is twice as wide as high and no larger than
  /// needed: nothing is cut, and nothing enlarged. Nil when no encoding fits, or the program for it
  /// is not installed.
  ///
  /// - Parameter ground: a pixel of it, in the channels of the picture.
  func wide(
    _ file: ScratchFile, on ground: [UInt8], _ encodings: [ImageTool.Encoding]
  ) throws(IntakeError) -> ImageFile? {
    guard tool.converter != nil else { return nil }
    let width = ImagePreset.wide.side
    let fitting = tool.making(.raw, side: width, height: width / 2)
    guard case .whole(let raw) = try made(fitting, file, limit: Self.wideBytesMax)
    else { throw untrusted("a picture is too large") }
    let size: ImageSize
    do throws(ImageFault) { size = try ImageSize(ofPNG: raw, within: .served) } catch {
      throw untrusted(error.detail)
    }
    let picture = try scratch(raw)
    for encoding in encodings {
      guard let program = tool.padding(size, with: ground, encoding) else { return nil }
      if case .whole(let bytes) = try made(program, picture, limit: ImageLimits.servedBytesMax) {
        return try checked(bytes, encoding)
      }
    }
    return nil
  }

  func scratch(_ bytes: [UInt8]) throws(IntakeError) -> ScratchFile {
    do throws(ScratchFile.Trouble) {
      return try ScratchFile(bytes, in: directory)
    } catch {
      observe(.remark("a picture cannot be kept: \(error)"))
      throw .failure(error.failure)
    }
  }

  private func made(
    _ program: ConfinedProgram, _ file: ScratchFile, limit: Int
  ) throws(IntakeError) -> Made {
    switch try outcome(of: program, file, .pipe(bytesMax: limit)) {
    case .done(let bytes): return .whole(bytes)
    case .long(let count): return .long(count)
    case .refused(let why): throw failed("it does not read what it wrote: \(why)")
    case .exhausted: throw failed("it took too long to compute what is our own")
    case .broken(let how): throw failed(how)
    case .late: throw late
    case .absent(let why): throw failed(why)
    }
  }

  private func outcome(
    of program: ConfinedProgram, _ file: ScratchFile, _ output: ConfinedProgram.Output
  ) throws(IntakeError) -> ConfinedProgram.Outcome {
    let input: Int32
    do throws(ScratchFile.Trouble) { input = try file.openForReading() } catch {
      throw .failure(.bug("a picture that arrived cannot be read: \(error)"))
    }
    defer { close(input) }
    let end = min(deadline, ContinuousClock.now.advanced(by: runMax))
    return program.run(input: input, output: output, deadline: end)
  }

  // MARK: Whose fault it is

  /// The tool rejected the picture. Its message is the same for a broken picture, for a format that
  /// it was built without, and for a broken installation; so it is tried with pictures that are
  /// known to be good.
  private func refusal(_ claims: ImageClaims, _ why: String) -> IntakeError {
    if reads(claims.format) {
      return .flaw(claims.isCut ? ImageFlaw(.truncated(at: 0)) : .undecodable(claims))
    }
    if claims.format != .jpeg, reads(.jpeg) { return .flaw(.needsTool(claims.format)) }
    return failed("it reads nothing, not even a good picture: \(why)")
  }

  /// Whether the tool reads a tiny picture of the format.
  func reads(_ format: ImageFormat) -> Bool {
    guard let bytes = TinyImage.bytes(format),
      let file = try? ScratchFile(bytes, in: directory)
    else { return false }
    let program = tool.reading(
      ImageTool.Source(format: format), pixels: Self.sampleSide, side: Self.sampleSide)
    let output = ConfinedProgram.Output.pipe(bytesMax: Self.sampleBytesMax)
    guard case .done(let made)? = try? outcome(of: program, file, output) else { return false }
    return (try? PixelSample(made)) != nil
  }

  private func checked(
    _ bytes: [UInt8], _ encoding: ImageTool.Encoding
  ) throws(IntakeError) -> ImageFile {
    do throws(ImageFault) {
      let file = try ImageFile(bytes, within: .served)
      if file.format == encoding.format {
        return file.format == .png ? try file.withoutNotes(within: .served) : file
      }
    } catch {
      throw untrusted(error.detail)
    }
    throw untrusted("it is of another type")
  }

  private func untrusted(_ why: String) -> IntakeError {
    failed("it made something else than it was asked for: \(why)")
  }

  private var late: IntakeError {
    failed("it was stopped at the deadline; is the machine busy?", seconds: 5)
  }

  private func failed(_ how: String, seconds: Int = 30) -> IntakeError {
    observe(.failed(how: how, image: digest))
    return .failure(.unavailable(retryAfterSeconds: seconds))
  }
}

extension ImageTool.Source {
  init(_ claims: ImageClaims) {
    self.init(
      format: claims.format, colors: claims.colors,
      isStrict: claims.needsStrictDecoder)
  }

  /// The same file without its profile; colours of print get a plain one then.
  fileprivate var withoutProfile: Self {
    var copy = self
    if case .print = colors {
      copy.colors = .print(hasRelativeTable: true)
    } else {
      copy.colors = .screen
    }
    return copy
  }
}

/// The tool's output for an upload: uncompressed, upright, in screen colours. Everything that is
/// served is made from it, so the upload is decoded once.
struct WorkingPicture {
  let file: ScratchFile
  let size: ImageSize
}

/// A report about the program that decodes images.
package enum DecoderReport: Sendable, Hashable {
  /// A sentence for operators; no upload was refused for it.
  case remark(String)
  /// The program failed; the sender of the image was asked to try again later.
  /// - Parameters:
  ///   - how: its end, with its signal or status.
  ///   - image: SHA-256 of the upload, as 64 hexadecimal digits.
  case failed(how: String, image: String)
}
