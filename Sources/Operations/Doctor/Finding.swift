import LocalPostgres
import Web

/// One thing that the doctor looked at, as a line for people.
package struct Finding: Sendable, Hashable, CustomStringConvertible {
  package enum Grade: String, Sendable, Hashable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// Worth knowing; everything works all the same.
    case remark = "note"
    /// Something that is needed is not there, or cannot be used.
    case missing
  }

  package let grade: Grade
  package let text: String

  init(_ grade: Grade, _ text: String) {
    self.grade = grade
    self.text = text.printable(1_000)
  }

  package var description: String {
    grade.rawValue + String(repeating: " ", count: 9 - grade.rawValue.count) + text
  }
}

extension CommandReport {
  /// What the doctor found.
  package init(_ findings: [Finding]) {
    self.init(of: findings, line: \.description) {
      $0.key("grade")
      $0.string($1.grade.rawValue)
      $0.key("text")
      $0.string($1.text)
    }
  }
}
