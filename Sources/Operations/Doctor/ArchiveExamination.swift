import Domain
import LocalPostgres

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
    _ directory: String, _ settings: DatabaseSettings, now: Timestamp = .now
  ) -> Finding {
    do throws(CommandError) { try settings.checkArchive() } catch {
      return Finding(.missing, "Archive: \(error.description)")
    }
    guard Files.exists(directory) else {
      return Finding(
        .missing, "Archive: there is no \(directory): mount its disk, or make it with mkdir.")
    }
    guard access(directory, R_OK | W_OK | X_OK) == 0 else {
      return Finding(
        .missing, "Archive: this account may not write in \(directory): chown or chmod it.")
    }
    guard let free = freeMegabytes(directory), free >= freeMegabytesMin else {
      return Finding(
        .missing,
        "Archive: the disk of \(directory) has less than \(freeMegabytesMin) MB left: make room, or"
          + " lower \(SettingName.archiveDays).")
    }
    let newest: ArchiveLayout.DataCopy?
    do {
      newest = try layout(directory, settings).allBases.last
    } catch { return Finding(.missing, "Archive: \(error)") }
    guard let newest else {
      return Finding(
        .remark,
        "Archive: there is no copy of the data directory in \(directory) yet. A server makes one;"
          + " where it has made one, the disk is not mounted.")
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

  /// Works also if the archive has nothing of the shop yet.
  private static func layout(
    _ directory: String, _ settings: DatabaseSettings
  ) throws -> ArchiveLayout {
    let shop = try LocalPostgresLayout(dataDirectory: settings.dataDirectory)
    let archive = SharedArchive(directory: directory)
    guard let own = SharedArchive.system(ofData: shop.data) else {
      return try archive.choose(for: nil)
    }
    return archive.layout(of: own)
  }

  private static func freeMegabytes(_ directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    return Int(clamping: (UInt64(status.f_bavail) * UInt64(status.f_frsize)) >> 20)
  }
}
