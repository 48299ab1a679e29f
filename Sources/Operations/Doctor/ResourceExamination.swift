import LocalPostgres

/// What the system lets a server have: processors, memory, room for files, and what the environment
/// says besides settings.
enum ResourceExamination {
  static func findings(_ settings: Doctor.Settings) -> [Finding] {
    let database = settings.database
    let doubts = settings.doubts.map { Finding(.remark, "Configuration: \($0)") }
    let files = TemporaryFiles.choose(
      named: OwnProcess.variable("TMPDIR"),
      dataDirectory: database.external == nil ? database.dataDirectory : nil)
    return doubts
      + [
        environment(settings), processors(workers: database.processes, Machine.usableCores()),
        memory(.current(), isDatabasePrivate: database.external == nil), temporaryFiles(files),
      ].compactMap { $0 }
      + disks(settings)
  }

  /// Variables of PostgreSQL's clients: nil where none is set.
  private static func environment(_ settings: Doctor.Settings) -> Finding? {
    let names = settings.postgresVariables.joined(separator: ", ")
    guard !names.isEmpty else { return nil }
    guard settings.database.external == nil else {
      return Finding(
        .remark, "Environment: \(names) count where the database's URL leaves something open.")
    }
    return Finding(.remark, "Environment: \(names) do not count for the private PostgreSQL.")
  }

  static func processors(workers processes: Int, _ usable: Int) -> Finding {
    let text = "Processors: \(usable) may be used; workers: \(processes)"
    guard processes > usable else { return Finding(.fine, text) }
    return Finding(.remark, "\(text), which wait for each other.")
  }

  static func memory(_ memory: AvailableMemory, isDatabasePrivate: Bool) -> Finding {
    let text = "Memory: \(memory.mebibytes) MiB may be used"
    guard memory.mebibytes >= leastMebibytes else {
      return Finding(
        .remark, "\(text), and a shop needs \(leastMebibytes): the system may kill it under load.")
    }
    guard memory.mebibytes >= leastForPictures else {
      return Finding(
        .remark,
        "\(text): enough for a shop, but the largest pictures need up to 600 MiB each to be read.")
    }
    guard isDatabasePrivate else { return Finding(.fine, text + ".") }
    return Finding(
      .fine, "\(text); the private PostgreSQL keeps \(memory.sharedBuffers) MiB of its tables.")
  }

  /// `moa demo --products 300000` on a private PostgreSQL was killed at 64 MiB, and was not at 96.
  private static let leastMebibytes: UInt64 = 128
  /// For the process that reads a picture, beside everything else.
  private static let leastForPictures: UInt64 = 768

  private static func disks(_ settings: Doctor.Settings) -> [Finding] {
    let places = DiskWatch.places(
      dataDirectory: settings.database.external == nil ? settings.database.dataDirectory : nil)
    return places.compactMap { place in
      DiskSpace.of(place.directory).map {
        disk($0, of: place.directory, lowBytes: settings.lowDiskBytes)
      }
    }
  }

  static func disk(
    _ space: DiskSpace, of directory: String, lowBytes: Int64
  ) -> Finding {
    let text = "Disk: \(space.free >> 20) MB are free for \(directory)"
    guard space.free < lowBytes else { return Finding(.fine, text + ".") }
    return Finding(
      .remark,
      "\(text): less than \(SettingName.lowDiskMegabytes), and writes end when it is full.")
  }

  static func temporaryFiles(_ files: TemporaryFiles) -> Finding {
    guard let directory = files.directory else {
      return Finding(.missing, "Temporary files: \(files.doubt ?? "there is no room for them.")")
    }
    return Finding(.fine, "Temporary files: \(directory) can be used.")
  }
}
