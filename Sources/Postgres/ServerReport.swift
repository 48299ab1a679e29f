/// The server's report of an error or a notice.
///
/// Source: PostgreSQL documentation, "Error and Notice Message Fields".
public struct ServerReport: Sendable {
  /// `ERROR`, `FATAL`, `PANIC`, `WARNING`, `NOTICE` and so on, never translated by PostgreSQL. A
  /// pooler's own reports have only the field that PostgreSQL translates, which is used then.
  public let severity: String
  /// Five characters that say what happened, such as `23505`.
  public let sqlState: String
  /// One line for people, in the server's language.
  public let message: String
  /// May quote stored values: not for logs.
  public let detail: String?
  /// The server's suggestion.
  public let hint: String?
  /// Which functions were being run, the innermost first; a line for each. May quote stored values.
  public let context: String?
  /// Where in the statement's text, in characters from 1.
  public let position: Int?
  /// The schema of the table or type concerned.
  public let schema: String?
  /// The table concerned.
  public let table: String?
  /// The column concerned.
  public let column: String?
  /// The data type concerned.
  public let dataType: String?
  /// The name of the violated constraint: part of the schema's contract.
  public let constraint: String?

  init(_ answer: LibPQ.Answer) {
    severity = answer.field(.severity) ?? answer.field(.localizedSeverity) ?? ""
    sqlState = answer.field(.sqlState) ?? ""
    message = answer.field(.message) ?? ""
    detail = answer.field(.detail)
    hint = answer.field(.hint)
    context = answer.field(.context)
    position = answer.field(.position).flatMap { Int($0) }
    schema = answer.field(.schema)
    table = answer.field(.table)
    column = answer.field(.column)
    dataType = answer.field(.dataType)
    constraint = answer.field(.constraint)
  }

  /// Whether the session ends with this report: true unless it is known to go on.
  var endsSession: Bool { !Self.harmless.contains(severity) }

  private static let harmless: Set = ["ERROR", "WARNING", "NOTICE", "DEBUG", "INFO", "LOG"]
}

/// Receives the notices of one connection on its loop.
final class NoticeSink {
  private let observe: (ServerReport) -> Void

  init(_ observe: @escaping (ServerReport) -> Void) { self.observe = observe }

  func receive(_ report: ServerReport) { observe(report) }
}
