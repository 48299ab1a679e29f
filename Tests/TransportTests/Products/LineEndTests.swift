import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite struct LineEndTests {
  @Test("a line end behind an image is cut off only where no image can end with one")
  func lineEnds() async throws {
    let lineEnd: [UInt8] = [0x0D, 0x0A]
    for (start, isCut) in [
      ([0xFF, 0xD8, 0xFF], true), ([0x89, 0x50, 0x4E, 0x47], true), (Array("GIF89a".utf8), true),
      (Array("RIFF".utf8), false), ([0, 0, 0, 0x18], false), ([0x0D], false), ([], false),
    ] as [([UInt8], Bool)] {
      for (end, cut) in [
        (lineEnd, lineEnd), (lineEnd + lineEnd, lineEnd), ([0x0D], []), ([0x0A], []),
        ([0x0D, 0x0D, 0x0A], lineEnd), ([0x0D, 0x0A, 0x0D], []), ([0x41], []),
      ] as [([UInt8], [UInt8])] {
        for piece in [1, 2, 3, .max] {
          let recorder = Recorder()
          let request = try SentForm.plain("{}", [start + end]).request(piece: piece)
          try? await ProductFormTests.taking(request, into: recorder)
          #expect(recorder.written == start + end.dropLast(isCut ? cut.count : 0))
        }
      }
    }
  }
}

/// Keeps what it is given of one image, and takes nothing in.
private final class Recorder: ImagePipeline, ImageIntake, @unchecked Sendable {
  // Unchecked: one test, which awaits each call, uses it.
  static let bytesMax = 1_024
  let limit = 1_024
  var written: [UInt8] = []

  var digest: [UInt8] { [0] }

  func checkLine() throws(Failure) {}

  func admit(
    _ sender: ImageSender, from network: ClientNetwork
  ) throws(Failure) -> UploadPlace {
    UploadPlace(sender, from: network, sinceNanoseconds: 0)
  }

  func release(_ place: UploadPlace) {}

  func turn(for images: Int) async throws(Failure) -> ImageTurn { throw .bug("no workshop") }

  func end(_ turn: ImageTurn) {}

  func prove() {}

  func open(in place: UploadPlace) async throws(Failure) -> any ImageIntake { self }

  func write(_ bytes: [UInt8]) async throws(Failure) { written += bytes }

  func finish(
    declaredType: String?, isCover: Bool, in turn: ImageTurn
  ) async throws(IntakeError) -> PreparedImage {
    throw .failure(.bug("no workshop"))
  }

  func discard() async {}
}
