import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a private PostgreSQL can live in a directory.
enum DataDirectoryExamination {
  static func finding(_ directory: String) -> Finding {
    var status = stat()
    guard lstat(directory, &status) == 0 || errno != ENOENT else { return unmade(directory) }
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return Finding(.missing, "Data directory: \(directory) is no directory.")
    }
    guard access(directory, R_OK | W_OK | X_OK) == 0 else {
      return Finding(
        .missing,
        "Data directory: this account may not write in \(directory): run moa as its owner, or choose"
          + " another with \(SettingName.dataDirectory).")
    }
    guard status.st_mode & 0o002 == 0 else {
      return Finding(
        .missing, "Data directory: others may write in \(directory): chmod go-w \(directory)")
    }
    // So Kubernetes mounts a volume with fsGroup.
    guard status.st_mode & 0o020 == 0 else {
      return Finding(
        .remark,
        "Data directory: \(directory) can be used, also by its group, which could take the database"
          + " away; the database itself is closed to it at each start.")
    }
    return Finding(.fine, "Data directory: \(directory) can be used.")
  }

  /// It is made at the first start, in the nearest directory above it that is there.
  private static func unmade(_ directory: String) -> Finding {
    var above = Files.absolute(directory)
    repeat { above = Files.parent(of: above) } while above != "/" && !Files.exists(above)
    guard access(above, W_OK | X_OK) == 0 else {
      return Finding(
        .missing,
        "Data directory: \(directory) is not there, and this account may not make it in"
          + " \(above).")
    }
    return Finding(.fine, "Data directory: \(directory) is made at the first start.")
  }
}
