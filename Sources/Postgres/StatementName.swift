/// The name of a statement in measurements: the place where it is written, such as
/// `ProductStatements.swift:8`.
///
/// There are as many as statements are written, however many texts are put together at one place.
public struct StatementName: Hashable, CustomStringConvertible {
  /// The bytes live as long as the program, so their address identifies the name.
  private let start: UnsafeRawPointer
  private let file: StaticString
  /// 0 if `file` is the name itself.
  private let line: UInt32

  /// The name of the statement on a line of a file; the file may have a path.
  public init(file: StaticString, line: UInt32) {
    self.file = file
    self.line = line
    start = UnsafeRawPointer(file.utf8Start)
  }

  /// The name of a command without a place in a file, such as `commit`.
  init(command: StaticString) { self.init(file: command, line: 0) }

  /// Compares the places, and no text.
  public static func == (one: StatementName, other: StatementName) -> Bool {
    one.start == other.start && one.line == other.line
  }

  /// Hashes the place that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(line)
  }

  /// Such as `ProductStatements.swift:8`.
  public var description: String {
    guard line > 0 else { return "\(file)" }
    let name = "\(file)".split(separator: "/").last ?? ""
    return "\(name):\(line)"
  }
}

// Unchecked: the bytes are constants of the program.
extension StatementName: @unchecked Sendable {}
