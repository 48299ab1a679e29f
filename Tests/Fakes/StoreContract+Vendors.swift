import Domain
import UseCases

extension StoreContract {
  static let vendorClauses = [
    Clause("a vendor comes back as it went in") { ports in
      let vendor = try await ports.vendor(7, name: "가게 ' \\ 😀")
      try holdEqual(vendor.identifier, try .sample(7))
      try holdEqual(vendor.name.text, "가게 ' \\ 😀")
      try holdEqual(try await ports.vendors.find(vendor.id), vendor)
      try holdEqual(
        try await ports.vendors.find(vendor.identifier),
        VendorCredentials(vendor: vendor, secretHash: "hash of 7"))
    },
    Clause("an unknown vendor is not found and gets no secret") { ports in
      let identifier = try VendorIdentifier.sample(9)
      try holdEqual(try await ports.vendors.find(identifier), nil)
      let vendor: Vendor? = try await ports.vendors.find(1)
      try holdEqual(vendor, nil)
      let isReplaced = try await ports.vendors.replaceSecret(of: identifier, by: "new")
      try hold(!isReplaced, "nobody got a secret")
    },
    Clause("the identifier of a vendor is given once") { ports in
      _ = try await ports.vendor(3)
      do {
        _ = try await ports.vendor(3)
        throw ContractBreach("two vendors have one identifier")
      } catch Failure.conflict(let flaw) {
        try holdEqual(flaw.code, "identifier_taken")
      }
    },
    Clause("vendors are listed by id, up to the limit") { ports in
      var vendors: [Vendor] = []
      for fill in [5, 4, 6] as [UInt8] { vendors.append(try await ports.vendor(fill)) }
      try holdEqual(try await ports.vendors.all(limit: 10), vendors)
      try holdEqual(try await ports.vendors.all(limit: 2), Array(vendors.prefix(2)))
    },
    Clause("a vendor's secret is replaced and nothing else") { ports in
      let vendor = try await ports.vendor(3)
      let isReplaced = try await ports.vendors.replaceSecret(of: vendor.identifier, by: "new")
      try hold(isReplaced, "the vendor was not found")
      try holdEqual(
        try await ports.vendors.find(vendor.identifier),
        VendorCredentials(vendor: vendor, secretHash: "new"))
    },
    Clause("a server key is made once, and each name has its own") { ports in
      let first = Array(repeating: 1 as UInt8, count: 32)
      let second = Array(repeating: 2 as UInt8, count: 32)
      try holdEqual(try await ports.serverKeys.key("seal", orElse: first), first)
      try holdEqual(try await ports.serverKeys.key("seal", orElse: second), first)
      try holdEqual(try await ports.serverKeys.key("other", orElse: second), second)
    },
    Clause("of servers that bring a key at once all get the same") { ports in
      let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for fill in 0..<8 as Range<UInt8> {
          group.addTask {
            try await ports.serverKeys.key("seal", orElse: Array(repeating: fill, count: 32))
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      try holdEqual(keys.count, 1)
    },
  ]
}
