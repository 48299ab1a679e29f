import CResources

/// One file inside the binary.
package struct Resource: Sendable {
  /// Its path below the folder that it came from.
  package let name: String
  /// Where the linker put it: read-only memory that lives as long as the process, which is why
  /// the address may cross threads.
  private nonisolated(unsafe) let start: UnsafePointer<UInt8>
  private let count: Int

  init(_ resource: moa_resource) {
    name = String(cString: resource.name)
    start = resource.bytes
    count = resource.count
  }

  /// A copy of the whole file.
  package var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The whole file, for files that are text.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
