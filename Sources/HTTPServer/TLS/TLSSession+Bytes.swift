internal import COpenSSL

/// How OpenSSL reaches the socket: a BIO whose functions are ours.
extension TLSSession {
  /// The session that a BIO or an SSL of ours belongs to.
  static func of(_ ssl: OpaquePointer) -> TLSSession? { owner(of: SSL_get_rbio(ssl)) }

  private static func owner(of bio: OpaquePointer?) -> TLSSession? {
    guard let bio, let data = BIO_get_data(bio) else { return nil }
    return Unmanaged<TLSSession>.fromOpaque(data).takeUnretainedValue()
  }

  static func makeBIO() -> OpaquePointer? { method.pointer.flatMap { BIO_new($0) } }

  /// Made once, and kept as long as the process lives.
  private static let method = Method()

  private struct Method: @unchecked Sendable {
    let pointer: OpaquePointer?

    init() {
      pointer = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "moa socket")
      guard let pointer else { return }
      BIO_meth_set_read(pointer, receive)
      BIO_meth_set_write(pointer, transmit)
      BIO_meth_set_ctrl(pointer, control)
    }
  }

  private static let receive:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32
    ) -> Int32 = { bio, buffer, room in
      guard let bio, let session = owner(of: bio), let buffer, room > 0 else { return -1 }
      moa_bio_clear_retry(bio)
      switch session.receive(UnsafeMutableRawBufferPointer(start: buffer, count: Int(room))) {
      case .bytes(let count): return Int32(clamping: count)
      case .end: return 0
      case .failed: return -1
      case .wouldBlock:
        moa_bio_retry_read(bio)
        return -1
      }
    }

  /// A read that took less than there was room for has emptied the socket, and a second one would
  /// be in vain; the poller reports later bytes.
  private func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Socket.Read {
    guard !socketIsEmpty else { return .wouldBlock }
    let result = Socket.read(descriptor, into: buffer)
    switch result {
    case .bytes(let count):
      socketIsEmpty = count < buffer.count && !endIsComing
      if received == 0, Self.beginsRequest(buffer[0]) {
        looksPlain = true
        return .failed
      }
      received &+= count
    case .end: hasEnded = true
    case .wouldBlock: socketIsEmpty = true
    case .failed: break
    }
    return result
  }

  /// A method or an empty line; a record of TLS begins with the byte 22.
  private static func beginsRequest(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x0D, 0x0A: true
    default: false
    }
  }

  private static let transmit:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, Int32
    ) -> Int32 = { bio, bytes, count in
      guard let bio, let session = owner(of: bio), let bytes, count > 0 else { return -1 }
      moa_bio_clear_retry(bio)
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      guard let taken = Socket.write(session.descriptor, buffer) else { return -1 }
      guard taken > 0 else {
        moa_bio_retry_write(bio)
        return -1
      }
      session.transmitted &+= taken
      return Int32(clamping: taken)
    }

  private static let control:
    @convention(c) (
      OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?
    ) -> Int = { bio, command, _, _ in
      switch command {
      case BIO_CTRL_FLUSH: 1
      case BIO_CTRL_EOF: owner(of: bio)?.hasEnded == true ? 1 : 0
      default: 0
      }
    }
}
