import HTTP
import UseCases

extension Request {
  /// Whether errors are told in Korean: to who asks for it. Developers get English, which says
  /// more.
  var prefersKorean: Bool {
    fields.contains(.acceptLanguage) && preferred(among: [.english, .korean]).tag == "ko"
  }

  /// The language that the client likes best among those that there are; the first of them when it
  /// says nothing, or knows none of them.
  ///
  /// Source: RFC 9110 §12.5.4; RFC 4647 §3.4 (lookup).
  func preferred(among wordings: [ScreenWording]) -> ScreenWording {
    var best: (wording: ScreenWording, weight: Double)?
    for range in fields.values(of: .acceptLanguage).flatMap({ $0.split(separator: ",") }) {
      let parts = range.split(separator: ";").map(\.trimmingSpace)
      guard let tag = parts.first?.split(separator: "-").first?.lowercased() else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) }
      guard let weight = weight ?? 1, weight > 0, weight > best?.weight ?? 0 else { continue }
      if let wording = wordings.first(where: { $0.tag == tag || tag == "*" }) {
        best = (wording, weight)
      }
    }
    return best?.wording ?? wordings[0]
  }
}
