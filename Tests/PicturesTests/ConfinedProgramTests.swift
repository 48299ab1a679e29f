import Foundation
import Testing

@testable import Pictures

/// Stand-ins for a decoder that was taken over: the shell does what it is told, as far as it can.
@Suite struct ConfinedProgramTests {
  private func run(
    _ script: String, by interpreter: [String] = ["/bin/sh", "-c"], limit: Int = 10_000,
    within time: Duration = .seconds(20), input text: String = "from outside\n",
    change: (inout ConfinedProgram) -> Void = { _ in }
  ) throws -> ConfinedProgram.Outcome {
    var program = ConfinedProgram(
      path: interpreter[0], arguments: Array(interpreter.dropFirst()) + [script])
    change(&program)
    let file = try ScratchFile(Array(text.utf8), in: NSTemporaryDirectory())
    let input = try file.openForReading()
    defer { close(input) }
    return program.run(
      input: input, output: .pipe(bytesMax: limit), deadline: ContinuousClock.now.advanced(by: time)
    )
  }

  private func said(_ outcome: ConfinedProgram.Outcome) -> String {
    guard case .done(let bytes) = outcome else { return "\(outcome)" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func itReadsItsInputAndWritesItsOutput() throws {
    #expect(said(try run("read line; echo got $line")) == "got from outside\n")
    #expect(try run("echo 12345", limit: 6) == .done(Array("12345\n".utf8)))
    #expect(try run("echo 12345", limit: 5) == .long(6))
    #expect(try run("echo what it is >&2; exit 3") == .refused("status 3: what it is\n"))
  }

  @Test func itsOutputMayBeAFileOfOurs() throws {
    let program = ConfinedProgram(path: "/bin/sh", arguments: ["-c", "read line; echo got $line"])
    let input = try ScratchFile(Array("from outside\n".utf8), in: NSTemporaryDirectory())
    let output = try ScratchFile(in: NSTemporaryDirectory())
    func run(bytesMax: Int) throws -> ConfinedProgram.Outcome {
      let descriptor = try input.openForReading()
      defer { close(descriptor) }
      return program.run(
        input: descriptor, output: .file(output.descriptor, bytesMax: bytesMax),
        deadline: ContinuousClock.now.advanced(by: .seconds(20)))
    }
    #expect(try run(bytesMax: 1_000) == .done([]))
    #expect(try output.contents(upTo: 1_000) == Array("got from outside\n".utf8))
    // One byte more is too many.
    #expect(try run(bytesMax: 16) == .broken("it ended by signal \(SIGXFSZ)"))
  }

  @Test func itIsStoppedAtWhatIsWantedWhereNobodyAsksForMore() throws {
    let endless = "while :; do echo 0123456789012345678901234567890123456789; done"
    let outcome = try run(endless, limit: 1_000) { $0.stopsWhenLong = true }
    guard case .long(let count) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(count > 1_000)
    #expect(
      try run("echo 12345", limit: 6) { $0.stopsWhenLong = true } == .done(Array("12345\n".utf8)))
  }

  @Test func itKnowsNothingOfUs() throws {
    #expect(said(try run("echo $HOME$MOA_ADMIN_TOKEN$PATH; pwd")).hasSuffix("/\n"))
    // 0, 1, 2 and nothing else is open: a descriptor that is not there cannot be written to.
    for descriptor in 3...9 {
      let outcome = try run("echo here >&\(descriptor)")
      #expect(outcome != .done(Array("here\n".utf8)), "\(descriptor)")
    }
  }

  #if os(Linux)
    @Test func itCanDoNothingElse() throws {
      let forbidden = [
        ("a file", "read x < /etc/passwd"),
        ("the settings of others", "read x < /proc/1/environ"),
        ("writing", ": > \(NSTemporaryDirectory())/moa-escaped"),
        ("writing to its input", "echo x >&0"), ("a process", "(:)"),
        ("another program", "exec /bin/ls"), ("itself again", "exec /bin/sh -c :"),
      ]
      for (what, script) in forbidden {
        let outcome = try run(script)
        guard case .refused(let why) = outcome else {
          Issue.record("\(what): \(outcome)")
          continue
        }
        #expect(!why.isEmpty, "\(what)")
      }
      let escaped = NSTemporaryDirectory() + "/moa-escaped"
      #expect(!FileManager.default.fileExists(atPath: escaped))
      // A library can be read, which shows that the refusals are not those of a missing file.
      #expect(said(try run("read x < /usr/lib/os-release && echo yes")) == "yes\n")
    }

    /// A descriptor that has an owner and a signal kills whoever owns it by a write.
    @Test func itCannotSendSignalsByDescriptors() throws {
      let script = """
        print fcntl(STDOUT, 3, 0) ? "read " : "not read ";
        print fcntl(STDOUT, $_, 1) ? "set " : "not set " for 8, 10;
        """
      let outcome = try run("-", by: ["/usr/bin/perl"], input: script)
      #expect(said(outcome) == "read not set not set ")
    }

    /// A decoder that was taken over has no code but that of its libraries.
    @Test func itMakesNoCodeOfAPictureOrOfWhatItWrote() throws {
      let script = """
        import fcntl, mmap, os
        def code(descriptor):
            mmap.mmap(descriptor, 16, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
        def again():
            os.dup2(0, 9)
            code(9)
        def instead():
            os.close(0)
            code(os.open("/proc/self/fd/0", os.O_RDONLY))
        os.write(1, b"0123456789abcdef\\n")
        for act in [
            lambda: code(0), lambda: code(1), lambda: code(os.dup(0)), lambda: code(os.dup(1)),
            lambda: code(fcntl.fcntl(0, fcntl.F_DUPFD, 10)), again, instead,
            lambda: code(os.open("/usr/lib/os-release", os.O_RDONLY)),
        ]:
            try:
                act()
                os.write(1, b"code ")
            except Exception:
                os.write(1, b"none ")
        """
      let python = ConfinedProgram(
        path: "/usr/bin/python3", arguments: ["-I", "-S", "-c", script])
      let input = try ScratchFile(Array("sixteen and more bytes".utf8), in: NSTemporaryDirectory())
      let output = try ScratchFile(in: NSTemporaryDirectory())
      let descriptor = try input.openForReading()
      defer { close(descriptor) }
      let outcome = python.run(
        input: descriptor, output: .file(output.descriptor, bytesMax: 1_000),
        deadline: ContinuousClock.now.advanced(by: .seconds(20)))
      #expect(outcome == .done([]))
      let said = String(decoding: try output.contents(upTo: 1_000), as: UTF8.self)
      // The last is a library's, which shows that code can be mapped at all.
      #expect(
        said == "0123456789abcdef\n" + String(repeating: "none ", count: 7) + "code ")
    }

