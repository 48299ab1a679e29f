package import UseCases

/// What every store must do, the fake one and the real one, clause by clause.
///
/// Each clause gets the ports of a store with an empty schema. A test target runs them all:
///
///     @Test(arguments: StoreContract.clauses)
///     func keeps(_ clause: StoreContract.Clause) async throws {
///       try await clause.check(FakeStore().ports)
///     }
package enum StoreContract {
  package struct Clause: Sendable, CustomStringConvertible {
    /// A sentence about the store.
    package let description: String
    /// - Throws: `ContractBreach`, or a failure that the store should not have thrown.
    package let check: @Sendable (Ports) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (Ports) async throws -> Void) {
      self.description = description
      self.check = check
    }
  }

  package static let clauses: [Clause] =
    listClauses + listRuleClauses + accessTokenClauses + demoShopClauses
    + imageClauses + vendorClauses + productClauses + productListClauses + productWriteClauses
    + hiddenProductClauses + restoreClauses + productTableClauses + productBatchClauses
    + onceClauses + eventProductClauses + housekeepingClauses + demoProductClauses + itemTypeClauses
    + searchClauses + searchFilterClauses + searchClientClauses
    + deviceClauses + likeClauses + likeListClauses + likeCountClauses
    + recentViewClauses + searchRuleClauses + searchTrendClauses + readOnlyClauses
    + changeClauses + historyClauses + variantClauses + optionFilterClauses + stockClauses
}

/// A clause that does not hold, and where.
package struct ContractBreach: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

func hold(
  _ condition: Bool, _ what: String, file: StaticString = #fileID, line: UInt = #line
) throws(ContractBreach) {
  guard condition else { throw ContractBreach("\(file):\(line): \(what)") }
}

func holdEqual<Value: Equatable>(
  _ left: Value, _ right: Value, file: StaticString = #fileID, line: UInt = #line
) throws(ContractBreach) {
  guard left == right else {
    throw ContractBreach("\(file):\(line): \(left) is not equal to \(right)")
  }
}
