/// What stands in front of the paths of URLs: an origin, or nothing.
///
/// A page has one for all of its pictures. It is a text and no choice, since whatever holds it is
/// copied for each of them.
package struct URLPrefix: Sendable, Hashable {
  fileprivate let text: String

  package init(_ origin: Origin?) { text = origin?.text ?? "" }
}

/// Where clients load an image: its address behind an origin, or, without one, the path alone.
package struct ImageURL: TextSource, Hashable {
  private let address: ImageAddress
  private let prefix: URLPrefix

  init(_ address: ImageAddress, behind prefix: URLPrefix) {
    self.address = address
    self.prefix = prefix
  }

  /// An origin holds no more than letters, digits and `-._:[]/`, and the rest is ours.
  package static var isPlain: Bool { true }

  package var octetsMax: Int { prefix.text.utf8.count + Self.pathOctetsMax }

  package func write(to writer: inout TextWriter) {
    writer.put(prefix.text)
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
