import Domain

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether moments can be restored from an archive, as its files show.
enum ArchiveExamination {
  /// A copy is made each day; one that has failed is tried again each minute.
  private static let copyAgeMaxHours = 26
  /// Below that an archive soon stops.
  private static let freeMegabytesMin = 1_024

  static func finding(
    _ directory: String, _ configuration: Configuration, now: Timestamp = .now
  ) -> Finding {
    do throws(CommandError) { try configuration.checkArchive() } catch {
      return Finding(.missing, "Archive: \(error.description)")
    }
    guard Files.exists(directory) else {
      return Finding(.fine, "Archive: \(directory) is made when the server starts.")
    }
    guard access(directory, R_OK | W_OK | X_OK) == 0 else {
      return Finding(
        .missing, "Archive: this account may not write in \(directory): chown or chmod it.")
    }
    guard let free = freeMegabytes(directory), free >= freeMegabytesMin else {
      return Finding(
        .missing,
        "Archive: the disk of \(directory) has less than \(freeMegabytesMin) MB left: make room, or"
          + " lower \(Setting.archiveDays.name).")
    }
    guard let newest = ArchiveLayout(directory: directory).allBases.last else {
      return Finding(
        .remark,
        "Archive: there is no copy of the data directory in \(directory) yet: a server makes one.")
    }
    let hours = (now.microseconds - newest.time.microseconds) / 3_600_000_000
    guard hours < copyAgeMaxHours else {
      return Finding(
        .missing,
        "Archive: the newest copy of the data directory is of \(newest.time.rfc3339): see"
          + " archive_failed and archive_base_failed in the log.")
    }
    return Finding(
      .fine, "Archive: \(directory) has a copy of the data directory of \(newest.time.rfc3339).")
  }

  private static func freeMegabytes(_ directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    return Int(clamping: (UInt64(status.f_bavail) * UInt64(status.f_frsize)) >> 20)
  }
}
