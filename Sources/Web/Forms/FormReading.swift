package import HTTP

// Forms, read in the vocabulary of answers.

extension MultipartReader {
  /// - Throws: 400 or 415 if the body is not a form.
  package static func open(
    _ request: Request, _ limits: MultipartLimits
  ) throws(Problem) -> MultipartReader {
    do throws(MultipartError) {
      return try MultipartReader(request, limits: limits)
    } catch {
      throw Problem(error)
    }
  }

  /// The next part; nil after the last one.
  ///
  /// - Throws: 400 or 413 for a form that cannot be read.
  package func part() async throws(Problem) -> MultipartPartBody? {
    do throws(MultipartReadError) {
      return try await nextPart()
    } catch {
      throw Problem(error)
    }
  }
}

extension MultipartPartBody {
  /// The next bytes of the part; nil after the last ones.
  ///
  /// - Throws: 400 or 413 for a form that cannot be read.
  package func piece() async throws(Problem) -> [UInt8]? {
    do throws(MultipartReadError) {
      return try await next()
    } catch {
      throw Problem(error)
    }
  }

  /// All of the part.
  ///
  /// - Throws: 413 above `limit` bytes, 400 for a form that cannot be read.
  package func bytes(upTo limit: Int) async throws(Problem) -> [UInt8] {
    do throws(MultipartReadError) {
      return try await collect(upTo: limit)
    } catch {
      throw Problem(error)
    }
  }
}

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