    @Test func itStartsFewThreads() throws {
      let script = """
        import os, threading
        threading.stack_size(32768)
        event, count = threading.Event(), 0
        try:
            while count < 3000:
                threading.Thread(target=event.wait, daemon=True).start()
                count += 1
        except RuntimeError:
            pass
        os.write(1, b"%d" % count)
        os._exit(0)
        """
      let outcome = try run(script, by: ["/usr/bin/python3", "-I", "-S", "-c"]) {
        $0.environment = ["MALLOC_ARENA_MAX=1"]
      }
      let count = try #require(Int(said(outcome)), "\(outcome)")
      // Its account may have threads besides; the limit leaves room for those and 128 more. A
      // container has one limit for all its threads instead.
      let space = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
      let isContainer = space != "pid:[4026531836]"
      #expect((100..<(isContainer ? 3_001 : 2_000)).contains(count))
    }
  #endif

  @Test func itIsStoppedWhenItComputesWithoutEnd() throws {
    let began = ContinuousClock.now
    let outcome = try run("while :; do :; done") { $0.processorSecondsMax = 1 }
    #expect(outcome == .exhausted)
    #expect(ContinuousClock.now - began < .seconds(15))
  }

  @Test func itIsStoppedWhenItTakesMemoryWithoutEnd() throws {
    let outcome = try run("a=x; while :; do a=$a$a; done")
    switch outcome {
    case .broken, .refused: break
    default: Issue.record("\(outcome)")
    }
  }

  @Test func itIsStoppedWhenItWritesWithoutEnd() throws {
    let endless = "while :; do echo 0123456789012345678901234567890123456789; done"
    #expect(
      try run(endless, change: { $0.countedMax = 100_000 }) == .broken("it wrote without end"))
    // What it complains of without end is not kept either.
    let complaining = "i=0; while [ $i -lt 999 ]; do echo 0123456789 >&2; i=$((i+1)); done; exit 1"
    guard case .refused(let why) = try run(complaining) else {
      Issue.record("it was not refused")
      return
    }
    #expect(why.utf8.count == "status 1: ".utf8.count + 1_024)
  }

  @Test func itIsStoppedWhenItOnlyWaits() throws {
    // A pipe to itself is all that a shell can wait for without another program.
    let waiting = "exec 1>&- 2>&-; while :; do :; done"
    #expect(try run(waiting, within: .milliseconds(300)) == .late)
    #expect(try run("while :; do :; done", within: .milliseconds(300)) == .late)
  }

  @Test func itsSignalIsToldAndOneIsItsOwnFault() throws {
    let crash = try run("-", by: ["/usr/bin/perl"], input: "unpack('p', pack('Q', 1))")
    #expect(crash == .broken("it ended by signal \(SIGSEGV)"))
    for signal in 1...31 as ClosedRange<Int32> where signal != SIGXCPU {
      let end = ConfinedProgram.end(bySignal: signal)
      #expect(end == .broken("it ended by signal \(signal)"))
    }
    #expect(ConfinedProgram.end(bySignal: SIGXCPU) == .exhausted)
    #expect(ConfinedProgram.end(bySignal: 0) == nil)
  }

  @Test func aCrashIsItsOwn() throws {
    // The stack of a megabyte ends before the shell's own patience with a small one does.
    let outcome = try run("ulimit -s 64; f() { f; }; f")
    switch outcome {
    case .broken, .refused: break
    default: Issue.record("\(outcome)")
    }
  }

  @Test func aProgramThatIsNotThereIsToldApart() throws {
    let outcome = try run("") { $0 = ConfinedProgram(path: "/nonexistent", arguments: []) }
    #expect(outcome == .absent("/nonexistent cannot be started"))
  }
}
