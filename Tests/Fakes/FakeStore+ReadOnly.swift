package import Domain
package import UseCases

extension FakeStore: ReadOnlyRepository {
  package func readOnlySince() async throws(Failure) -> Timestamp? {
    try reading { state throws(Failure) in state.readOnlySince }
  }

  package func beginReadOnly(at instant: Timestamp) async throws(Failure) {
    try reading { state throws(Failure) in
      if state.readOnlySince == nil { state.readOnlySince = instant }
    }
  }

  package func endReadOnly() async throws(Failure) {
    try reading { state throws(Failure) in state.readOnlySince = nil }
  }
}
