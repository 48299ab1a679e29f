package import HTTP

// Forms, read in the vocabulary of answers.

extension MultipartReader {
  /// - Throws: 400 or 415 for what is no form.
  package static func open(
    _ request: Request, _ limits: MultipartLimits
  ) throws(Problem) -> MultipartReader {
    do throws(MultipartError) {
      return try MultipartReader(request, limits: limits)
    } catch {
      throw Problem(error)
    }
  }

  /// The next part; nil behind the last one.
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
  /// The next bytes of the part; nil behind the last ones.
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
