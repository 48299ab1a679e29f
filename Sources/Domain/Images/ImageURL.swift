/// Where clients load an image: its address behind an origin, or, without one, the path alone.
package struct ImageURL: TextSource, Hashable {
  private let address: ImageAddress
  private let origin: Origin?

  init(_ address: ImageAddress, behind origin: Origin?) {
    self.address = address
    self.origin = origin
  }

  package var octetsMax: Int {
    let punctuation = 10
    return (origin?.text.utf8.count ?? 0) + ImageDigest.hexOctets + name.utf8.count
      + suffix.utf8.count + punctuation
  }

  package func write(to writer: inout TextWriter) {
    if let origin { writer.put(origin.text) }
    writer.put("/images/")
    address.digest.write(to: &writer)
    writer.put("/")
    writer.put(name)
    writer.put(".")
    writer.put(suffix)
  }

  private var name: String { address.preset?.rawValue ?? "original" }
  private var suffix: String { address.mediaType.fileExtension }
}
