import Cryptography
import Domain
import Foundation
import Testing
import UseCases

@testable import Pictures

/// Sends pictures into an image pipeline, as routes do.
struct Intake {
  let imagePipeline: VipsImagePipeline
  let told = Told()

  init(_ change: (inout VipsImagePipeline.Settings) -> Void = { _ in }) throws {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    var settings = VipsImagePipeline.Settings(
      tool: tool, scratchDirectory: NSTemporaryDirectory())
    settings.bePatient()
    change(&settings)
    imagePipeline = VipsImagePipeline(settings, told)
  }

  func take(
    _ bytes: [UInt8], as type: String? = nil, isCover: Bool = false
  ) async throws -> PreparedImage {
    let intake = try await imagePipeline.open(in: UploadPlace(.proven))
    // In pieces, as they come from a socket.
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      try await intake.write(Array(bytes[start..<min(bytes.count, start + 100_000)]))
    }
    #expect(intake.digest == SHA256.digest(bytes))
    let turn = try await imagePipeline.turn(for: 1)
    defer { imagePipeline.end(turn) }
    return try await intake.finish(declaredType: type, isCover: isCover, in: turn)
  }

  /// The code by which a picture is refused; nil when it is taken.
  func refusal(of bytes: [UInt8]) async throws -> String? {
    do {
      _ = try await take(bytes)
      return nil
    } catch IntakeError.flaw(let flaw) {
      return flaw.flaw.code
    }
  }
}

extension VipsImagePipeline.Settings {
  /// A machine that does other things takes its time: what uses too much of a processor is ended
  /// all the same.
  mutating func bePatient() {
    runMax = .seconds(600)
    workMax = .seconds(600)
    formWorkMax = .seconds(600)
  }
}
