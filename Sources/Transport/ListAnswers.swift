/// Answers with lists, of one loop: read once for all who ask at once, and written again only when
/// the list says something else.
struct ListAnswers<Question, Source>: Sendable
where Question: Hashable & Sendable, Source: AnswerSource {
  private let shared = SharedAnswers<HashedOnce<Question>>()
  private let unchanged = UnchangedAnswers<HashedOnce<Question>, Source>()

  /// What `write` makes of what `read` returns after this call.
  ///
  /// - Parameter write: depends on its argument and on the question, and on nothing else.
  /// - Throws: what `read` throws.
  func callAsFunction(
    _ question: Question, read: () async throws(Problem) -> Source, write: (Source) -> Rendered
  ) async throws(Problem) -> Rendered {
    let question = HashedOnce(question)
    return try await shared(question) { () throws(Problem) in
      unchanged(question, of: try await read(), write)
    }
  }
}

/// A question that is looked up in several tables, and whose hash is made once: that of a page,
/// with its filters and its origin, takes some thousand instructions.
///
/// An object, since each table holds it: to copy a page's question counts three references. It never
/// changes, so no loop owns it.
final class HashedOnce<Value: Hashable & Sendable>: Hashable, Sendable {
  private let hash: Int
  private let value: Value

  init(_ value: Value) {
    hash = value.hashValue
    self.value = value
  }

  static func == (left: HashedOnce, right: HashedOnce) -> Bool {
    left === right || (left.hash == right.hash && left.value == right.value)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
