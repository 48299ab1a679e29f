/// Received bytes that are not consumed yet.
///
/// An idle connection owns no memory here: a request that arrives in one piece is parsed where
/// the loop received it, and only a rest is copied in.
struct InputBuffer: ~Copyable {
  private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var start = 0
  private var end = 0

  deinit { storage.deallocate() }

  var isEmpty: Bool { start == end }
  var count: Int { end - start }

  /// The bytes in order; valid until the buffer is changed.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[start..<end])
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    space(bytes.count).copyMemory(from: bytes)
    end += bytes.count
  }

  /// Returns room for at least `count` bytes after the content; `commit` makes them content.
  mutating func space(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if storage.count - end < count { makeRoom(count) }
    return UnsafeMutableRawBufferPointer(rebasing: storage[end...])
  }

  mutating func commit(_ count: Int) { end += count }

  /// Drops the first bytes, and gives the memory back with the last one.
  mutating func consume(_ count: Int) {
    start = min(start + count, end)
    guard start == end else { return }
    storage.deallocate()
    storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    start = 0
    end = 0
  }

  mutating func removeAll() { consume(count) }

  /// Moves the content to the front, of larger memory when it must be.
  private mutating func makeRoom(_ room: Int) {
    let content = bytes
    let needed = content.count + room
    if needed <= storage.count {
      storage.copyMemory(from: content)
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(needed, 2 * storage.count), alignment: 1)
      larger.copyMemory(from: content)
      storage.deallocate()
      storage = larger
    }
    (start, end) = (0, content.count)
  }
}
