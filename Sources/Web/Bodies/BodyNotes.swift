package import Domain

/// The mistakes that are found while a body is read.
package struct BodyNotes {
  /// Under which the sender reaches this site: their URLs of it become paths.
  package let origin: Origin?
  package private(set) var fieldErrors: [FieldError] = []

  package init(from origin: Origin?) { self.origin = origin }

  package mutating func note(_ flaw: ValidationError) { fieldErrors.append(FieldError("", flaw)) }

  package mutating func note(_ more: [FieldError]) { fieldErrors += more }

  /// Reads a part of the value under `step`; its errors are noted at that location.
  package mutating func inside<Value>(
    _ step: String, _ read: (inout BodyNotes) -> Value
  ) -> Value {
    var inner = BodyNotes(from: origin)
    let value = read(&inner)
    fieldErrors += inner.fieldErrors.map { $0.under(step) }
    return value
  }

  /// Nil where something is wrong, which is noted.
  ///
  /// - Parameter make: throws a ``ValidationError`` or a ``Rejection``.
  package mutating func value<Value>(_ make: () throws -> Value) -> Value? {
    do {
      return try make()
    } catch let rejection as Rejection {
      note(rejection.fieldErrors)
    } catch {
      note(.told(by: error))
    }
    return nil
  }
}

extension JSONValue {
  /// Sorts errors by the order of this value; errors about missing members follow the present ones.
  package func inOrder(_ fieldErrors: [FieldError]) -> [FieldError] {
    inOrder(
      fieldErrors.map {
        // By code points: a slash and a mark behind it are one character.
        let steps = $0.pointer.unicodeScalars.split(
          separator: "/", omittingEmptySubsequences: false)
        return (steps.map { Substring($0) }[...], $0)
      }
    ).map(\.fieldError)
  }

  /// - Parameter found: with the steps that are left; the first one led here.
  private func inOrder(
    _ found: [(steps: ArraySlice<Substring>, fieldError: FieldError)]
  ) -> [(steps: ArraySlice<Substring>, fieldError: FieldError)] {
    guard found.count > 1 else { return found }
    let (place, parts) = places
    let groups = Dictionary(grouping: found) { $0.steps.dropFirst().first.map(place) ?? -1 }
    return groups.sorted { $0.key < $1.key }.flatMap { index, group in
      guard parts.indices.contains(index) else { return group }
      return parts[index].inOrder(group.map { ($0.steps.dropFirst(), $0.fieldError) })
    }
  }

  /// The index of the part that a step of a pointer names, and all parts.
  private var places: (of: (Substring) -> Int, parts: [JSONValue]) {
    switch self {
    case .array(let elements): return ({ Int($0) ?? .max }, elements)
    case .object(let members):
      let places = Dictionary(
        members.enumerated().map { place, member in
          (Substring(FieldError.step(member.name).unicodeScalars.dropFirst()), place)
        }
      ) { first, _ in first }
      return ({ places[$0] ?? .max }, members.map(\.value))
    default: return ({ _ in .max }, [])
    }
  }
}

extension ValidationError {
  /// The error of the rule that judged a value: rules throw only this type.
  static func told(by error: any Error) -> ValidationError {
    if let flaw = error as? ValidationError { return flaw }
    assertionFailure("no rule throws this: \(error)")
    return ValidationError("rejected", "This cannot be read.", hint: "Write another value.")
  }
}
