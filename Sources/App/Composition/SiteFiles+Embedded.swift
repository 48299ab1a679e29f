import Resources
import Transport

extension SiteFiles {
  /// The pages inside the binary.
  static let embedded = SiteFiles(
    Dictionary(Resources.web.map { ($0.name, $0.bytes) }) { first, _ in first })
}
