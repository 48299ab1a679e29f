import Domain
import EventLoop
import Images
import LocalPostgres
import Pictures

/// Whether pictures can be made safe and small here.
enum DecoderExamination {
  /// Tries the tool out, which takes some hundred milliseconds.
  static func findings() async -> [Finding] {
    let check = try? await EventLoop.offload {
      DecoderCheck.run(directory: OwnProcess.temporaryDirectory)
    }
    guard let check else { return [] }
    return [
      decoder(check.tool?.path, check.formats.map(\.rawValue)), sandbox(check),
    ].compactMap { $0 }
  }

  /// How large pictures may be.
  private static var largest: String {
    let megabytes = ImageLimits.arrivingBytesMax >> 20
    let megapixels = PixelLimit.arriving.megapixelsMax
    return "\(megabytes) MB and \(megapixels) megapixels"
  }

  static func decoder(_ path: String?, _ formats: [String]) -> Finding {
    let taken = "\(formats.joined(separator: ", ")) are taken"
    guard let path else {
      return Finding(
        .missing,
        "Pictures: vipsthumbnail is not installed (apt-get install libvips-tools, or brew install"
          + " vips): only \(taken), as they come, and none is made smaller.")
    }
    guard formats.contains("JPEG"), formats.contains("PNG") else {
      return Finding(.missing, "Pictures: \(path) is there, but does not work: only \(taken).")
    }
    return Finding(
      .fine, "Pictures: \(taken), up to \(largest), and made smaller by \(path).")
  }

  private static func sandbox(_ check: DecoderCheck) -> Finding? {
    check.tool == nil ? nil : sandbox(lacks: check.missingConfinements)
  }

  static func sandbox(lacks parts: [String]) -> Finding {
    guard parts.isEmpty else {
      return Finding(
        .remark, "Decoder's sandbox: not whole on this system: \(parts.joined(separator: "; ")).")
    }
    return Finding(.fine, "Decoder's sandbox: whole")
  }
}
