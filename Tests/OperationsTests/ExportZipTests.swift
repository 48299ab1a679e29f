import Foundation
import TestDatabase
import Testing

@testable import Operations

/// Zip files of `moa export`, without a database.
@Suite struct ExportZipTests {
  private let scratch = Scratch()
  private let files = [
    ("a.jsonl", Array("{}\n".utf8)), ("none.jsonl", []), ("pictures/한글.png", [0x50, 0x4B, 1, 2]),
  ]

  /// A zip file with three files.
  private func zip() throws -> (path: String, bytes: [UInt8]) {
    let path = try scratch.file("")
    let zip = try ExportZip(path)
    for (name, bytes) in files {
      try zip.begin(name)
      for byte in bytes { try zip.write([byte]) }
      try zip.end()
    }
    try zip.finish()
    return (path, Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private func content(of file: String, in path: String) -> [UInt8]? {
    guard let source = try? ExportSource(path), let found = try? source.open(file) else {
      return nil
    }
    return found.next()
  }

  @Test func whatWasWrittenIsReadAgain() throws {
    let path = try zip().path
    for (name, bytes) in files { #expect(content(of: name, in: path) == bytes, "\(name)") }
    #expect(content(of: "b.jsonl", in: path) == nil)
  }

  @Test("A zip file that is cut anywhere is refused as a whole")
  func cut() throws {
    let (path, bytes) = try zip()
    for count in 0..<bytes.count {
      try Data(bytes.prefix(count)).write(to: URL(fileURLWithPath: path))
      #expect(throws: CommandError.self, "\(count)") { try ExportSource(path) }
    }
  }

  @Test(
    "Wrong numbers in a zip file point at nothing outside of it", arguments: [0, 1, 0x7F, 0xFF])
  func wrongNumbers(_ value: UInt8) throws {
    let (path, bytes) = try zip()
    for place in bytes.indices {
      var changed = bytes
      changed[place] = value
      try Data(changed).write(to: URL(fileURLWithPath: path))
      for (name, content) in files {
        let read = self.content(of: name, in: path)
        #expect((read?.count ?? 0) <= bytes.count, "\(name) \(place) \(content.count)")
      }
    }
  }
}
