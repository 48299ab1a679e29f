/// Answers with lists, of one loop: read once for all who ask at once, and written again only when
/// the list says something else.
struct ListAnswers<Question, Source>: Sendable
where Question: Hashable & Sendable, Source: AnswerSource {
  private let shared = SharedAnswers<Question>()
  private let unchanged = UnchangedAnswers<Question, Source>()

  /// What `write` makes of what `read` returns after this call.
  ///
  /// - Parameter write: depends on its argument and on the question, and on nothing else.
  /// - Throws: what `read` throws.
  func callAsFunction(
    _ question: Question, read: () async throws(Problem) -> Source, write: (Source) -> Rendered
  ) async throws(Problem) -> Rendered {
    try await shared(question) { () throws(Problem) in
      unchanged(question, of: try await read(), write)
    }
  }
}
