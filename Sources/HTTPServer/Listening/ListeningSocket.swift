#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bound, listening socket, which other processes may share.
public struct ListeningSocket: Sendable {
  /// Closed when a program is started, unless it is handed to it.
  public let descriptor: Int32
  /// Where it really listens: with the port that the system chose.
  public let address: ListenAddress
  /// The file of a Unix-domain socket that we made, which is ours to remove.
  public let file: FileIdentity?
  /// Connections that the kernel completes before we accept them.
  private static let backlog: Int32 = 4096

  /// Binds and listens.
  ///
  /// - Throws: `ServerError` when the address is taken, not ours, or malformed.
  public init(_ address: ListenAddress) throws(ServerError) {
    let socket =
      switch address {
      case .tcp(let host, let port): try Self.tcp(host, port)
      case .unix(let path): try Self.unix(path)
      }
    Socket.makeNonBlocking(socket.descriptor)
    guard systemListen(socket.descriptor, Self.backlog) == 0 else {
      let reason = String(cString: strerror(errno))
      socket.close()
      throw ServerError("cannot listen on \(address): \(reason)")
    }
    self = socket
  }

  /// Finds out whether the address can be listened on, without listening there and without a
  /// change.
  ///
  /// - Throws: `ServerError` when the address is taken, not ours, or malformed.
  public static func check(_ address: ListenAddress) throws(ServerError) {
    switch address {
    case .tcp(let host, let port): try tcp(host, port).close()
    case .unix(let path): try checkUnix(path)
    }
  }

  init(descriptor: Int32, address: ListenAddress, file: FileIdentity? = nil) {
    self.descriptor = descriptor
    self.address = address
    self.file = file
  }

  /// Closes this process' socket, and removes the file that it made for it.
  public func close() {
    closeDescriptor()
    removeFile()
  }

  private static func tcp(_ host: String, _ port: Int) throws(ServerError) -> ListeningSocket {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = streamKind
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0, let found = list?.pointee else {
      throw ServerError("cannot listen on \(host): \(String(cString: gai_strerror(code)))")
    }
    let name = "\(host) port \(port)"
    let descriptor = try makeSocket(found.ai_family, name)
    Socket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    Socket.limitUnsent(ofThoseFrom: descriptor)
    guard bind(descriptor, found.ai_addr, found.ai_addrlen) == 0 else {
      throw failure(descriptor, name)
    }
    // The host stays as it was configured; only the system knows a port that it chose.
    let bound = localAddress(of: descriptor)?.port ?? port
    return ListeningSocket(descriptor: descriptor, address: .tcp(host: host, port: bound))
  }

  private static func unix(_ path: String) throws(ServerError) -> ListeningSocket {
    let descriptor = try makeSocket(AF_UNIX, path)
    let bound = try withAddress(path, of: descriptor) { address, size in
      // Only a socket without a listener may be replaced.
      if isServed(descriptor, address, size) { return Int32(EADDRINUSE) }
      if errno == ECONNREFUSED, isSocket(path) { unlink(path) }
      return bind(descriptor, address, size) == 0 ? 0 : errno
    }
    guard bound == 0 else {
      errno = bound
      throw failure(descriptor, path)
    }
    return ListeningSocket(
      descriptor: descriptor, address: .unix(path: path), file: FileIdentity(path: path))
  }

  private static func checkUnix(_ path: String) throws(ServerError) {
    let descriptor = try makeSocket(AF_UNIX, path)
    let found = try withAddress(path, of: descriptor) { address, size in
      if isServed(descriptor, address, size) { return Int32(EADDRINUSE) }
      if FileIdentity(path: path) != nil { return isSocket(path) ? 0 : EADDRINUSE }
      let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
      return access(folder.isEmpty ? "/" : String(folder), W_OK | X_OK) == 0 ? 0 : errno
    }
    errno = found
    guard found == 0 else { throw failure(descriptor, path) }
    systemClose(descriptor)
  }

  /// Whether a process listens; otherwise `errno` has the reason.
  private static func isServed(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
  ) -> Bool {
    Socket.makeNonBlocking(descriptor)
    return connect(descriptor, address, size) == 0 || errno == EAGAIN
  }

  /// - Throws: when the path is too long; then the descriptor is closed.
  static func withAddress(
    _ path: String, of descriptor: Int32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(ServerError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else {
      systemClose(descriptor)
      throw ServerError("the socket path \(path) is longer than \(capacity - 1) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func failure(_ descriptor: Int32, _ name: String) -> ServerError {
    let reason = String(cString: strerror(errno))
    systemClose(descriptor)
    return ServerError("cannot listen on \(name): \(reason)")
  }

  /// - Throws: an error of its own, not one of `bind`, if there are no descriptors left.
  private static func makeSocket(_ family: Int32, _ name: String) throws(ServerError) -> Int32 {
    let descriptor = socket(family, streamKind, 0)
    guard descriptor >= 0 else {
      throw ServerError("cannot listen on \(name): \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  static var streamKind: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}

/// `close` and `listen` by names that methods of the same name do not hide.
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
