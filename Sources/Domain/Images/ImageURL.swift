/// Where clients load an image: its address behind an origin, or, without one, the path alone.
package struct ImageURL: TextSource, Hashable {
  private let address: ImageAddress
  private let origin: Origin?

  init(_ address: ImageAddress, behind origin: Origin?) {
    self.address = address
    self.origin = origin
  }

  package var octetsMax: Int { (origin?.text.utf8.count ?? 0) + Self.pathOctetsMax }

  package func write(to writer: inout TextWriter) {
    if let origin { writer.put(origin.text) }
    writer.put("/images/")
    address.digest.write(to: &writer)
    writer.put("/")
    writer.put(address.preset?.rawValue ?? "original")
    writer.put(".")
    writer.put(address.mediaType.fileExtension)
  }

  /// The digest, and room for the words around it, which are not measured for each URL.
  private static let pathOctetsMax = ImageDigest.hexOctets + 32
}
