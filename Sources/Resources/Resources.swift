import CResources

/// The files of the repository that travel inside the binary.
///
/// A deployed binary is one file: it brings its migrations, the demo shop and its pages with it.
package enum Resources {
  /// The files of `db/migrations`, in the order in which they are applied.
  package static let migrations = all(moa_migration_at)

  /// The files of `db/demo`: the catalogue and its images.
  package static let demo = all(moa_demo_file_at)

  /// The files of `Sources/CResources/web`: the pages that the server shows to browsers.
  package static let web = all(moa_web_file_at)

  /// The file of `db/demo` with this path, such as `shop.json` or `images/spring.png`.
  package static func demo(named name: String) -> Resource? {
    demo.first { $0.name == name }
  }

  /// The Git commit that the program was built from, with `-dirty` behind it when files had been
  /// changed; nil if it was not recorded.
  package static let commit: String? = {
    let bytes = (0..<moa_commit_count()).map { UInt8(bitPattern: moa_commit_byte($0)) }
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }()

  private static func all(_ file: (Int) -> UnsafePointer<moa_resource>?) -> [Resource] {
    var resources: [Resource] = []
    while let next = file(resources.count)?.pointee {
      resources.append(Resource(next))
    }
    return resources
  }
}

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
