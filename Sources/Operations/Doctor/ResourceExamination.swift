import EventLoop
import HTTPServer
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's resources for a server: processors, memory, room for files; and variables that are
/// no settings.
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
        openFiles(
          DescriptorLimit.connections(of: settings.connections, workers: database.processes)),
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
  /// For the process that decodes a picture, beside everything else.
  private static let leastForPictures: UInt64 = 768

  private static func disks(_ settings: Doctor.Settings) -> [Finding] {
    let places = DiskWatch.places(
      dataDirectory: settings.database.external == nil ? settings.database.dataDirectory : nil)
    return places.compactMap { place in
      // A directory that is not there yet is made on the disk of the one above it.
      DiskSpace.of(Files.nearest(place.directory)).map {
        disk($0, of: place.directory, settings.diskBound)
      }
    }
  }

  static func disk(_ space: DiskSpace, of directory: String, _ bound: DiskBound) -> Finding {
    let text = "Disk: \(space.free >> 20) MB are free for \(directory)"
    guard space.free >= leastBytes else {
      return Finding(.missing, "\(text), and a server needs \(leastBytes >> 20) to start.")
    }
    let least = bound.bytes(of: space)
    guard space.free < least else { return Finding(.fine, text + ".") }
    return Finding(
      .remark,
      "\(text): less than \(least >> 20) MB (\(SettingName.lowDiskPercent)), and writes end when it"
        + " is full.")
  }

  /// A new database takes 40 MB, and the log of writes grows by 16 MB.
  private static let leastBytes: Int64 = 64 << 20

  /// Nil when the connections that the settings allow may be open.
  static func openFiles(_ limit: (connections: Int, wanted: Int)) -> Finding? {
    guard limit.connections < limit.wanted else { return nil }
    return Finding(
      limit.connections < leastConnections ? .missing : .remark,
      "Open files: \(DescriptorLimit.sentence(limit)).")
  }

  /// Of one worker; a page of a browser opens six.
  private static let leastConnections = 256

  static func temporaryFiles(_ files: TemporaryFiles) -> Finding {
    guard let directory = files.directory else {
      return Finding(.missing, "Temporary files: \(files.doubt ?? "there is no room for them.")")
    }
    return Finding(.fine, "Temporary files: \(directory) can be used.")
  }
}

/// Whether a server with these settings could listen.
enum ListenerExamination {
  /// - Parameter isServing: whether a server of these settings runs, which may be the one that
  ///   listens.
  static func finding(
    _ address: ListenAddress, called name: String, isServing: Bool
  ) async -> Finding {
    do {
      // A name has to be resolved.
      try await EventLoop.offload { try ListeningSocket.check(address) }
      return Finding(.fine, "\(name): \(address) is free.")
    } catch {
      guard isServing else { return Finding(.missing, "\(name): \(error).") }
      return Finding(.remark, "\(name): \(error); the server that runs here may have it.")
    }
  }
}

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
    let above = Files.nearest(directory)
    guard access(above, W_OK | X_OK) == 0 else {
      return Finding(
        .missing,
        "Data directory: \(directory) is not there, and this account may not make it in"
          + " \(above).")
    }
    return Finding(.fine, "Data directory: \(directory) is made at the first start.")
  }
}
