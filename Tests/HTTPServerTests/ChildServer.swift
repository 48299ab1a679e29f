import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bare engine in a process of its own, so that its memory, its descriptors and its end can be
/// looked at from outside.
final class ChildServer: Sendable {
  enum Failure: Error { case ended(output: String), noProgram(String) }

  private let process: Process
  let port: Int
  private let directory: URL

  /// Starts it on a free port, with limits as `name=number`, and under what `shell` sets
  /// first, such as `ulimit -n 64`.
  init(_ limits: [String] = [], shell: String = ":") async throws {
    let program = Self.buildDirectory.appendingPathComponent("conformance-server")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Failure.noProgram(program.path)
    }
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-child-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let output = directory.appendingPathComponent("out")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(shell); exec \"$0\" \"$@\"", program.path, "0"] + limits
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    self.process = process
    port = try await Self.port(in: output, of: process)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: directory)
  }

  var isRunning: Bool { process.isRunning }

  private static func port(in output: URL, of process: Process) async throws -> Int {
    var text = ""
    for _ in 0..<3_000 {
      text = try String(contentsOf: output, encoding: .utf8)
      if text.hasSuffix("\n"), let port = text.dropLast().split(separator: ":").last {
        if let port = Int(port) { return port }
      }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Failure.ended(output: text)
  }

  private static var buildDirectory: URL {
    #if os(Linux)
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
        .deletingLastPathComponent()
    #endif
  }

  // MARK: What it costs

  /// The most memory it has had, in KiB, since it began or `forgetPeak` was called.
  func peakKilobytes() throws -> Int { try status("VmHWM:") }
  func residentKilobytes() throws -> Int { try status("VmRSS:") }

  private func status(_ name: String) throws -> Int {
    let text = try file("status")
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let number = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first
    guard let number, let kilobytes = Int(number) else { throw Failure.ended(output: text) }
    return kilobytes
  }

  func forgetPeak() throws {
    try Data("5".utf8).write(
      to: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/clear_refs"))
  }

  /// Seconds of a core, user and system time together.
  func processorSeconds() throws -> Double {
    let fields = try file("stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw Failure.ended(output: "stat")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: descriptorFolder).count
  }

  /// Those of its descriptors that are sockets. The system's library opens others when it likes.
  func sockets() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: descriptorFolder).count { number in
      // One that was closed meanwhile has no name any more.
      let name = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(descriptorFolder)/\(number)")
      return name?.hasPrefix("socket:") == true
    }
  }

  private var descriptorFolder: String { "/proc/\(process.processIdentifier)/fd" }

  private func file(_ name: String) throws -> String {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)
  }
}
