// Data, and the preamble before the first delimiter: everything up to the next delimiter.
//
// A delimiter has a carriage return only at its beginning. So after bytes that turn out to be no
// delimiter the search continues after them, and need not go back.
extension MultipartParser {
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress.Event {
    var at = 0
    if matched > 0 {
      at = match(bytes, from: 0)
      if matched == delimiter.count { return endRegion(after: at) }
      guard at < bytes.count else { return wait(at) }
      try giveBack(into: &data)
    }
    let start = at
    while true {
      let candidate = bytes.endOfPlainData(from: at)
      examined += candidate - at
      at = match(bytes, from: candidate)
      let isDelimiter = matched == delimiter.count
      guard isDelimiter || at == bytes.count else {
        matched = 0
        continue
      }
      try take(bytes.slice(start, candidate), into: &data)
      return isDelimiter ? endRegion(after: at) : wait(at)
    }
  }

  /// Compares on and returns the first byte that is not part of a delimiter.
  private mutating func match(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var at = start
    while at < bytes.count, matched < delimiter.count, bytes[at] == delimiter[matched] {
      at += 1
      matched += 1
    }
    examined += at - start + 1
    return at
  }

  private mutating func wait(_ count: Int) -> MultipartProgress.Event {
    position += count
    return .needMore
  }

  /// Appends bytes of earlier pieces that looked like a delimiter and are data after all.
  private mutating func giveBack(into data: inout [UInt8]) throws(MultipartError) {
    let held = delimiter[min(borrowed, matched)..<matched]
    matched = 0
    borrowed = 0
    var outcome = Result<Void, MultipartError>.success(())
    held.withUnsafeBytes { bytes in
      outcome = Result { () throws(MultipartError) in try take(bytes, into: &data) }
    }
    try outcome.get()
  }

  /// Counts bytes of the region, and keeps those that are data.
  private mutating func take(
    _ bytes: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) {
    let limit = state == .data ? limits.partBytes : limits.preambleBytes
    let count = min(bytes.count, limit - regionBytes)
    if state == .data { data.append(contentsOf: bytes.slice(0, count)) }
    regionBytes += count
    guard count == bytes.count else {
      throw error(
        state == .data ? .partTooLarge(limit: limit) : .preambleTooLarge(limit: limit),
        at: regionStart + limit)
    }
  }

  private mutating func endRegion(after count: Int) -> MultipartProgress.Event {
    position += count
    delimiterStart = position - (delimiter.count - Self.lineEnd)
    let event: MultipartProgress.Event = state == .data ? .partEnded : .needMore
    state = .boundaryEnd
    head.padding = 0
    return event
  }

  /// Enters preamble or data, which begins at `position`.
  mutating func beginRegion(_ next: State) {
    state = next
    matched = Self.lineEnd
    borrowed = Self.lineEnd
    regionStart = position
    regionBytes = 0
  }
}

extension UnsafeRawBufferPointer {
  /// The first carriage return from `start` on, or the end.
  fileprivate func endOfPlainData(from start: Int) -> Int {
    guard let base = baseAddress else { return start }
    let end = count
    var at = start
    while end &- at >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let difference = word ^ 0x0D0D_0D0D_0D0D_0D0D
      // Sets the high bit of each matching byte; a borrow can only mark bytes above a true match.
      let stops = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      guard stops == 0 else { return at &+ stops.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < end, base.load(fromByteOffset: at, as: UInt8.self) != Octet.carriageReturn {
      at &+= 1
    }
    return at
  }
}
