import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which file this program is in, and which one would take its place.
struct ProgramFile: Sendable {
  /// As it was called, made absolute: an upgrade puts another file or link there.
  let path: String
  /// The file of this very process, replaced or removed as it may be.
  let image: String

  /// Looks at how this process was started. Call it at the start: paths may be relative.
  static func current() -> ProgramFile {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = resolve(
      CommandLine.arguments.first ?? "", executable: link ?? Bundle.main.executablePath,
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "",
      workingDirectory: FileManager.default.currentDirectoryPath,
      isExecutable: FileManager.default.isExecutableFile(atPath:))
    return ProgramFile(path: path, image: link == nil ? path : "/proc/self/exe")
  }

  /// How a shell would find `name` again.
  ///
  /// - Parameter executable: what the system says; used where the name leads nowhere.
  static func resolve(
    _ name: String, executable: String?, searchPath: String, workingDirectory: String,
    isExecutable: (String) -> Bool
  ) -> String {
    if name.hasPrefix("/") { return name }
    if name.contains("/") { return workingDirectory + "/" + name }
    let places = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let found = places.map { "\($0)/\(name)" }.first(where: isExecutable)
    let deleted = " (deleted)"
    let known = executable ?? name
    return found ?? (known.hasSuffix(deleted) ? String(known.dropLast(deleted.count)) : known)
  }

  /// What a worker is started from: this image, whatever stands at the path by now, because parent
  /// and workers must be of one version. By its path while that is the same, which names the
  /// process in lists.
  var worker: String {
    var atPath = stat()
    var ofImage = stat()
    let isSame =
      stat(path, &atPath) == 0 && stat(image, &ofImage) == 0
      && atPath.st_dev == ofImage.st_dev && atPath.st_ino == ofImage.st_ino
    return isSame ? path : image
  }
}
