import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Images that come before anybody has proven who sends them.
@Suite(.realStore) struct StrangersFormTests {
  /// Three images, then `params`.
  private static func form(_ params: String) -> SentForm {
    let images = (1...3).map { ("images", SampleImages.jpeg(width: $0, height: 7)) }
    return .parts(images[0], images[1], images[2], ("params", Array(params.utf8)))
  }

  @Test func nothingIsFinishedUntilItIsProvenWhoSendsIt() async throws {
    let imagePipeline = FakeImagePipeline()
    let request = try Self.form("{}").request()
    try await ProductFormTests.taking(request, into: imagePipeline) { _ throws(Problem) in
      #expect(imagePipeline.counts == .init(opened: 3, finished: 0, discarded: 0, atOnce: 3))
      #expect(imagePipeline.places == [.stranger])
    } _: { _, _, slot in
      #expect(imagePipeline.counts.finished == 0)
      #expect(imagePipeline.places == [.proven])
      let images = try await slot.decoded()
      #expect(imagePipeline.counts.finished == 3)
      #expect(images.map(\.original.width) == [1, 2, 3])
      #expect(imagePipeline.places == [.proven], "held until the product is stored")
    }
    #expect(imagePipeline.places == [])
  }

  @Test func whoIsProvenBeforeTheBodyNeedsNoPlaceOfStrangers() async throws {
    let imagePipeline = FakeImagePipeline()
    imagePipeline.refuse(.stranger)
    try await ProductFormTests.taking(
      Self.form("{}").request(), into: imagePipeline, isProven: true
    ) { _, _, _ in
      #expect(imagePipeline.counts.opened == 3)
      #expect(imagePipeline.places == [.proven])
    }
    // Params first: nobody is a stranger any more when the images come.
    let usual = SentForm.plain("{}", [SentForm.first])
    try await ProductFormTests.taking(usual.request(), into: imagePipeline) { _, _, _ in }
    #expect(imagePipeline.counts.opened == 4)
  }

  @Test func strangersWithoutAPlaceAreToldToComeAgain() async throws {
    let imagePipeline = FakeImagePipeline()
    for (refused, opened) in [(ImageSender.stranger, 0), (.proven, 3)] {
      imagePipeline.refuse(refused)
      let problem = try await ProductFormTests.refusal(Self.form("{}"), into: imagePipeline)
      #expect(problem.status == .serviceUnavailable)
      #expect(imagePipeline.counts.opened == opened)
      #expect(imagePipeline.counts.finished == 0)
      #expect(imagePipeline.counts.discarded == opened)
      #expect(imagePipeline.places == [])
    }
  }

  @Test func aFormWithoutParamsLetsGoOfItsImages() async throws {
    let imagePipeline = FakeImagePipeline()
    let form = SentForm.parts(("images", SentForm.first), ("images", SentForm.second))
    let problem = try await ProductFormTests.refusal(form, into: imagePipeline)
    #expect(ProductFormTests.summary(problem) == "422 rejected /params required")
    #expect(imagePipeline.counts == .init(opened: 2, finished: 0, discarded: 2, atOnce: 2))
    #expect(imagePipeline.places == [])
  }

  @Test func imagesOfNobodyAreNotEvenTaken() async throws {
    let vendors = try await VendorShop()
    for identifier in ["x", try VendorIdentifier.sample(9).description] {
      let answer = try await Self.send(Self.form("{}"), by: identifier, to: vendors)
      #expect(answer.status == 401, "\(answer.text)")
      #expect(answer.code == "unauthenticated", "\(answer.text)")
    }
    #expect(vendors.shop.imagePipeline.counts == .init())
  }

  @Test func imagesOfAVendorWaitForTheSecret() async throws {
    let vendors = try await VendorShop()
    let identifier = vendors.vendor.identifier.description
    let imagePipeline = vendors.shop.imagePipeline
    let wrong = try await Self.send(Self.form(Self.params("wrong")), by: identifier, to: vendors)
    #expect(wrong.status == 401)
    #expect(imagePipeline.counts == .init(opened: 3, finished: 0, discarded: 3, atOnce: 3))
    let params = Self.params(VendorShop.secret)
    let right = try await Self.send(Self.form(params), by: identifier, to: vendors)
    #expect(right.status == 201, "\(right.text)")
    #expect(imagePipeline.counts.finished == 3, "\(right.text)")
    #expect(imagePipeline.places == [])
  }

  private static func params(_ secret: String) -> String {
    VendorShop.params.dropLast() + #","secret":"\#(secret)"}"#
  }

  private static func send(
    _ form: SentForm, by identifier: String, to vendors: VendorShop
  ) async throws -> Answer {
    try await vendors.send(
      .post, VendorProductRoutesTests.path, form.bytes,
      [("identifier", identifier), ("Content-Type", form.contentType)])
  }
}
