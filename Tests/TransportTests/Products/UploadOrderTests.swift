import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases

/// The list in `Uploads`: checks that cost little, and prove who sends an upload, come first.
@Suite(.realStore) struct UploadOrderTests {
  enum Check: CaseIterable {
    case key, header, form, line, strangersRoom, secret, draft, claim, provenRoom, answered
    case itemType, quota, image

    /// Status, code and the errors of an answer to an upload that fails here.
    var refusal: String {
      switch self {
      case .key: "400 malformed_idempotency_key"
      case .header, .secret: "401 unauthenticated"
      case .form: "415 not_form_data"
      case .line, .strangersRoom, .provenRoom: "503 unavailable"
      case .draft: "422 rejected /price out_of_range"
      case .claim: "409 request_in_flight"
      case .answered: "422 idempotency_key_reused"
      case .itemType: "422 rejected /item_type_id unknown_item_type"
      case .quota: "429 image_quota_spent"
      case .image: "422 rejected /images unknown_format"
      }
    }

    /// When to come again, which tells apart refusals for want of room.
    var retryAfter: String? {
      switch self {
      case .line: "17"
      case .strangersRoom, .provenRoom: "5"
      default: nil
      }
    }

    /// How many images were received until this check, and how many were decoded.
    var images: (opened: Int, finished: Int) {
      switch self {
      case .key, .header, .form, .line, .strangersRoom: (0, 0)
      case .secret, .draft, .claim, .provenRoom: (1, 0)
      case .answered, .itemType, .quota: (2, 0)
      case .image: (2, 1)
      }
    }
  }

  @Test("an upload is refused by the first check that it fails", arguments: Check.allCases)
  func order(_ check: Check) async throws {
    let failing = Check.allCases.drop { $0 != check }
    let vendors = try await Self.vendors(failing)
    let before = vendors.shop.imagePipeline.counts
    let answer = try await Self.send(failing, to: vendors)
    let told = ["\(answer.status)", answer.code ?? ""] + answer.errors
    #expect(told.joined(separator: " ") == check.refusal, "\(answer.text)")
    if let seconds = check.retryAfter { #expect(answer.fields["retry-after"] == seconds) }
    let counts = vendors.shop.imagePipeline.counts
    #expect(counts.opened - before.opened == check.images.opened)
    #expect(counts.finished - before.finished == check.images.finished)
  }

  @Test func anUploadThatFailsNoCheckIsStored() async throws {
    let answer = try await Self.send([], to: try await Self.vendors([]))
    #expect(answer.status == 201, "\(answer.text)")
  }

  // MARK: Failing

  /// A shop in which an upload fails these checks.
  private static func vendors(_ failing: ArraySlice<Check>) async throws -> VendorShop {
    let limit = failing.contains(.quota) ? 1 : nil
    let vendors = try await VendorShop(
      try await Shop(policies: Policies(vendorImagesPerDay: limit)))
    let (shop, owner) = (vendors.shop, vendors.vendor.author.keyOwner)
    if failing.contains(.claim) {
      let key = try #require(IdempotencyKey(owner: owner, "k"))
      _ = try #require(try await shop.ports.answers.claim(key))
    } else if failing.contains(.answered) || failing.contains(.quota) {
      let key = failing.contains(.answered) ? "k" : "another"
      let earlier = try await vendors.register(widths: [21], [("Idempotency-Key", key)])
      #expect(earlier.status == 201, "\(earlier.text)")
    }
    if failing.contains(.line) { shop.imagePipeline.close(forSeconds: 17) }
    if failing.contains(.strangersRoom) {
      shop.imagePipeline.refuse(.stranger)
    } else if failing.contains(.provenRoom) {
      shop.imagePipeline.refuse(.proven)
    }
    return vendors
  }

  /// One image comes before `params`, which has the secret, and one behind it.
  private static func send(
    _ failing: ArraySlice<Check>, to vendors: VendorShop
  ) async throws -> Answer {
    let secret = failing.contains(.secret) ? "wrong" : VendorShop.secret
    let price = failing.contains(.draft) ? -1 : 9_000
    let itemType = failing.contains(.itemType) ? #","item_type_id":9"# : ""
    let params =
      #"{"title":"겨울 코트","price":\#(price),"currency":"KRW","secret":"\#(secret)"\#(itemType)}"#
    let image = failing.contains(.image) ? Array("no image".utf8) : SentForm.first
    let form = SentForm.parts(
      ("images", image), ("params", Array(params.utf8)), ("images", SentForm.second))
    let identifier =
      failing.contains(.header) ? try VendorIdentifier.sample(9) : vendors.vendor.identifier
    return try await vendors.send(
      .post, VendorProductRoutesTests.path, form.bytes,
      [
        ("identifier", identifier.description),
        ("Content-Type", failing.contains(.form) ? "text/plain" : form.contentType),
        ("Idempotency-Key", failing.contains(.key) ? "a b" : "k"),
      ])
  }
}
