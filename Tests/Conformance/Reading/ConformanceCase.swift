/// One case of the corpus: bytes that a client sends, and what it must get for them.
package struct ConformanceCase: Sendable, CustomStringConvertible {
  /// What a client does, in order.
  package enum Step: Sendable, Equatable {
    case send([UInt8])
    /// Waits for `100 Continue` before it goes on.
    case awaitContinue
    /// Ends its side of the connection.
    case endWriting
  }

  /// One answer, as far as the case cares.
  package struct Answer: Sendable, Equatable {
    package var status: Int
    /// Whether it answers HEAD, and therefore has no content whatever its fields say.
    package var isToHead: Bool
    package var body: [UInt8]?
    package var field: (name: String, value: String)?

    package static func == (left: Answer, right: Answer) -> Bool {
      left.status == right.status && left.isToHead == right.isToHead && left.body == right.body
        && left.field?.name == right.field?.name && left.field?.value == right.field?.value
    }
  }

  /// What the case is about: the name of its file.
  package var subject: String
  /// One sentence.
  package var name: String
  /// The section that decides.
  package var source: String
  package var steps: [Step]
  package var answers: [Answer]
  /// Whether another request must be served on the same connection; otherwise it must be closed
  /// behind the last answer.
  package var staysOpen: Bool

  package var description: String { "\(subject): \(name)" }

  /// All bytes, in order.
  package var bytes: [UInt8] {
    steps.flatMap { step -> [UInt8] in if case .send(let bytes) = step { bytes } else { [] } }
  }

  /// Whether the client ends its side, so that nothing more can be asked.
  package var endsWriting: Bool { steps.contains(.endWriting) }

  /// The answers without the interim ones.
  package var finalAnswers: [Answer] { answers.filter { $0.status >= 200 } }
}
