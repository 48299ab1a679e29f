import CSandbox
package import Images
import UseCases

/// Tries out what this machine can do with images, for people who ask.
package struct DecoderCheck: Sendable {
  /// Nil when the tool is not there.
  package let tool: ImageTool?
  /// Formats that are taken in: those of which a tiny image was read a moment ago.
  package let formats: [ImageFormat]
  /// Whether images are made in the sizes that cells draw.
  package var makesRenditions: Bool { tool != nil && formats.contains(.jpeg) }
  /// What is not taken from the process that decodes, in words; empty when all is.
  package let missingConfinements: [String]

  /// Runs the tool in its sandbox, once for each format. Blocks for some hundred milliseconds.
  package static func run(tool: ImageTool? = .find()) -> DecoderCheck {
    DecoderCheck(
      tool: tool, formats: ImageFormat.allCases.filter { reads($0, by: tool) },
      missingConfinements: missing(moa_confinements()))
  }

  /// What is told at the start of a server that decodes images with less taken from the process
  /// than could be; nil when all is. Starts a process to find out.
  package static func warning(
    tool: ImageTool? = .find(), confinements: () -> Int32 = moa_confinements
  ) -> ApplicationEvent? {
    guard tool != nil else { return nil }
    let missing = missing(confinements())
    return missing.isEmpty ? nil : .decoderLessConfined(missing: missing)
  }

  private static func reads(_ format: ImageFormat, by tool: ImageTool?) -> Bool {
    guard let tool else { return format == .jpeg || format == .png }
    let work = DecoderWork(
      tool: tool, deadline: ContinuousClock.now.advanced(by: .seconds(10)), runMax: .seconds(10),
      directory: OwnProcess.temporaryDirectory, digest: "", observe: { _ in })
    return work.reads(format)
  }

  private static func missing(_ found: Int32) -> [String] {
    let parts: [(Int, String)] = [
      (
        MOA_CONFINES_FILES,
        "files are not hidden from it (Landlock: Linux 5.13, and a container that allows it)"
      ),
      (MOA_CONFINES_CALLS, "its system calls are not filtered (seccomp)"),
      (MOA_CONFINES_NETWORK, "it is not taken from the network (sockets stay forbidden)"),
      (MOA_CONFINES_ACCOUNT, "it keeps the rights of root"),
    ]
    return parts.filter { Int(found) & $0.0 == 0 }.map(\.1)
  }
}
