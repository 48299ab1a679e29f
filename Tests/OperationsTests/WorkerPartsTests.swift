import Foundation
import LocalPostgres
import Testing

@testable import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The small parts of workers and their parent.
@Suite struct WorkerPartsTests {
  // MARK: Which file

  @Test func aWorkerIsOfItsParentsImage() throws {
    let here = try #require(CommandLine.arguments.first.map { URL(fileURLWithPath: $0) })
    let image = URL(fileURLWithPath: ChildProcess.ownImage)
    #expect(image.resolvingSymlinksInPath().path == here.resolvingSymlinksInPath().path)
  }

  // MARK: What a worker says

  @Test func wordsComeThroughTheirLines() {
    let refusal = CommandError(.configuration, "two mistakes:\n  one\n  two")
    for word in [WorkerWord.ready, .refused(refusal)] {
      #expect(!word.line.contains("\n"))
      #expect(WorkerWord(line: word.line) == word)
    }
    for line in ["", "refused", "refused 1", "refused 1 x", "refused x y", "ready or not"] {
      #expect(WorkerWord(line: line) == nil, "\(line)")
    }
  }

  @Test func aChannelTellsOfTheOthersEnd() throws {
    let (ours, theirs) = try #require(ControlSocket.pair())
    #expect(ours.received() == nil)
    theirs.say("ready".utf8)
    #expect(ours.received() == Array("ready\n".utf8))
    ours.say("{}".utf8)
    ours.tell(SIGHUP)
    #expect(ControlSocket.readLine(from: theirs.descriptor) == Array("{}".utf8))
    #expect(ControlSocket.readByte(from: theirs.descriptor) == UInt8(SIGHUP))
    theirs.close()
    #expect(ours.received() == [])
    #expect(ControlSocket.readByte(from: ours.descriptor) == nil)
    #expect(!ours.say("x".utf8))
    ours.close()
  }

  @Test("a worker keeps freed memory at hand, unless the operator has tuned the C library")
  func allocation() {
    #expect(ChildProcess.allocation([:]) == ["GLIBC_TUNABLES=glibc.malloc.tcache_count=127"])
    #expect(ChildProcess.allocation(["GLIBC_TUNABLES": ""]) == [])
  }

  // MARK: What is inherited

  /// In processes of their own, because they change the environment.
  @Test func aListenerForAnotherProcessIsNotOurs() async {
    await #expect(processExitsWith: .success) {
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_PID", "1", 1)
      let first = try Inheritance.take()
      #expect(first.listener == nil)
      #expect(getenv("LISTEN_FDS") == nil)
      #expect(getenv("LISTEN_PID") == nil)
    }
  }

  @Test func aListenerForUsIsTakenAndNotPassedOn() async {
    await #expect(processExitsWith: .success) {
      // Whatever is open there, or else a copy of another one: passed on, until it is taken.
      if fcntl(3, F_GETFD) < 0 { #expect(dup2(2, 3) == 3) }
      #expect(fcntl(3, F_SETFD, 0) == 0)
      setenv("LISTEN_FDS", "1", 1)
      setenv("LISTEN_PID", "\(getpid())", 1)
      let inheritance = try Inheritance.take()
      #expect(inheritance.listener == 3)
      #expect(fcntl(3, F_GETFD) == FD_CLOEXEC)
      setenv("LISTEN_FDS", "2", 1)
      setenv("LISTEN_PID", "\(getpid())", 1)
      let refusal = #expect(throws: CommandError.self) { try Inheritance.take() }
      #expect(refusal?.code == .configuration)
    }
  }

  @Test func onlyAListenerThatWasMadeHereEndsWithTheServer() {
    #expect(Inheritance.none.isListenerOurs)
    #expect(!Inheritance(listener: 3).isListenerOurs)
    var workerConfiguration = WorkerConfiguration(
      workers: 2, database: "", isDatabasePrivate: false)
    #expect(!Inheritance(listener: 3, workerConfiguration: workerConfiguration).isListenerOurs)
    workerConfiguration.isListenerOurs = true
    #expect(Inheritance(listener: 3, workerConfiguration: workerConfiguration).isListenerOurs)
  }
}
