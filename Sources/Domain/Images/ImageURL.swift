/// What stands in front of the paths of URLs: an origin, or nothing. Like a ``TextPiece`` it is
/// good only inside of the closure that it was handed to.
package struct URLPrefix: Sendable {
  fileprivate let text: TextPiece

  /// Hands out the prefix of an origin: one for all pictures of a page.
  package static func with<Value>(_ origin: Origin?, _ body: (URLPrefix) -> Value) -> Value {
    var text = origin?.text ?? ""
    return text.withUTF8 { body(URLPrefix(text: TextPiece($0))) }
  }
}

/// Where clients load an image: its address behind an origin, or, without one, the path alone. It
/// is good as long as the prefix is.
package struct ImageURL: TextSource {
  private let address: ImageAddress
  private let prefix: URLPrefix

  init(_ address: ImageAddress, behind prefix: URLPrefix) {
    self.address = address
    self.prefix = prefix
  }

  /// An origin holds no more than letters, digits and `-._:[]/`, and the rest is ours.
  package static var isPlain: Bool { true }

  package var octetsMax: Int { prefix.text.octetsMax + Self.pathOctetsMax }

  package func write(to writer: inout TextWriter) {
    prefix.text.write(to: &writer)
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
