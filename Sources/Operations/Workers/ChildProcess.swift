import CSpawn
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts programs that inherit descriptors of ours, and buries them.
enum ChildProcess {
  /// Starts `program` with our own arguments and environment, and `additions` to that.
  ///
  /// - Parameter descriptors: become 3, 4, ... there; all others are closed.
  /// - Returns: the process number, or nil with `errno`.
  static func start(
    _ program: String, _ additions: [String], descriptors: [Int32]
  ) -> pid_t? {
    let child = withOurs(and: additions) { arguments, environment in
      moa_spawn(program, arguments, environment, descriptors, Int32(descriptors.count))
    }
    return child > 0 ? child : nil
  }

  /// Room for the number that only the child knows.
  static let listenProcess = "LISTEN_PID=0000000000"

  /// The number of freed pieces of each size that the C library keeps at hand for a thread: 7 by
  /// default, but an answer frees a hundred of a size. Operators who set the variable decide.
  ///
  /// Source: the GNU C Library, "Memory Allocation Tunables".
  static func allocation(_ environment: [String: String]) -> [String] {
    let variable = "GLIBC_TUNABLES"
    return environment[variable] == nil ? ["\(variable)=glibc.malloc.tcache_count=127"] : []
  }

  /// How a program ends that has done all it should, in the words of `bury`.
  static let orderlyEnd = "exit status 0"

  /// Waits for the end of a child that has hung up, and describes it.
  static func bury(_ process: pid_t) -> String {
    // One that hangs up without ending would keep us waiting.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return "unknown" }
    }
    let signal = status & 0x7f
    return signal == 0 ? "exit status \((status >> 8) & 0xff)" : "signal \(signal)"
  }

  /// The file of the running process, even if its path now names another file, because parent and
  /// workers must be of one version. Its path is used while that is the same file, which gives the
  /// process a name in lists.
  static var ownImage: String {
    let image = "/proc/self/exe"
    guard let path = Files.target(ofLink: image) else {
      return Files.absolute(CommandLine.arguments[0])
    }
    var atPath = stat()
    var ofImage = stat()
    let isSame =
      stat(path, &atPath) == 0 && stat(image, &ofImage) == 0
      && atPath.st_dev == ofImage.st_dev && atPath.st_ino == ofImage.st_ino
    return isSame ? path : image
  }

  private typealias Strings = [UnsafeMutablePointer<CChar>?]

  /// Our arguments, and our environment with `additions`, as exec wants them.
  private static func withOurs<Result>(
    and additions: [String], _ body: (_ arguments: Strings, _ environment: Strings) -> Result
  ) -> Result {
    let arguments: Strings = CommandLine.arguments.map { strdup($0) } + [nil]
    let inherited = OwnProcess.environment.map { "\($0)=\($1)" }
    let environment: Strings = (inherited + additions).map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    return body(arguments, environment)
  }
}
