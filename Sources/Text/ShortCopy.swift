extension UnsafeMutablePointer<UInt8> {
  /// Copies bytes to here, where nothing was before; the two do not overlap.
  ///
  /// Most pieces that texts and JSON are made of have up to 32 bytes, for which a call costs more
  /// than the copy: the first and the last word are moved in one step each, and meet or overlap.
  @inlinable @inline(__always)
  package func initialize(fromShort source: UnsafePointer<UInt8>, count: Int) {
    if count > 32 { return initialize(from: source, count: count) }
    if count >= 16 { return copyEnds(of: source, count, as: SIMD2<UInt64>.self) }
    if count >= 8 { return copyEnds(of: source, count, as: UInt64.self) }
    if count >= 4 { return copyEnds(of: source, count, as: UInt32.self) }
    if count >= 2 { return copyEnds(of: source, count, as: UInt16.self) }
    if count == 1 { initialize(to: source.pointee) }
  }

  /// Fills as many bytes, at most 8, with the lowest ones of a word, the lowest first.
  @inline(__always)
  func initialize(fromLow word: UInt64, count: Int) {
    let target = UnsafeMutableRawPointer(self)
    func put<Part: FixedWidthInteger>(_: Part.Type) {
      let last = count - MemoryLayout<Part>.size
      target.storeBytes(of: Part(truncatingIfNeeded: word).littleEndian, as: Part.self)
      target.storeBytes(
        of: Part(truncatingIfNeeded: word &>> UInt64(8 * last)).littleEndian, toByteOffset: last,
        as: Part.self)
    }
    if count >= 8 { return put(UInt64.self) }
    if count >= 4 { return put(UInt32.self) }
    if count >= 2 { return put(UInt16.self) }
    if count == 1 { put(UInt8.self) }
  }

  /// - Parameter count: at least the size of a `Word`, at most two of them.
  @inlinable @inline(__always)
  func copyEnds<Word: BitwiseCopyable>(
    of source: UnsafePointer<UInt8>, _ count: Int, as _: Word.Type
  ) {
    let (from, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(self))
    let last = count - MemoryLayout<Word>.size
    let (first, second) = (
      from.loadUnaligned(as: Word.self), from.loadUnaligned(fromByteOffset: last, as: Word.self)
    )
    target.storeBytes(of: first, as: Word.self)
    target.storeBytes(of: second, toByteOffset: last, as: Word.self)
  }
}
