import Cryptography
import Domain
import Fakes
import Foundation
import Images
import Synchronization
import Testing
import Text
import UseCases

@testable import Pictures

/// Whose fault it is when a decoder does not do what it is there for.
@Suite struct BrokenDecoderTests {
  /// A shell in place of the tool, which is confined like it.
  private static func tool(_ script: String) -> ImageTool {
    ImageTool(path: "/bin/sh", leading: ["-c", script, "tool"])
  }

  /// What an image is answered, and what is told to the log.
  private static func outcome(
    of tool: ImageTool, for bytes: [UInt8] = SampleImages.soft(30, 20),
    workMax: Duration = .seconds(30)
  ) async throws -> (error: IntakeError?, reports: [DecoderReport]) {
    let told = Told()
    var settings = VipsImagePipeline.Settings(
      tool: tool, scratchDirectory: NSTemporaryDirectory())
    settings.workMax = workMax
    let imagePipeline = VipsImagePipeline(settings, told)
    let intake = try await imagePipeline.open(in: UploadPlace(.proven))
    try await intake.write(bytes)
    let turn = try await imagePipeline.turn(for: 1)
    defer { imagePipeline.end(turn) }
    do throws(IntakeError) {
      _ = try await intake.finish(declaredType: nil, isCover: false, in: turn)
      return (nil, told.all)
    } catch {
      return (error, told.all)
    }
  }

  /// Programs that are broken, and how their end is told.
  private static let broken: [(what: String, tool: ImageTool, how: String)] = [
    // The stack ends before the shell's patience does, or the other way round.
    ("a crash", tool("ulimit -s 64; f() { f; }; f"), "i"),
    ("a library is gone", tool("echo no libvips.so >&2; exit 127"), "status 127: no libvips.so"),
    ("nothing is read", ImageTool(path: "/bin/false"), "status 1"),
    ("no sandbox", tool("exit 240"), "it cannot be confined on this system"),
    ("no tool", ImageTool(path: "/nonexistent"), "/nonexistent cannot be started"),
    ("nonsense", ImageTool(path: "/bin/echo"), "something else than it was asked for"),
    ("silence", ImageTool(path: "/bin/true"), "something else than it was asked for"),
  ]

  @Test("the customer comes again and the operator learns why", arguments: broken)
  func brokenPrograms(what: String, tool: ImageTool, how: String) async throws {
    let image = SampleImages.soft(30, 20)
    let (error, reports) = try await Self.outcome(of: tool, for: image)
    #expect(error == .failure(.unavailable(retryAfterSeconds: 30)), "\(what)")
    guard case .failed(let told, let digest)? = reports.first, reports.count == 1 else {
      Issue.record("\(what): \(reports)")
      return
    }
    #expect(told.contains(how), "\(told)")
    #expect(digest == Hexadecimal.text(SHA256.digest(image)), "\(told)")
  }

  @Test func aProgramThatIsLateIsNoFaultOfTheImage() async throws {
    let (error, reports) = try await Self.outcome(
      of: Self.tool("while :; do :; done"), workMax: .milliseconds(300))
    #expect(error == .failure(.unavailable(retryAfterSeconds: 5)))
    guard case .failed? = reports.first else {
      Issue.record("\(reports)")
      return
    }
  }

  /// The bound is one of computing, not of time: no other program can use it up.
  @Test func whatComputesForTooLongIsTheImageItself() async throws {
    var endless = Self.tool("while :; do :; done")
    endless.sourceSecondsMax = 1
    let (error, reports) = try await Self.outcome(of: endless)
    #expect(error == .flaw(.costly))
    guard case .remark? = reports.first else {
      Issue.record("\(reports)")
      return
    }
  }

  @Test(
    "a refused picture is decoded again only where the decoder blames its profile",
    arguments: [("unable to parse image", true), ("unable to load profile", false)])
  func repeatedDecoding(message: String, isRefused: Bool) async throws {
    let sample = SampleImages.drawn(8, 8) { _, _ in (1, 2, 3, 255) }
    let octal = sample.map { "\\" + String($0, radix: 8) }.joined()
    let script = """
      case "$*" in *--import-profile*) echo \(message) >&2; exit 1;; *) printf '\(octal)';; esac
      """
    let webp = try #require(TinyImage.bytes(.webp))
    let (error, _) = try await Self.outcome(of: Self.tool(script), for: webp)
    guard case .flaw? = error else {
      #expect(!isRefused)
      return
    }
    #expect(isRefused)
  }

  @Test func aFormatThatTheToolWasBuiltWithoutIsToldByItsName() async throws {
    let sample = SampleImages.drawn(8, 8) { _, _ in (1, 2, 3, 255) }
    let octal = sample.map { "\\" + String($0, radix: 8) }.joined()
    let script = """
      IFS= read -r line
      case $line in *ftyp*) echo no loader >&2; exit 1;; *) printf '\(octal)';; esac
      """
    let heic = try #require(TinyImage.bytes(.heic))
    let (error, reports) = try await Self.outcome(of: Self.tool(script), for: heic)
    #expect(error == .flaw(.needsTool(.heic)))
    #expect(reports == [])
    guard case .flaw(let flaw)? = error else { return }
    #expect(flaw.flaw.code == "unsupported_format")
    #expect(flaw.flaw.detail.contains("HEIC"))
  }
}

/// What was told to the log.
final class Told: PictureObserver {
  private let reports = Mutex<[DecoderReport]>([])
  var all: [DecoderReport] { reports.withLock { $0 } }
  func take(_ report: DecoderReport) { reports.withLock { $0.append(report) } }
}
