/// Where clients load an image: its address behind an origin, or, without one, the path alone.
package struct ImageURL: TextSource, Hashable {
  private let address: ImageAddress
  /// An origin, or nothing.
  private let prefix: String

  init(_ address: ImageAddress, behind prefix: String) {
    self.address = address
    self.prefix = prefix
  }

  /// An origin holds what RFC 3986 allows in a host, and the rest is ours.
  package static var isPlain: Bool { true }

  package var octetsMax: Int { prefix.utf8.count + Self.pathOctetsMax }

  package func write(to writer: inout TextWriter) {
    writer.put(prefix)
    writer.put("/images/")
    address.digest.write(to: &writer)
    writer.put(fileName)
  }

  /// All there are: to put them together for each URL takes longer than to write the rest of it.
  private var fileName: StaticString {
    switch (address.preset, address.mediaType) {
    case (nil, .png): "/original.png"
    case (nil, .jpeg): "/original.jpg"
    case (.thumb, .png): "/thumb.png"
    case (.thumb, .jpeg): "/thumb.jpg"
    case (.cell, .png): "/cell.png"
    case (.cell, .jpeg): "/cell.jpg"
    case (.full, .png): "/full.png"
    case (.full, .jpeg): "/full.jpg"
    }
  }

  /// The digest, and room for the words around it, which are not measured for each URL.
  private static let pathOctetsMax = ImageDigest.hexOctets + 32
}
