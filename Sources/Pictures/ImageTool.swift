import Domain
import Images

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The command-line tools that decode and encode pictures: `vipsthumbnail` of libvips 8.12 or
/// later, and `vips`, which comes with it.
///
/// They run as separate programs, so that a crash ends them and not us. Source: libvips, "Using
/// vipsthumbnail"; `vipsthumbnail --help`; `vips icc_transform`.
package struct ImageTool: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// The program that converts print colours and pads pictures; nil when it is not installed.
  /// Absolute.
  let converter: String?
  /// Arguments before all others, for an interpreter: the sandbox starts one program, so no script.
  private let leading: [String]
  /// Processor seconds for the run that reads the upload. The slowest picture that is accepted
  /// needs 5 on the machine of the decision, most need 0.5.
  var sourceSecondsMax: UInt64 = 15
  /// Bytes of address space for one run. The largest picture that is accepted needs 740 MB.
  var memoryMax: UInt64 = 832 << 20

  package init(path: String, converter: String? = nil, leading: [String] = []) {
    self.path = path
    self.converter = converter
    self.leading = leading
  }

  static let name = "vipsthumbnail"
  private static let converterName = "vips"

  /// The tool on the search path, by default the process's own, or in a usual directory.
  ///
  /// - Returns: nil when it is not installed (Debian: `libvips-tools`).
  package static func find(searchPath: String? = nil) -> ImageTool? {
    let usual = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let search = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? ""
    let directories = search.split(separator: ":").map(String.init) + usual
    guard
      let directory = directories.first(where: {
        $0.hasPrefix("/") && isExecutable("\($0)/\(name)")
      })
    else { return nil }
    let converter = "\(directory)/\(converterName)"
    return ImageTool(
      path: "\(directory)/\(name)", converter: isExecutable(converter) ? converter : nil)
  }

  private static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The output format. Metadata is left out (`strip`); profiles were applied before. A JPEG has a
  /// white background.
  enum Encoding: Sendable, Hashable {
    /// - Parameter fullChroma: whether each pixel keeps its colour: without, red letters on blue
    ///   blur.
    case jpeg(quality: Int, fullChroma: Bool = false)
    /// - Parameters:
    ///   - bits: of a sample; fewer than 8 only for shades of gray.
    ///   - isFiltered: smaller for slopes, larger for letters.
    case png(bits: Int = 8, isFiltered: Bool = false)
    /// At most two to the power of `bits` colours. With quality 100 all of them are kept, if there
    /// are no more.
    case pngPalette(quality: Int, bits: Int = 8)
    /// Not compressed: for ``PixelSample``, or for another run of the tool.
    case raw

    var suffix: String {
      switch self {
      case .jpeg(let quality, let fullChroma):
        ".jpg[Q=\(quality),strip,optimize_coding,background=255"
          + (fullChroma ? ",subsample_mode=off]" : "]")
      case .png(let bits, let isFiltered):
        ".png[strip,compression=9,bitdepth=\(bits)\(isFiltered ? ",filter=all" : "")]"
      case .pngPalette(let quality, let bits):
        // Dithering would only make it larger when all colours are kept.
        ".png[strip,compression=9,bitdepth=\(bits),palette,Q=\(quality)"
          + (quality == 100 ? ",dither=0]" : "]")
      case .raw: ".png[strip,compression=0,filter=none,bitdepth=8]"
      }
    }

    var format: ImageFormat {
      if case .jpeg = self { .jpeg } else { .png }
    }
  }

  /// The facts about an upload that the tool needs beforehand.
  struct Source: Sendable, Hashable {
    let format: ImageFormat
    var colors = ImageClaims.Colors.screen
    /// Whether the decoder must treat every doubt as an error: it would otherwise fill missing
    /// parts with gray.
    var isStrict = false
  }

  /// The tool, about to make an uncompressed picture of at most `side` pixels a side of what a
  /// stranger sent, turned as it wants to be shown and in the colours of screens. A smaller one is
  /// not made larger.
  ///
  /// - Parameter pixels: of the source.
  func reading(_ source: Source, pixels: Int, side: Int) -> ConfinedProgram {
    if case .print(let isRelative) = source.colors, let converter {
      return converting(source, by: converter, isRelative: isRelative, pixels: pixels)
    }
    let arguments =
      ["stdin[fail_on=\(source.isStrict ? "warning" : "error")]", "--vips-novector"]
      + size(side) + ["--output", Encoding.raw.suffix] + colors(source)
    return program(path, leading + arguments, source)
  }

  /// Colours of print need all four channels, which `vipsthumbnail` does not convert exactly. As in
  /// the programs that make such pictures, the darkest ink becomes the darkest black.
  private func converting(
    _ source: Source, by converter: String, isRelative: Bool, pixels: Int
  ) -> ConfinedProgram {
    let shrink = pixels > ImageLimits.servedPixelsMax ? 2 : 1
    let level = source.isStrict ? "warning" : "error"
    return program(
      converter,
      [
        "--vips-novector", "icc_transform",
        "stdin[fail_on=\(level),autorotate=true,shrink=\(shrink)]", Encoding.raw.suffix, "srgb",
        "--embedded", "--black-point-compensation", "--intent",
        isRelative ? "relative" : "perceptual",
      ], source)
  }

  private func program(
    _ path: String, _ arguments: [String], _ source: Source
  ) -> ConfinedProgram {
    var program = ConfinedProgram(
      path: path, arguments: arguments,
      environment: Self.environment + (source.format == .heic ? [] : Self.withoutModules))
    program.processorSecondsMax = sourceSecondsMax
    program.memoryMax = memoryMax
    return program
  }

  /// When there is nothing to convert, the tool would shift all colours a little, unless it is told
  /// that pictures without a profile have a screen's colours. All profiles have the perceptual
  /// intent.
  private func colors(_ source: Source) -> [String] {
    switch source.colors {
    case .screen, .print: []
    case .profile: ["--export-profile", "srgb", "--intent", "perceptual"]
    case .unread:
      ["--import-profile", "srgb", "--export-profile", "srgb", "--intent", "perceptual"]
    case .displayP3: ["--import-profile", "p3", "--export-profile", "srgb"]
    }
  }

  /// The tool, about to encode a picture that it made itself, of at most `side` pixels a side.
  ///
  /// - Parameter height: the most pixels of that side, if it is another.
  func making(_ encoding: Encoding, side: Int, height: Int? = nil) -> ConfinedProgram {
    ConfinedProgram(
      path: path,
      // Code generated at run time would need memory that is both writable and executable.
      arguments: leading + ["stdin[fail_on=error]", "--vips-novector"] + size(side, height)
        + ["--output", encoding.suffix],
      environment: Self.environment + Self.withoutModules)
  }

  /// The program that puts a picture of this size, which the tool made, into the middle of a ground
  /// of 2:1; nil when it is not installed.
  ///
  /// - Parameter ground: the value of each channel.
  func padding(
    _ size: ImageSize, with ground: [UInt8], _ encoding: Encoding
  ) -> ConfinedProgram? {
    guard let converter else { return nil }
    let height = max(size.height, (size.width + 1) / 2)
    var program = ConfinedProgram(
      path: converter,
      arguments: [
        "--vips-novector", "gravity", "stdin[fail_on=error]", encoding.suffix, "centre",
        "\(2 * height)", "\(height)", "--extend", "background", "--background",
        ground.map { "\($0)" }.joined(separator: " "),
      ],
      environment: Self.environment + Self.withoutModules)
    program.stopsWhenLong = true
    return program
  }

  private func size(_ side: Int, _ height: Int? = nil) -> [String] {
    ["--size", "\(side)x\(height ?? side)>"]
  }

  /// Nothing of our own. Formats that libvips itself does not trust are disabled, and one thread
  /// with one heap is enough for one picture.
  private static let environment = [
    "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C", "VIPS_BLOCK_UNTRUSTED=1",
    "VIPS_CONCURRENCY=1", "OMP_NUM_THREADS=1", "MALLOC_ARENA_MAX=1", "VIPS_WARNING=0",
  ]

  /// HEIC is the only format that needs a module loaded from a file; the other modules read PDF and
  /// everything that ImageMagick knows.
  private static let withoutModules = ["VIPSHOME=/nonexistent"]
}
