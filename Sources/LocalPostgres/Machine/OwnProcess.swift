import CSpawn

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Facts about this process.
package enum OwnProcess {
  /// All environment variables. Call it before other threads change them.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = moa_environment()
    while let entry = next?.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next = next?.advanced(by: 1)
    }
    return variables
  }

  /// The process number.
  package static var identifier: Int32 { getpid() }

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// A directory for files that nothing needs later.
  package static var temporaryDirectory: String {
    variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Runs `body` on a thread of its own, which a debugger shows by its name, of at most 15 bytes.
  package static func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(name, body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // What it runs may be Swift's decoders of JSON, which nest; elsewhere than on Linux there is
    // less.
    pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(&thread, &attributes, ThreadStart.main, start.toOpaque())
    pthread_attr_destroy(&attributes)
    precondition(code == 0, "the system makes no thread: \(code)")
  }
}

private final class ThreadStart {
  private let name: String
  private let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  #if canImport(Glibc)
    typealias Argument = UnsafeMutableRawPointer?
  #else
    typealias Argument = UnsafeMutableRawPointer
  #endif

  static let main: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let pointer: UnsafeMutableRawPointer? = argument
    guard let pointer else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
    moa_name_thread(start.name)
    start.body()
    return nil
  }
}
