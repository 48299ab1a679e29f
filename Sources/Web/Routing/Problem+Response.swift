package import Domain
package import HTTP

extension Problem {
  /// The members of `application/problem+json`.
  package static let schema = wire.schema

  /// `application/problem+json`.
  ///
  /// `type` links to a page about the code, `title` gives its meaning in the language of the
  /// client. `detail` and `hint` describe the problem in English; in other languages they are the
  /// meaning of the code and the remedy, and other members have the English texts.
  /// Source: RFC 9457 §3.
  package func response(requestID: String, in language: Language) -> Response {
    let problem = TracedProblem(problem: self, requestID: requestID, language: language)
    let tag = language.isEnglish ? nil : language.tag
    return Response(
      status, contentType: "application/problem+json",
      fields: fields + [.noStore] + (tag.map { [ResponseField("Content-Language", $0)] } ?? []),
      content: .bytes(Self.wire.bytes(problem)))
  }
}

/// A problem with the id of the request that had it, for a client of one language.
package struct TracedProblem {
  package let problem: Problem
  /// Empty for none.
  package let requestID: String
  package let language: Language

  /// Nil in English, which the detail is written in.
  private func translated(_ code: String) -> ErrorCode.Wording? {
    language.isEnglish ? nil : language.errors[code]
  }

  fileprivate var title: String {
    language.errors[problem.code]?.meaning ?? String(describing: problem.status.reason)
  }

  /// In other languages than English the remedy, without names and numbers.
  fileprivate var detail: String { translated(problem.code)?.cure ?? problem.detail }

  fileprivate var detailInEnglish: String? {
    translated(problem.code) == nil ? nil : problem.detail
  }

  /// All mistakes, in the body or in the query.
  fileprivate var mistakes: [ProblemMistake] {
    problem.fieldErrors.map { mistake($0.flaw, pointer: $0.pointer) }
      + problem.parameters.map { mistake($0.flaw, parameter: $0.parameter) }
  }

  private func mistake(
    _ flaw: ValidationError, pointer: String? = nil, parameter: String? = nil
  ) -> ProblemMistake {
    let wording = translated(flaw.code)
    return ProblemMistake(
      pointer: pointer, parameter: parameter,
      flaw: wording.map {
        ValidationError(flaw.code, $0.meaning, hint: language.hint(of: flaw) ?? $0.cure)
      } ?? flaw,
      english: wording.map { _ in flaw })
  }
}

/// One error in a request.
package struct ProblemMistake {
  package var pointer: String?
  package var parameter: String?
  package let flaw: ValidationError
  /// Nil where ``flaw`` is in English.
  package let english: ValidationError?

  fileprivate var atMost: Int64? {
    guard case .atMost(let number) = (english ?? flaw).allowed else { return nil }
    return number
  }
}

extension Problem {
  package static let wire = WireObject<TracedProblem>(
    "Problem", "Why a request was refused (RFC 9457).",
    [
      .value(
        "type", .string(format: "uri-reference"), "A page about the code.", "/docs/errors/rejected"
      ) { .string(ErrorCode.path(of: $0.problem.code)) },
      .value("title", .string(), "What the code means.", "Some values break a rule.") {
        .string($0.title)
      },
      .value("status", .integer(400...599), "The status of the answer.", 422) {
        .integer($0.problem.status.code)
      },
      .value("code", .string(), "Stable, for programs.", "rejected") { .string($0.problem.code) },
      .value(
        "detail", .string(), "One sentence for people.", "Some values break a rule; see errors."
      ) {
        .string($0.detail)
      },
      .value(
        "detail_en", .string(), isRequired: false,
        "In English, with names and numbers; left out where `detail` is in English.",
        "Product 9 does not exist."
      ) { .string($0.detailInEnglish) },
      .value("request_id", .string(), isRequired: false, "As it stands in the log.", "0f3a1c7e") {
        .string($0.requestID.isEmpty ? nil : $0.requestID)
      },
      WireMember(
        "part", .object(formPlace.schema), isRequired: false, "The faulty part of a form.", nil
      ) { writer, traced in
        guard let part = traced.problem.part else { return }
        writer.key("part")
        formPlace.write(part, to: &writer)
      },
      WireMember(
        "errors", .array(.object(mistake.schema)), isRequired: false,
        "What is wrong with what was sent, each with its place.", nil
      ) { writer, traced in
        guard !traced.mistakes.isEmpty else { return }
        writer.key("errors")
        writer.array(traced.mistakes) { mistake.write($1, to: &$0) }
      },
    ])

  private static let mistake = WireObject<ProblemMistake>(
    "Mistake", "An error of the request.",
    [
      .value(
        "pointer", .string(), isRequired: false, "Where, in a body (RFC 6901).", "/items/3/title"
      ) {
        .string($0.pointer)
      },
      .value("parameter", .string(), isRequired: false, "Which parameter of the query.", "limit") {
        .string($0.parameter)
      },
      .value("code", .string(), "Stable, for programs.", "out_of_range") { .string($0.flaw.code) },
      .value("detail", .string(), "What is wrong.", "This is no number from 1 to 100.") {
        .string($0.flaw.detail)
      },
      .value(
        "hint", .string(), "What to write instead.",
        "Write a number from 1 to 100, in digits alone."
      ) {
        .string($0.flaw.hint)
      },
      .value(
        "at_most", .integer(0...), isRequired: false,
        "The largest number that would be taken, such as what is left in stock.", 3
      ) { .integer($0.atMost) },
      .value(
        "detail_en", .string(), isRequired: false,
        "In English, with names and numbers; left out where `detail` is in English.",
        "This is no number from 1 to 100."
      ) { .string($0.english?.detail) },
      .value(
        "hint_en", .string(), isRequired: false, "The same of `hint`.",
        "Write a number from 1 to 100, in digits alone."
      ) { .string($0.english?.hint) },
    ])

  package static let formPlace = WireObject<FormPlace>(
    "FormPlace", "A part of a form, and a byte of it.",
    [
      .value("index", .integer(1...), isRequired: false, "Of the part, from 1.", 2) {
        .integer($0.index.map(Int64.init))
      },
      .value("name", .string(), isRequired: false, "Of the part.", "images") { .string($0.name) },
      .value(
        "offset", .integer(0...), isRequired: false,
        "Bytes of the body before the one that is wrong.", 135
      ) {
        .integer($0.offset.map(Int64.init))
      },
    ])
}

extension ResponseField {
  /// Caches must not store errors and the data of administrators.
  package static let noStore = ResponseField("Cache-Control", "no-store")
  /// Caches may store it, but must revalidate it: content changes with the clock.
  package static let noCache = ResponseField("Cache-Control", "no-cache")
}
