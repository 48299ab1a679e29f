internal import HTTP

#if os(Linux)
  internal import CLinux
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ListeningSocket {
  /// The identity of a file, which no later file of the same name has. File systems reuse numbers,
  /// so the time is part of it.
  public struct FileIdentity: Sendable, Equatable {
    /// The file system's number, as stat(2) tells it.
    public let device: UInt64
    /// The file's number there.
    public let node: UInt64
    /// When it was made, in nanoseconds since 1970.
    public let made: Int64

    /// Nil when there is no such file.
    init?(path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      node = UInt64(truncatingIfNeeded: status.st_ino)
      #if canImport(Glibc)
        let time = status.st_mtim
      #else
        let time = status.st_mtimespec
      #endif
      made = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  /// Takes over a socket that listens already, from systemd or from a parent process. Who made it
  /// removes the file of a Unix-domain socket.
  ///
  /// - Throws: `ServerError` when it is no listening stream socket.
  ///
  /// Source: sd_listen_fds(3).
  public init(inherited descriptor: Int32) throws(ServerError) {
    guard Self.option(descriptor, SO_ACCEPTCONN) == 1 else {
      throw ServerError("descriptor \(descriptor), which was passed to listen on, does not listen")
    }
    guard let address = Self.localAddress(of: descriptor) else {
      throw ServerError("descriptor \(descriptor) listens on neither TCP nor a Unix socket")
    }
    Socket.makeNonBlocking(descriptor)
    if address.port != nil { Socket.limitUnsent(ofThoseFrom: descriptor) }
    self.init(descriptor: descriptor, address: address)
  }

  /// Closes this process' copy of the socket. It listens on as long as another process has one, and
  /// its file stays.
  public func closeDescriptor() { systemClose(descriptor) }

  /// Removes the file that we made, but not another one that has replaced it.
  public func removeFile() {
    guard case .unix(let path) = address, let file, FileIdentity(path: path) == file else { return }
    unlink(path)
  }

  private static func option(_ descriptor: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : -1
  }

  /// Where a socket is bound; nil when that is neither TCP nor a Unix socket.
  static func localAddress(of descriptor: Int32) -> ListenAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return code == 0 ? address(storage) : nil
  }

  private static func address(_ storage: sockaddr_storage) -> ListenAddress? {
    switch Int32(storage.ss_family) {
    case AF_INET, AF_INET6:
      // The port is at the same place in both families.
      let port = withUnsafeBytes(of: storage) {
        Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)))
      }
      return .tcp(host: ClientAddress(storage).description, port: port)
    case AF_UNIX:
      let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
      let path = withUnsafeBytes(of: storage) { Array($0.dropFirst(offset).prefix { $0 != 0 }) }
      return .unix(path: String(decoding: path, as: UTF8.self))
    default: return nil
    }
  }
}

/// The end of a listener for all processes that share it. The system completes a connection by
/// itself, and resets it when the listener is closed before a process has taken it: so first new
/// handshakes are refused, then the rest is taken, and then it is closed.
///
/// On other systems than Linux nothing like it was found: clients that connect in between are
/// reset.
extension ListeningSocket {
  /// Ends new handshakes with a TCP listener, in all processes and for good.
  ///
  /// The first packet of a new client is dropped. Its system sends it again after a second, and
  /// then meets the next listener, or is refused.
  ///
  /// - Returns: whether handshakes may be under way that are worth waiting for.
  /// Source: socket(7), SO_ATTACH_FILTER; RFC 6298 §2.
  func refuseHandshakes() -> Bool {
    #if os(Linux)
      address.port != nil && moa_refuse_handshakes(descriptor) == 0
    #else
      false
    #endif
  }

  /// Refuses new connections to a Unix-domain listener, in all processes and for good. Connections
  /// in its queue can still be taken.
  ///
  /// On TCP the same call would reset the queue.
  func endQueue() {
    #if os(Linux)
      if address.port == nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
    #endif
  }
}
