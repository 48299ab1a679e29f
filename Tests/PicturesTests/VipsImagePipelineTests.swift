import Cryptography
import Domain
import Fakes
import Foundation
import Images
import Testing
import UseCases

@testable import Pictures

@Suite struct VipsImagePipelineTests {
  private let told = Told()

  private func imagePipeline(
    _ change: (inout VipsImagePipeline.Settings) -> Void = { _ in }
  ) throws -> VipsImagePipeline {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    var settings = VipsImagePipeline.Settings(
      tool: tool, scratchDirectory: NSTemporaryDirectory())
    settings.bePatient()
    change(&settings)
    return VipsImagePipeline(settings, told)
  }

  private func take(
    _ bytes: [UInt8], into imagePipeline: VipsImagePipeline, as type: String? = nil
  ) async throws -> PreparedImage {
    let intake = try await imagePipeline.open(in: UploadPlace(.proven))
    // In pieces, as they come from a socket.
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      try await intake.write(Array(bytes[start..<min(bytes.count, start + 100_000)]))
    }
    #expect(intake.digest == SHA256.digest(bytes))
    let turn = try await imagePipeline.turn(for: 1)
    defer { imagePipeline.end(turn) }
    return try await intake.finish(declaredType: type, isCover: false, in: turn)
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  @Test func aPhotographIsMadeSmallInEverySize() async throws {
    let jpeg = try Photograph.converted(SampleImages.soft(1_600, 1_200), to: ".jpg[Q=95]")
    let image = try await take(jpeg, into: imagePipeline(), as: "text/html")
    #expect(image.original.mediaType == .jpeg)
    #expect(image.original.width == 1_600)
    #expect(image.original.height == 1_200)
    #expect(image.original.bytes.count <= ImageLimits.servedBytesMax)
    #expect(image.original.digest.bytes == SHA256.digest(image.original.bytes))
    let sizes = image.renditions.map { "\($0.preset) \($0.width)x\($0.height)" }
    #expect(sizes == ["thumb 200x150", "cell 400x300", "full 1080x810"])
    for rendition in image.renditions {
      let file = try ImageFile(rendition.bytes, within: .served)
      #expect(file.format == .jpeg)
      #expect(file.size.width == rendition.width)
      #expect(rendition.bytes.count < image.original.bytes.count)
    }
    #expect(told.all == [])
  }

  @Test(arguments: ["gif", "webp", "heic"])
  func otherFormatsBecomeJPEG(_ name: String) async throws {
    let source = try Photograph.converted(SampleImages.soft(320, 240), to: ".\(name)")
    let image = try await take(source, into: imagePipeline(), as: "image/jpg")
    #expect(image.original.mediaType == .jpeg)
    #expect(image.original.width == 320)
    #expect(image.renditions.map(\.preset) == [.thumb])
    let ended = try await take(source + [0x0D, 0x0A], into: imagePipeline())
    #expect(ended.original == image.original, "a line end behind it changes nothing")
  }

  @Test func placeAndDeviceAreGoneAndThePictureIsUpright() async throws {
    let jpeg = try Photograph.converted(SampleImages.soft(300, 200), to: ".jpg[strip]")
    let hidden = Array("<script>alert(1)</script>PK\u{3}\u{4}".utf8)
    let notes = SampleImages.exif(orientation: 6) + SampleImages.segment(0xFE, hidden)
    let photograph = [0xFF, 0xD8] + notes + jpeg.dropFirst(2) + hidden
    let image = try await take(photograph, into: imagePipeline())
    #expect(image.original.width == 200)
    #expect(image.original.height == 300)
    for bytes in [image.original.bytes] + image.renditions.map(\.bytes) {
      #expect(!contains(bytes, "Exif"))
      #expect(!contains(bytes, "script"))
      #expect(!contains(bytes, "PK"))
    }
    // Without the tool the picture keeps the note that turns it, and no other.
    let plain = try await take(photograph, into: imagePipeline { $0.tool = nil })
    #expect(contains(plain.original.bytes, "Exif"))
    #expect(!contains(plain.original.bytes, "script"))
    #expect(plain.original.bytes.count == jpeg.count + 36)
    #expect(plain.renditions == [])
    #expect(plain.color == .gray)
  }

