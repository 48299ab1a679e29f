import Domain
import Fakes
import Repositories
import Testing
import UseCases

/// What the clock does to a quota.
@Suite struct UploadQuotaTests {
  @Test func aDayAfterItsFirstImageAVendorMaySendAgain() async throws {
    let database = try await DatabaseUnderTest.make()
    let vendor = try await database.withPool { pool in
      let ports = Ports(pool)
      let vendor = try await ports.vendor().id
      #expect(try await ports.uploadQuota.take(images: 5, of: vendor, limit: 5) == nil)
      return vendor
    }
    try database.psql("update moa.vendor_uploads set day_began = now() - interval '23 hours'")
    try await database.withPool { pool in
      let quota = Ports(pool).uploadQuota
      let seconds = try #require(try await quota.take(images: 1, of: vendor, limit: 5))
      #expect((3_500...3_600).contains(seconds))
    }
    try database.psql("update moa.vendor_uploads set day_began = now() - interval '24 hours'")
    try await database.withPool { pool in
      let quota = Ports(pool).uploadQuota
      let five = try await quota.take(images: 5, of: vendor, limit: 5)
      let one = try await quota.take(images: 1, of: vendor, limit: 5)
      #expect(five == nil)
      #expect(one != nil)
    }
  }
}
