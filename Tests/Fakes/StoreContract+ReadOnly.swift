import Domain
import UseCases

extension StoreContract {
  static let readOnlyClauses: [Clause] = [
    Clause("writes are stopped since they were stopped first, until they are let in") { ports in
      let first = Timestamp(clamping: 1_700_000_000_000_000)
      let second = Timestamp(clamping: first.microseconds + 1)
      try holdEqual(try await ports.readOnly.readOnlySince(), nil)
      try await ports.readOnly.beginReadOnly(at: first)
      try await ports.readOnly.beginReadOnly(at: second)
      try holdEqual(try await ports.readOnly.readOnlySince(), first)
      try await ports.readOnly.endReadOnly()
      try holdEqual(try await ports.readOnly.readOnlySince(), nil)
      try await ports.readOnly.endReadOnly()
    }
  ]
}
