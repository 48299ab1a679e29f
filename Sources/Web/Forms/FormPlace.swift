package import HTTP

/// Which part of a form a problem is about, and which byte of the body.
package struct FormPlace: Sendable, Hashable {
  /// From 1; nil before the first part.
  package let index: Int?
  /// Nil when the part has none, or it was not read yet.
  package let name: String?
  /// Bytes of the body before the one that is wrong; nil when it is about no byte.
  package let offset: Int?

  package init(index: Int?, name: String?, offset: Int?) {
    self.index = index
    self.name = name
    self.offset = offset
  }
}

extension Problem {
  /// A form that cannot be read.
  package init(_ error: MultipartError) {
    self.init(error.status, error.code, error.reason)
    guard error.part != nil || error.offset != nil else { return }
    part = FormPlace(index: error.part, name: error.name, offset: error.offset)
  }

  package init(_ error: MultipartReadError) {
    switch error {
    case .form(let error): self.init(error)
    case .body(let error): self.init(error)
    }
  }
}
