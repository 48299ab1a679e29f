import Foundation
import LocalPostgres

/// A file system of a few megabytes that a test can fill: in memory, and really full.
///
/// Mounting takes root, or `sudo` that asks for nothing. Who has neither gets an error that says
/// so.
package final class SmallDisk: Sendable {
  package let path: String
  private var ballast: String { path + "/ballast" }

  package init(megabytes: Int) throws {
    path = TestDirectory.make()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try RootCommand.run([
      "mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0777", "tmpfs", path,
    ])
  }

  /// Makes a directory that the account of PostgreSQL's owns.
  package func directoryOfPostgres() throws -> String {
    let directory = path + "/postgresql"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    guard try LocalPostgresAccount.current().takeOver(directory) else {
      throw TestDatabaseError.program("chown", directory)
    }
    return directory
  }

  /// Takes all of the room that is left, to the last byte.
  package func fill() throws {
    let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    for size in [65_536, 1] {
      let bytes = [UInt8](repeating: 0x2E, count: size)
      while write(descriptor, bytes, size) > 0 {}
      guard errno == ENOSPC else { throw TestDatabaseError.program("write", "errno \(errno)") }
    }
  }

  /// Gives it more room than it had.
  package func grow(megabytes: Int) throws {
    try RootCommand.run(["mount", "-o", "remount,size=\(megabytes)m", path])
  }

  /// Gives the room back.
  package func free() { unlink(ballast) }

  /// Names of what lies there, without what `fill` has made.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "ballast" }
  }

  /// Blocks that nobody uses: files without a name count as well.
  package var freeBlocks: UInt64 {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? UInt64(status.f_bfree) : 0
  }

  package func remove() {
    try? RootCommand.run(["umount", "--lazy", path])
    try? FileManager.default.removeItem(atPath: path)
  }
}
