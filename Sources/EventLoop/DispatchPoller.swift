internal import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One Dispatch source per descriptor and direction: the portable poller, used outside Linux.
///
/// Dispatch wants a descriptor to stay open until a cancelled source has been torn down, so each
/// descriptor is watched through a duplicate that is closed only then. Owned by its loop.
final class DispatchPoller: Poller {
  private final class Watched {
    let readSource: any DispatchSourceRead
    let writeSource: (any DispatchSourceWrite)?
    var isReading = true
    var isWriting = true

    init(readSource: any DispatchSourceRead, writeSource: (any DispatchSourceWrite)?) {
      self.readSource = readSource
      self.writeSource = writeSource
    }
  }

  private var table = WatchTable()
  private var watched: [Int: Watched] = [:]
  private unowned var loop: EventLoop!

  func start(_ loop: EventLoop) { self.loop = loop }

  /// It never waits inside a turn.
  func interrupt() {}

  func add(_ descriptor: Int32, _ watch: Watch, _ handler: any ReadinessHandler)
    throws(EventLoopError) -> Int
  {
    let copy = dup(descriptor)
    guard copy >= 0 else { throw EventLoopError(call: "dup", code: errno) }
    let token = table.insert(handler)
    let read = DispatchSource.makeReadSource(fileDescriptor: copy, queue: loop.queue)
    read.setEventHandler { [unowned self] in report(token, .readable) }
    var write: (any DispatchSourceWrite)?
    if case .connection = watch {
      let second = dup(descriptor)
      guard second >= 0 else {
        table.remove(token)
        read.setCancelHandler { close(copy) }
        read.activate()
        read.cancel()
        throw EventLoopError(call: "dup", code: errno)
      }
      let source = DispatchSource.makeWriteSource(fileDescriptor: second, queue: loop.queue)
      source.setEventHandler { [unowned self] in reportWritable(token) }
      source.setCancelHandler { close(second) }
      source.activate()
      write = source
    }
    read.setCancelHandler { close(copy) }
    read.activate()
    watched[token] = Watched(readSource: read, writeSource: write)
    return token
  }

  /// A descriptor is writable nearly always, so one report is given and then the source sleeps
  /// until the owner asks again.
  private func reportWritable(_ token: Int) {
    setInterest(token, readable: watched[token]?.isReading ?? false, writable: false)
    report(token, .writable)
  }

  private func report(_ token: Int, _ readiness: Readiness) {
    loop.turn { table.handler(of: token)?.ready(readiness) }
  }

  func setInterest(_ token: Int, readable: Bool, writable: Bool) {
    guard let entry = watched[token] else { return }
    if readable != entry.isReading {
      entry.isReading = readable
      readable ? entry.readSource.resume() : entry.readSource.suspend()
    }
    if writable != entry.isWriting, let source = entry.writeSource {
      entry.isWriting = writable
      writable ? source.resume() : source.suspend()
    }
  }

  func remove(_ token: Int, _ descriptor: Int32, closing: Bool) {
    table.remove(token)
    tearDown(token)
    watched[token] = nil
  }

  /// A suspended source must be resumed before it is released.
  private func tearDown(_ token: Int) {
    guard let entry = watched[token] else { return }
    setInterest(token, readable: true, writable: true)
    entry.readSource.cancel()
    entry.writeSource?.cancel()
  }
}
