package import Domain
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A directory of backups that are named by their time: `moa-20261128t030000z.moa`.
package struct BackupFolder: Sendable {
  package let directory: String

  private static let start = "moa-"
  private static let end = ".moa"

  package init(_ directory: String) {
    self.directory = directory
  }

  /// The path of a backup that begins now.
  func path(of time: Timestamp) -> String {
    "\(directory)/\(Self.start)\(ArchiveLayout.name(of: time))\(Self.end)"
  }

  /// When the newest was begun; nil if there is none, or the directory cannot be read.
  package var newest: Timestamp? {
    Files.names(in: directory).compactMap(Self.time).max()
  }

  /// Removes all but the newest; returns how many. Files with other names are not ours.
  func keep(_ count: Int) throws(CommandError) -> Int {
    let old = Files.names(in: directory).filter { Self.time(of: $0) != nil }.sorted()
      .dropLast(count)
    for name in old {
      guard unlink("\(directory)/\(name)") == 0 else {
        throw CommandError(
          .output, "cannot remove \(directory.printable(1_000))/\(name)",
          because: String(cString: strerror(errno)))
      }
    }
    return old.count
  }

  private static func time(of name: String) -> Timestamp? {
    guard name.utf8.count < 100, name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    return ArchiveLayout.time(of: String(name.dropFirst(start.count).dropLast(end.count)))
  }

  /// The paths of all files that may be backups, by name.
  func files() throws(CommandError) -> [String] {
    do throws(FileTree.Trouble) {
      return try FileTree.names(in: directory).filter { $0.hasSuffix(Self.end) }.sorted()
        .map { "\(directory)/\($0)" }
    } catch {
      throw CommandError(.unavailable, "cannot read the directory", because: "\(error)")
    }
  }
}
