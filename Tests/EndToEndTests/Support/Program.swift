import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that runs beside the test, its output in files.
///
/// `@unchecked` because `Process` is not marked: it is started in the initialiser, and later only
/// asked.
final class Program: @unchecked Sendable {
  private let process = Process()
  private let outputFile: URL
  private let errorsFile: URL
  /// What it says on standard error, where that is events.
  let log: EventLog

  init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    in directory: URL
  ) throws {
    let name = UUID().uuidString.prefix(8)
    outputFile = directory.appendingPathComponent("\(name).out")
    errorsFile = directory.appendingPathComponent("\(name).err")
    log = EventLog(errorsFile)
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = Self.cleanEnvironment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.create(outputFile)
    process.standardError = try Self.create(errorsFile)
    try process.run()
  }

  /// A `MOA_...` variable of whoever runs the tests must not change them.
  private static let cleanEnvironment = ProcessInfo.processInfo.environment
    .filter { !$0.key.hasPrefix("MOA_") }

  private static func create(_ file: URL) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    return try FileHandle(forWritingTo: file)
  }

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorsFile, encoding: .utf8)) ?? "" }
  var isRunning: Bool { process.isRunning }
  var identifier: Int32 { process.processIdentifier }

  /// Does nothing once it has ended: the number may be somebody else's by then.
  func signal(_ number: Int32) {
    if process.isRunning { kill(process.processIdentifier, number) }
  }

  /// The exit status, or 128 + the signal that ended it.
  func ended(within limit: Duration = patience) async throws -> Int32 {
    try await waiting(for: "the end of \(process.arguments ?? [])", upTo: limit) {
      process.isRunning ? nil : true
    }
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Runs it to its end.
  static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    in directory: URL
  ) async throws -> (status: Int32, output: String, errors: String) {
    let program = try Program(executable, arguments, environment: environment, in: directory)
    let status = try await program.ended()
    return (status, program.output, program.errors)
  }
}
