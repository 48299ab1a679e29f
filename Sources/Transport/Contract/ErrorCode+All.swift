package import Web

extension ErrorCode {
  /// Every code that an answer can hold; the tests check each answer that they get against these.
  package static let all = requests + rules + likes + bodies + http

  private static let byCode = Dictionary(
    all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  package static func named(_ code: String) -> ErrorCode? { byCode[code] }
}
