import Domain
import Foundation

/// The command-line tool that decodes and encodes images: `vipsthumbnail` of libvips 8.12 or later.
///
/// It is a program and no library of ours, so that what it trips over is its own end and not ours.
/// Source: libvips, "Using vipsthumbnail"; `vipsthumbnail --help`.
package struct ImageTool: Sendable, Hashable {
  /// Absolute.
  package let path: String
  /// Before all others, for an interpreter: the sandbox starts one program, so no script.
  private let leading: [String]
  /// Seconds of a processor for one run. The slowest picture that was taken needed 1.97 on the
  /// machine of the decision (16.7 megapixels of HEIC), most need 0.2.
  var processorSecondsMax: UInt64 = 5

  package init(path: String, leading: [String] = []) {
    self.path = path
    self.leading = leading
  }

  static let name = "vipsthumbnail"

  /// Nil when it is not installed (Debian: `libvips-tools`).
  package static func find(
    searchPath: String? = ProcessInfo.processInfo.environment["PATH"]
  ) -> ImageTool? {
    let usual = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let places = (searchPath ?? "").split(separator: ":").map(String.init) + usual
    return places.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile(atPath:)).map { ImageTool(path: $0) }
  }

  /// How an image comes out.
  enum Encoding: Sendable, Hashable {
    case jpeg(quality: Int)
    case png
    /// At most 256 colours.
    case pngPalette(quality: Int)
    /// To be read by ``PixelSample``.
    case sample

    /// Everything that is not the picture stays behind (`strip`); profiles were applied before.
    /// Where a JPEG has to stand on something, that is white.
    var suffix: String {
      switch self {
      case .jpeg(let quality): ".jpg[Q=\(quality),strip,optimize_coding,background=255]"
      case .png: ".png[strip,compression=9,bitdepth=8]"
      case .pngPalette(let quality): ".png[strip,compression=9,bitdepth=8,palette,Q=\(quality)]"
      case .sample: ".png[strip,compression=0,filter=none,bitdepth=8]"
      }
    }

    var mediaType: StoredImage.MediaType {
      if case .jpeg = self { .jpeg } else { .png }
    }
  }

  /// What the tool has to know of an image beforehand.
  struct Source: Sendable, Hashable {
    let format: ImageFormat
    var hasOtherColors = false
    /// Whether we encoded it ourselves, so that nothing can be wrong with it.
    var isOurs = false
  }

  /// The tool, about to make an image of at most `side` pixels a side, turned as it wants to be
  /// shown and in the colours of screens. A smaller one is not made larger.
  func program(_ encoding: Encoding, side: Int, from source: Source) -> ConfinedProgram {
    // Where there is nothing to convert, the tool would shift all colours a little.
    let colors = source.hasOtherColors ? ["--export-profile", "srgb"] : []
    var program = ConfinedProgram(
      path: path,
      arguments: leading + [
        // The code that it makes while it runs would be memory that is written and executed.
        "stdin[fail_on=error]", "--vips-novector", "--size", "\(side)x\(side)>",
        "--output", encoding.suffix,
      ] + colors,
      environment: Self.environment + (source.format == .heic ? [] : Self.withoutModules))
    program.processorSecondsMax = processorSecondsMax
    return program
  }

  /// Nothing of our own. Formats that libvips itself does not trust are closed, and one thread
  /// with one heap is enough for one image.
  private static let environment = [
    "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C", "VIPS_BLOCK_UNTRUSTED=1",
    "VIPS_CONCURRENCY=1", "OMP_NUM_THREADS=1", "MALLOC_ARENA_MAX=1",
  ]

  /// Only HEIC is read by a module that is loaded from a file; the others that are there read PDF
  /// and whatever ImageMagick knows.
  private static let withoutModules = ["VIPSHOME=/nonexistent"]
}
