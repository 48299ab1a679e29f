import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of an export that is read: of a directory, or of a zip file whose entries are stored.
///
/// It comes from outside: every number in it is checked. Everything here may block.
final class ExportSource: @unchecked Sendable {
  /// The name for messages.
  let name: String
  private let path: String
  /// Of the zip file; nil for a directory.
  private let zip: (descriptor: Int32, entries: [String: Range<Int>])?

  init(_ path: String) throws(CommandError) {
    self.path = path
    name = path.printable(1_000)
    var status = stat()
    guard stat(path, &status) == 0, let descriptor = Files.open(path) else {
      throw CommandError(
        .data, "cannot read \(name)", because: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      zip = nil
      return
    }
    let count = Int(lseek(descriptor, 0, SEEK_END))
    do throws(CommandError) {
      zip = (descriptor, try ZipEntries(of: descriptor, count, name).ranges)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { if let zip { close(zip.descriptor) } }

  /// Whether an export is there; a merchant's file is none. Each zip file of that name is taken for
  /// one, so that a refusal tells the cure: to unpack it.
  static func isThere(_ path: String) -> Bool {
    if path.lowercased().hasSuffix(".zip") { return true }
    let beginning = try? ExportSource(path).open(ExportManifest.name).next(1 << 10)
    return String(decoding: beginning ?? [], as: UTF8.self).contains("\"moa_export\"")
  }

  /// A file of it, at its beginning.
  func open(_ file: String) throws(CommandError) -> ExportedFile {
    if let zip {
      guard let range = zip.entries[file] else { throw missing(file) }
      return ExportedFile(zip.descriptor, range, owner: self)
    }
    guard let descriptor = Files.open("\(path)/\(file)") else { throw missing(file) }
    return ExportedFile(descriptor, 0..<Int(lseek(descriptor, 0, SEEK_END)), owner: nil)
  }

  private func missing(_ file: String) -> CommandError {
    CommandError(
      .data, "\(name) lacks the file \(file): take a whole copy of what `moa export` has written.")
  }
}

/// A part of a file, which is read from its beginning.
final class ExportedFile {
  private let descriptor: Int32
  private var rest: Range<Int>
  /// Keeps the descriptor open; nil if it is ours.
  private let owner: ExportSource?

  fileprivate init(_ descriptor: Int32, _ range: Range<Int>, owner: ExportSource?) {
    self.descriptor = descriptor
    rest = range
    self.owner = owner
  }

  deinit { if owner == nil { close(descriptor) } }

  /// The next bytes; empty at the end, and also if it cannot be read, which its digest shows.
  func next(_ count: Int = 1 << 20) -> [UInt8] {
    let piece = bytes(of: descriptor, at: rest.lowerBound, min(count, rest.count))
    rest = (rest.lowerBound + piece.count)..<rest.upperBound
    return piece
  }
}

private func bytes(of descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: max(0, count)) { bytes, read in
    read = 0
    while read < count, let base = bytes.baseAddress {
      let more = pread(descriptor, base + read, count - read, off_t(offset + read))
      guard more > 0 else { break }
      read += more
    }
  }
}

/// The directory of a zip file.
///
/// Source: PKWARE APPNOTE 6.3.10, §4.3 to 4.5.
private struct ZipEntries {
  /// Where the bytes of each file are.
  private(set) var ranges: [String: Range<Int>] = [:]

  private let descriptor: Int32
  private let count: Int
  private let name: String

  /// Enough for a million pictures.
  private static let directoryBytesMax = 256 << 20

  init(of descriptor: Int32, _ count: Int, _ name: String) throws(CommandError) {
    self.descriptor = descriptor
    self.count = count
    self.name = name
    let place = try directory()
    var rest = bytes(of: descriptor, at: place.lowerBound, place.count)[...]
    guard rest.count == place.count else { throw refusal }
    while rest.starts(with: [0x50, 0x4B, 1, 2]) {
      guard let size = add(rest) else { throw refusal }
      rest = rest.dropFirst(size)
    }
    guard rest.isEmpty else { throw refusal }
  }

  private var refusal: CommandError {
    CommandError(
      .data,
      "\(name) is no zip file of `moa export`, or is cut off. If another program has packed it, unpack"
        + " it and name the directory.")
  }

  /// Where the directory is: before the last record, whose comment may be as long as 64 KB.
  private func directory() throws(CommandError) -> Range<Int> {
    let tailStart = max(0, count - 65_557)
    let tail = bytes(of: descriptor, at: tailStart, count - tailStart)
    let start = tail.indices.dropLast(21).last { tail[$0...].starts(with: [0x50, 0x4B, 5, 6]) }
    guard let start else { throw refusal }
    var size = tail[start...].number(at: 12, 4)
    var offset = tail[start...].number(at: 16, 4)
    if offset == 0xFFFF_FFFF || size == 0xFFFF_FFFF || tail[start...].number(at: 10, 2) == 0xFFFF {
      let locator = bytes(of: descriptor, at: max(0, tailStart + start - 20), 20)
      guard let place = locator[...].number(at: 8, 8) else { throw refusal }
      let long = bytes(of: descriptor, at: place, 56)
      guard long.starts(with: [0x50, 0x4B, 6, 6]) else { throw refusal }
      size = long[...].number(at: 40, 8)
      offset = long[...].number(at: 48, 8)
    }
    guard let size, let offset, size <= Self.directoryBytesMax, offset <= count - size else {
      throw refusal
    }
    return offset..<(offset + size)
  }

  /// Takes the header of an entry; returns its length, or nil if it is wrong, or the entry is
  /// compressed or encrypted.
  private mutating func add(_ header: ArraySlice<UInt8>) -> Int? {
    guard let flags = header.number(at: 8, 2), flags & 1 == 0, header.number(at: 10, 2) == 0,
      var size = header.number(at: 24, 4), let nameCount = header.number(at: 28, 2),
      let extraCount = header.number(at: 30, 2), let commentCount = header.number(at: 32, 2),
      var offset = header.number(at: 42, 4), header.count >= 46 + nameCount + extraCount
    else { return nil }
    let name = String(decoding: header.dropFirst(46).prefix(nameCount), as: UTF8.self)
    let extra = header.dropFirst(46 + nameCount).prefix(extraCount)
    // The first field, if the numbers are too large for the header: size, size in the file, offset.
    if extra.number(at: 0, 2) == 1 {
      var place = 4
      if size == 0xFFFF_FFFF {
        guard let long = extra.number(at: place, 8) else { return nil }
        size = long
        place += 16
      }
      if offset == 0xFFFF_FFFF {
        guard let long = extra.number(at: place, 8) else { return nil }
        offset = long
      }
    }
    let local = bytes(of: descriptor, at: offset, 30)
    guard local.starts(with: [0x50, 0x4B, 3, 4]), let localName = local[...].number(at: 26, 2),
      let localExtra = local[...].number(at: 28, 2)
    else { return nil }
    let start = offset + 30 + localName + localExtra
    guard start <= count, size <= count - start else { return nil }
    ranges[name] = start..<(start + size)
    return 46 + nameCount + extraCount + commentCount
  }
}

extension ArraySlice<UInt8> {
  /// A number, the lowest byte first; nil if it is not there, or too large for a file.
  fileprivate func number(at offset: Int, _ size: Int) -> Int? {
    guard count >= offset + size else { return nil }
    let number = dropFirst(offset).prefix(size).reversed().reduce(0 as UInt64) {
      $0 << 8 | UInt64($1)
    }
    return number < 1 << 60 ? Int(number) : nil
  }
}
