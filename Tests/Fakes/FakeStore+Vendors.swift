package import Domain
package import UseCases

extension FakeStore: VendorRepository {
  package func find(_ identifier: VendorIdentifier) async throws(Failure) -> VendorCredentials? {
    try reading { state throws(Failure) in
      state.vendors.first { $0.vendor.identifier == identifier }
    }
  }

  package func find(_ id: Int64) async throws(Failure) -> Vendor? {
    try reading { state throws(Failure) in
      state.vendors.first { $0.vendor.id == id }.map(\.vendor)
    }
  }

  package func all(limit: Int) async throws(Failure) -> [Vendor] {
    try reading { state throws(Failure) in state.vendors.prefix(limit).map(\.vendor) }
  }

  package func add(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) async throws(Failure) -> Vendor {
    try reading { state throws(Failure) in
      guard !state.vendors.contains(where: { $0.vendor.identifier == identifier }) else {
        throw .conflict(
          ValidationError(
            "identifier_taken", "Another vendor has this identifier.", hint: "Make another."))
      }
      let vendor = Vendor(
        id: Int64(state.vendors.count + 1), identifier: identifier, name: name,
        createdAt: createdAt)
      state.vendors.append(VendorCredentials(vendor: vendor, secretHash: secretHash))
      return vendor
    }
  }

  package func replaceSecret(
    of identifier: VendorIdentifier, by secretHash: String
  ) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in
      guard let index = state.vendors.firstIndex(where: { $0.vendor.identifier == identifier })
      else { return false }
      let vendor = state.vendors[index].vendor
      state.vendors[index] = VendorCredentials(vendor: vendor, secretHash: secretHash)
      return true
    }
  }
}

extension FakeStore: UploadQuotaRepository {
  package func take(
    images: Int, of vendorID: Int64, limit: Int
  ) async throws(Failure) -> Int? {
    try reading { state throws(Failure) in
      let sum = state.uploads[vendorID, default: 0] + images
      guard sum <= limit else { return 86_400 }
      state.uploads[vendorID] = sum
      return nil
    }
  }
}
