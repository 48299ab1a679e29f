import CSandbox
package import Images
import UseCases

/// Tries what this machine can do with images, for `moa doctor`.
package struct DecoderCheck: Sendable {
  /// Nil if the tool is missing.
  package let tool: ImageTool?
  /// Formats that are accepted: a tiny image of each was read a moment ago.
  package let formats: [ImageFormat]
  /// Whether images are made in the sizes that list rows draw.
  package var makesRenditions: Bool { tool != nil && formats.contains(.jpeg) }
  /// Parts of the sandbox that this system lacks, in words.
  package let missingConfinements: [String]

  /// Runs the tool in its sandbox, once for each format. Blocks for some hundred milliseconds.
  ///
  /// - Parameter directory: for files without a name.
  package static func run(tool: ImageTool? = .find(), directory: String) -> DecoderCheck {
    DecoderCheck(
      tool: tool,
      formats: ImageFormat.allCases.filter { reads($0, by: tool, directory) },
      missingConfinements: missing(moa_confinements()))
  }

  /// Parts of the sandbox that this system lacks, in words; empty without a tool. Starts a process
  /// to find out.
  package static func missingConfinements(
    tool: ImageTool? = .find(), confinements: () -> Int32 = moa_confinements
  ) -> [String] {
    tool == nil ? [] : missing(confinements())
  }

  private static func reads(
    _ format: ImageFormat, by tool: ImageTool?, _ directory: String
  ) -> Bool {
    guard let tool else { return format == .jpeg || format == .png }
    let work = DecoderWork(
      tool: tool, deadline: ContinuousClock.now.advanced(by: .seconds(10)), runMax: .seconds(10),
      directory: directory, digest: "", observe: { _ in })
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
