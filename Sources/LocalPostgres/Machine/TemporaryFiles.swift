#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The directory in which pictures are kept while they arrive.
package struct TemporaryFiles: Sendable, Equatable {
  /// Nil where no file can be made anywhere.
  package let directory: String?
  /// A remark for the operator; nil if there is none.
  package let doubt: String?

  /// The directory that `TMPDIR` names, or else the first of the usual ones in which a file can be
  /// made: a container may have a read-only root, and then only the data directory and shared
  /// memory are left.
  ///
  /// - Parameter dataDirectory: nil where there is none; otherwise it may still have to be made.
  package static func choose(
    named: String?, dataDirectory: String?, isUsable: (String) -> Bool = isUsable
  ) -> TemporaryFiles {
    let usual = "/tmp"
    let first = named ?? usual
    if isUsable(first) { return TemporaryFiles(directory: first, doubt: nil) }
    let others = [usual, "/var/tmp", dataDirectory, "/dev/shm"].compactMap { $0 }
    let found = others.first { place in
      place != first
        && (isUsable(place)
          || (place == dataDirectory && !Files.exists(place)))
    }
    let origin = named == nil ? "" : ", which TMPDIR names"
    let reason = "no file can be made in \(first.printable(500))\(origin)"
    guard let found else {
      let remedy = "pictures are refused until TMPDIR names a directory that can be written."
      return TemporaryFiles(directory: nil, doubt: "\(reason): \(remedy)")
    }
    return TemporaryFiles(directory: found, doubt: "\(reason): pictures arrive in \(found).")
  }

  /// Makes a file without a name, which leaves nothing.
  package static func isUsable(_ directory: String) -> Bool {
    guard let file = Files.unnamed(in: directory) else { return false }
    defer { close(file) }
    return Files.write([0], to: file)
  }
}
