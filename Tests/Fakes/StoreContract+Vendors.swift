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
    Clause("images of a vendor are counted up to a limit, each vendor's for itself") { ports in
      let first = try await ports.vendor(1).id
      let second = try await ports.vendor(2).id
      func take(_ images: Int, _ vendor: Int64) async throws -> Bool {
        guard let seconds = try await ports.uploadQuota.take(images: images, of: vendor, limit: 7)
        else { return true }
        try hold((86_000...86_400).contains(seconds), "\(seconds) s are no day")
        return false
      }
      for (images, vendor, isTaken) in [
        (8, first, false), (5, first, true), (3, first, false), (2, first, true),
        (1, first, false), (7, second, true), (1, second, false),
      ] {
        try holdEqual(try await take(images, vendor), isTaken)
      }
    },
    Clause("of many images at once no more are counted than the limit") { ports in
      let vendor = try await ports.vendor(1).id
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<16 {
          group.addTask {
            try await ports.uploadQuota.take(images: 1, of: vendor, limit: 5) == nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try holdEqual(taken, 5)
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
