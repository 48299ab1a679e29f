import LocalPostgres

/// What the system lets a server have: processors, memory, room for files, and what the environment
/// says besides settings.
enum ResourceExamination {
  static func findings(_ configuration: Configuration) -> [Finding] {
    let doubts = configuration.doubts.map { Finding(.remark, "Configuration: \($0)") }
    let files = TemporaryFiles.choose(
      named: OwnProcess.variable("TMPDIR"),
      dataDirectory: configuration.database == nil ? configuration.dataDirectory : nil)
    return doubts
      + [
        environment(configuration), processors(configuration, Machine.usableCores()),
        memory(configuration, .current()), temporaryFiles(files),
      ].compactMap { $0 }
      + disks(configuration)
  }

  /// Variables of PostgreSQL's clients: nil where none is set.
  private static func environment(_ configuration: Configuration) -> Finding? {
    let names = configuration.postgresVariables.joined(separator: ", ")
    guard !names.isEmpty else { return nil }
    guard configuration.database == nil else {
      return Finding(
        .remark, "Environment: \(names) count where the database's URL leaves something open.")
    }
    return Finding(.remark, "Environment: \(names) do not count for the private PostgreSQL.")
  }

  static func processors(_ configuration: Configuration, _ usable: Int) -> Finding {
    let processes = configuration.processes
    let text = "Processors: \(usable) may be used; workers: \(processes)"
    guard processes > usable else { return Finding(.fine, text) }
    return Finding(.remark, "\(text), which wait for each other.")
  }

  static func memory(_ configuration: Configuration, _ memory: AvailableMemory) -> Finding {
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
    guard configuration.database == nil else { return Finding(.fine, text + ".") }
    return Finding(
      .fine, "\(text); the private PostgreSQL keeps \(memory.sharedBuffers) MiB of its tables.")
  }

  /// `moa demo --products 300000` on a private PostgreSQL was killed at 64 MiB, and was not at 96.
  private static let leastMebibytes: UInt64 = 128
  /// For the process that reads a picture, beside everything else.
  private static let leastForPictures: UInt64 = 768

  private static func disks(_ configuration: Configuration) -> [Finding] {
    let places = DiskWatch.places(
      configuration, isDatabasePrivate: configuration.database == nil)
    return places.compactMap { place in
      DiskSpace.of(place.directory).map { disk($0, of: place.directory, configuration) }
    }
  }

  static func disk(
    _ space: DiskSpace, of directory: String, _ configuration: Configuration
  ) -> Finding {
    let text = "Disk: \(space.free >> 20) MB are free for \(directory)"
    guard space.free < configuration.lowDiskBytes else { return Finding(.fine, text + ".") }
    return Finding(
      .remark,
      "\(text): less than \(Setting.lowDiskMegabytes.name), and writes end when it is full.")
  }

  static func temporaryFiles(_ files: TemporaryFiles) -> Finding {
    guard let directory = files.directory else {
      return Finding(.missing, "Temporary files: \(files.doubt ?? "there is no room for them.")")
    }
    return Finding(.fine, "Temporary files: \(directory) can be used.")
  }
}
