/// Paths as a log may show them: some end with words by which a product can be removed.
package enum LoggedPath {
  private static let prefixes = [
    OpenMarketRoutes.path + "/", OpenMarketRoutes.secondPrefix + OpenMarketRoutes.path + "/",
  ]
  /// What stands behind them and is no such word, besides numbers.
  private static let words: Set<Substring> = ["", "api", "products", "secret", "archived"]

  /// The path, with `***` for each segment that may be a secret.
  package static func shown(_ path: String) -> String {
    guard let prefix = prefixes.first(where: path.hasPrefix) else { return path }
    let segments = path.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    return prefix + segments.map { isHarmless($0) ? String($0) : "***" }.joined(separator: "/")
  }

  private static func isHarmless(_ segment: Substring) -> Bool {
    // Ids have 19 digits at most; nothing that we seal is as short.
    words.contains(segment)
      || segment.utf8.count <= 19 && segment.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