  @Test func whatIsTransparentStaysPNGAndWhatOnlySaysSoDoesNot() async throws {
    let clear = SampleImages.drawn(300, 300, hasAlpha: true) { x, _ in
      (200, 30, 30, x < 150 ? 0 : 255)
    }
    let image = try await take(clear, into: imagePipeline())
    #expect(image.original.mediaType == .png)
    #expect(abs(Int(image.color.red) - 200) < 4)
    #expect(abs(Int(image.color.green) - 30) < 4)
    let claims = try ImageReading(of: image.original.bytes, within: .served).claims
    #expect(claims.mayBeTransparent)
    // Something like a photograph, which is no larger as JPEG.
    let grain = SampleImages.noise(300, 300)
    let opaque = SampleImages.drawn(300, 300, hasAlpha: true) { x, y in
      let noise = grain[100 + (y * 300 + x) % 200_000] & 15
      return (20 + noise, 30 + UInt8(x / 10) + noise, 180 + UInt8(y / 10) + noise, 255)
    }
    let other = try await take(opaque, into: imagePipeline())
    #expect(other.original.mediaType == .jpeg)
    // JPEG is not exact.
    let (red, blue) = (Int(other.color.red), Int(other.color.blue))
    #expect((16...40).contains(red), "\(other.color)")
    #expect((176...230).contains(blue), "\(other.color)")
  }

  @Test func noiseOfNearlyTenMegabytesIsBroughtUnderTheLimit() async throws {
    let noise = SampleImages.noise(1_850, 1_850)
    #expect(noise.count > 10_000_000)
    #expect(noise.count <= ImageLimits.arrivingBytesMax)
    let image = try await take(noise, into: imagePipeline())
    #expect(image.original.bytes.count <= ImageLimits.servedBytesMax)
    #expect(image.renditions.allSatisfy { $0.bytes.count <= ImageLimits.servedBytesMax })
  }

  /// By no more than one step of the ladder.
  @Test func itIsMadeNoSmallerThanItMust() async throws {
    let noise = SampleImages.noise(1_600, 1_200)
    let image = try await take(noise, into: imagePipeline())
    let size = "\(image.original.width)x\(image.original.height) \(image.original.bytes.count)"
    #expect(image.original.bytes.count <= ImageLimits.servedBytesMax, "\(size)")
    #expect(image.original.bytes.count >= ImageLimits.servedBytesMax * 7 / 10, "\(size)")
  }

