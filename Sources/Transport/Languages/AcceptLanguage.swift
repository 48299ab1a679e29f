import HTTP

extension Request {
  /// The language that the client likes best among those that there are; `usual` when it says
  /// nothing, or knows none of them.
  ///
  /// Source: RFC 9110 §12.5.4; RFC 4647 §3.4 (lookup).
  func language(or usual: Language) -> Language {
    var best: (language: Language, weight: Double)?
    for range in fields.values(of: .acceptLanguage).flatMap({ $0.split(separator: ",") }) {
      let parts = range.split(separator: ";").map(\.trimmingSpace)
      guard let tag = parts.first?.split(separator: "-").first?.lowercased() else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) }
      guard let weight = weight ?? 1, weight > 0, weight > best?.weight ?? 0 else { continue }
      if let language = tag == "*" ? usual : Language.named(tag) { best = (language, weight) }
    }
    return best?.language ?? usual
  }
}
