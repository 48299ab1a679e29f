import Foundation
import Testing

@testable import Pictures

/// Two at a time are two of the whole server.
@Suite struct DecoderSlotsTests {
  private static var soon: ContinuousClock.Instant {
    ContinuousClock.now.advanced(by: .milliseconds(20))
  }

  @Test func onlySoManyAreTakenAtATime() throws {
    for file in [nil, try ScratchFile([0, 0], in: NSTemporaryDirectory())] {
      let slots = DecoderSlots(count: 2, descriptor: file?.descriptor, keptBy: file)
      let first = try #require(slots.take(until: Self.soon))
      var second = slots.take(until: Self.soon)
      #expect(second != nil)
      #expect(slots.take(until: Self.soon) == nil)
      second = nil
      second = slots.take(until: Self.soon)
      #expect(second != nil, "a slot is given back")
      withExtendedLifetime((first, second)) {}
    }
  }

  #if os(Linux)
    /// Another worker, in the words of another language: it holds the locks until it is told to
    /// end.
    @Test func otherWorkersCountToo() async throws {
      let file = try ScratchFile([0, 0], in: NSTemporaryDirectory())
      let script = """
        open(my $file, '+<', "/proc/\(getpid())/fd/\(file.descriptor)") or die;
        for my $place (0, 1) {
          fcntl($file, 6, pack('s s x4 q q i', 1, 0, $place, 1, 0)) or die;
        }
        print "held\\n"; <STDIN>;
        """
      let other = Process()
      let (input, output) = (Pipe(), Pipe())
      other.executableURL = URL(fileURLWithPath: "/usr/bin/perl")
      other.arguments = ["-e", "$| = 1; " + script]
      (other.standardInput, other.standardOutput) = (input, output)
      try other.run()
      #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
      let slots = DecoderSlots(count: 2, descriptor: file.descriptor, keptBy: file)
      #expect(slots.take(until: Self.soon) == nil)
      // However that worker ends, its slots are free.
      kill(other.processIdentifier, SIGKILL)
      other.waitUntilExit()
      let slot = slots.take(until: ContinuousClock.now.advanced(by: .seconds(20)))
      #expect(slot != nil)
    }
  #endif
}