  @Test func whatIsTooLargeIsRefusedWhereThatIsWanted() async throws {
    let noise = SampleImages.noise(350, 350)
    #expect(noise.count > ImageLimits.servedBytesMax)
    let strict = try imagePipeline { $0.oversized = .reject }
    let refusal = IntakeError.tooLarge(size: noise.count, limit: ImageLimits.servedBytesMax)
    await #expect(throws: refusal) { try await take(noise, into: strict) }
    // Without a tool nobody can make it smaller.
    let toolless = try imagePipeline { $0.tool = nil }
    await #expect(throws: refusal) { try await take(noise, into: toolless) }
    let larger = [UInt8](repeating: 0xFF, count: ImageLimits.arrivingBytesMax + 1)
    let limit = IntakeError.tooLarge(size: larger.count, limit: ImageLimits.arrivingBytesMax)
    await #expect(throws: limit) { try await take(larger, into: imagePipeline()) }
    let told = IntakeError.tooLarge(size: larger.count, limit: ImageLimits.servedBytesMax)
    for imagePipeline in [strict, toolless] {
      await #expect(throws: told) { try await take(larger, into: imagePipeline) }
      #expect(
        try await imagePipeline.open(in: UploadPlace(.proven)).limit == ImageLimits.servedBytesMax)
    }
  }

  @Test func bombsAreRefusedBeforeADecoderIsAsked() async throws {
    // Were it asked, this one would say that it cannot be run.
    let imagePipeline = try imagePipeline { $0.tool = ImageTool(path: "/nonexistent") }
    let bombs: [([UInt8], String)] = [
      (SampleImages.png(width: 100_000, height: 100_000), "too_many_pixels"),
      (SampleImages.gif(width: 60_000, height: 60_000), "too_many_pixels"),
      (SampleImages.heic(sizes: [(60_000, 60_000)]), "too_many_pixels"),
      (Array("<svg onload=alert(1)>".utf8), "unknown_format"),
      (Array("<html>".utf8), "unknown_format"), ([], "unknown_format"),
      (Array(SampleImages.png().dropLast(25)), "truncated"),
    ]
    for (bytes, code) in bombs {
      await #expect {
        try await take(bytes, into: imagePipeline, as: "image/jpeg")
      } throws: { error in
        guard case .flaw(let flaw) = error as? IntakeError else { return false }
        return flaw.flaw.code == code
      }
    }
  }

  @Test func whatOnlyLooksLikeAnImageIsRefusedAndTheServerLives() async throws {
    let imagePipeline = try imagePipeline()
    let jpeg = try Photograph.converted(SampleImages.soft(300, 200), to: ".jpg")
    // Every mark is where it should be, and between them is nothing that can be decoded.
    let hollow = [
      SampleImages.jpeg(), SampleImages.png(), SampleImages.webp(), SampleImages.losslessWebP(),
      SampleImages.heic(),
    ]
    for bytes in hollow {
      await #expect(throws: IntakeError.flaw(.undecodable)) {
        try await take(bytes, into: imagePipeline)
      }
    }
    #expect(try await take(jpeg, into: imagePipeline).original.width == 300)
  }

  @Test func aFullDiskIsNoFaultOfTheImage() async throws {
    let nowhere = try imagePipeline { $0.scratchDirectory = "/nonexistent" }
    await #expect(throws: Failure.unavailable(retryAfterSeconds: 30)) {
      try await nowhere.open(in: UploadPlace(.proven))
    }
    #expect(told.all.count == 1)
  }

  @Test func onlySoManyFormsAreInAtATime() async throws {
    let imagePipeline = try imagePipeline { ($0.formsMax, $0.strangersMax) = (2, 1) }
    let full = Failure.unavailable(retryAfterSeconds: 5)
    let stranger = try imagePipeline.admit(.stranger, from: .sample)
    #expect(throws: full) { try imagePipeline.admit(.stranger, from: .sample) }
    // Whom strangers leave no room take none from those who have proven themselves.
    let proven = try imagePipeline.admit(.proven, from: .sample)
    _ = try imagePipeline.admit(.proven, from: .sample)
    #expect(throws: full) { try imagePipeline.admit(.proven, from: .sample) }
    imagePipeline.release(proven)
    _ = try imagePipeline.admit(.proven, from: .sample)
    #expect(throws: full) { try imagePipeline.admit(.stranger, from: .sample) }
    imagePipeline.release(stranger)
    _ = try imagePipeline.admit(.stranger, from: .sample)
  }

  @Test("a form that has given its place away is refused with its next bytes, until it is proven")
  func givenWay() async throws {
    let imagePipeline = try imagePipeline { _ in }
    let place = try imagePipeline.admit(.stranger, from: .sample)
    let intake = try await imagePipeline.open(in: place)
    try await intake.write([1])
    place.giveWay()
    await #expect(throws: Failure.unavailable(retryAfterSeconds: 5)) {
      try await intake.write([2])
    }
    try intake.prove()
    try await intake.write([2])
  }

  @Test("what came before its sender was proven takes of the disk for those who are proven")
  func whoIsProvenIsCounted() async throws {
    let imagePipeline = try imagePipeline { $0.scratchBytesMax = 100 }
    let first = try await imagePipeline.open(in: UploadPlace(.stranger))
    try await first.write([UInt8](repeating: 1, count: 80))
    try first.prove()
    let second = try await imagePipeline.open(in: UploadPlace(.stranger))
    try await second.write([UInt8](repeating: 2, count: 80))
    #expect(throws: Failure.unavailable(retryAfterSeconds: 5)) { try second.prove() }
    await first.discard()
    let third = try await imagePipeline.open(in: UploadPlace(.stranger))
    try await third.write([UInt8](repeating: 3, count: 80))
    try third.prove()
  }

  @Test func aFormHasItsPlaceUntilItIsStored() async throws {
    let imagePipeline = try imagePipeline { $0.formsMax = 1 }
    try await imagePipeline.withUploadSlot(for: .proven, from: .sample) { slot in
      try await slot.open().write(SampleImages.soft(30, 20))
      slot.keep()
      let images = try await slot.decoded()
      #expect(images.count == 1)
      #expect(throws: Failure.unavailable(retryAfterSeconds: 5)) {
        try imagePipeline.admit(.proven, from: .sample)
      }
    }
    _ = try imagePipeline.admit(.proven, from: .sample)
  }

  @Test func noFileIsLeftAnywhere() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let imagePipeline = try imagePipeline { $0.scratchDirectory = directory.path }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }
    let intake = try await imagePipeline.open(in: UploadPlace(.proven))
    try await intake.write(SampleImages.soft(300, 200))
    #expect(try names() == [], "a file with a name would be left by kill -9")
    _ = try await intake.finish(
      declaredType: nil, isCover: false, in: imagePipeline.turn(for: 1))
    #expect(try names() == [])
  }
}
