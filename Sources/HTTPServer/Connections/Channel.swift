/// How the bytes of one connection travel.
///
/// An enumeration and no protocol: the plain path is a compare and the system call, without an
/// allocation or a witness table.
enum Channel {
  case plain(Int32)
  case tls(TLSSession)

  var descriptor: Int32 {
    switch self {
    case .plain(let descriptor): descriptor
    case .tls(let session): session.descriptor
    }
  }

  /// Reads the bytes that arrived, up to the size of `buffer`.
  @inline(__always)
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Socket.Read {
    switch self {
    case .plain(let descriptor): Socket.read(descriptor, into: buffer)
    case .tls(let session): session.read(into: buffer)
    }
  }

  /// Whether a read of `count` bytes into `room` has taken all there was: the next byte, or the
  /// end, will be told.
  @inline(__always)
  func isDrained(after count: Int, of room: Int) -> Bool {
    switch self {
    case .plain: count < room
    case .tls(let session): session.isDrained
    }
  }

  /// Returns how many bytes were taken (0 when it would block), or nil when the peer is gone.
  ///
  /// Offer the bytes that were not taken again, unchanged and first.
  @inline(__always)
  func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    switch self {
    case .plain(let descriptor): Socket.write(descriptor, bytes)
    case .tls(let session): session.write(bytes)
    }
  }

  /// Says that nothing more will be sent. False while the system does not take even that: ask
  /// again when it takes bytes.
  func finish() -> Bool {
    switch self {
    case .plain: true
    case .tls(let session): session.finish()
    }
  }

  /// Bytes handed to the system, of `written` bytes that the connection has written.
  func transmitted(of written: Int) -> Int {
    switch self {
    case .plain: written
    case .tls(let session): session.transmitted
    }
  }

  /// A read that can go on only when the system takes bytes, or a write that can go on only when
  /// bytes arrive: whatever becomes possible, both are tried again.
  var isCrossed: Bool {
    switch self {
    case .plain: false
    case .tls(let session): session.isCrossed
    }
  }
}
