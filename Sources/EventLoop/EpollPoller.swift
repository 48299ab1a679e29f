#if os(Linux)
  internal import CLinux
  internal import Dispatch
  import Glibc

  /// One epoll set behind one Dispatch source that lives as long as the loop.
  ///
  /// Sources that come and go on several queues run into a use-after-free of libdispatch on
  /// Linux (swift-corelibs-libdispatch issue 949), and cost 1.4 times as much; here connections
  /// come and go inside the set. Owned by its loop, which has no end.
  final class EpollPoller: Poller {
    private let set: Int32
    /// Readable when a wait inside a turn has to end.
    private let interruption: Int32
    @exclusivity(unchecked) private var table = WatchTable()
    private var source: (any DispatchSourceRead)?
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)
    /// How long a loop that has just been busy waits for more before it gives its thread back.
    /// Waking it through Dispatch costs two context switches more than waiting here.
    private static let parkLimit = Duration.milliseconds(5)
    private static let interruptionToken: UInt64 = .max

    init() throws(EventLoopError) {
      set = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard set >= 0 else { throw EventLoopError(call: "epoll_create1", code: errno) }
      interruption = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      guard interruption >= 0 else {
        close(set)
        throw EventLoopError(call: "eventfd", code: errno)
      }
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = Self.interruptionToken
      epoll_ctl(set, EPOLL_CTL_ADD, interruption, &event)
    }

    func start(_ loop: EventLoop) {
      let source = DispatchSource.makeReadSource(fileDescriptor: set, queue: loop.queue)
      source.setEventHandler { [self] in loop.turn { drain(loop) } }
      source.activate()
      self.source = source
    }

    func interrupt() { eventfd_write(interruption, 1) }

    /// Fetches and reports events until none are left and none come for a while: a busy loop stays
    /// here and spares the way through Dispatch.
    private func drain(_ loop: EventLoop) {
      repeat {
        var count = fetch(waiting: 0)
        if count == 0 {
          let wait = loop.park(upTo: Self.parkLimit)
          if wait > .zero { count = fetch(waiting: Int32(wait / .milliseconds(1))) }
          loop.unpark()
        }
        guard count > 0 else { return }
        loop.refreshTime()
        for index in 0..<count { report(events[index]) }
      } while loop.endRound()
    }

    private func fetch(waiting milliseconds: Int32) -> Int {
      Int(epoll_wait(set, events.baseAddress, Int32(events.count), milliseconds))
    }

    private func report(_ event: epoll_event) {
      guard event.data.u64 != Self.interruptionToken else {
        var count: eventfd_t = 0
        eventfd_read(interruption, &count)
        return
      }
      guard let handler = table.handler(of: Int(bitPattern: UInt(event.data.u64))) else { return }
      var readiness: Readiness = []
      if event.events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 {
        readiness.insert(.readable)
      }
      if event.events & EPOLLRDHUP.rawValue != 0 { readiness.insert(.ended) }
      if event.events & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
      if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
        readiness.formUnion([.readable, .writable, .closed])
      }
      handler.ready(readiness)
    }

    func add(_ descriptor: Int32, _ watch: Watch, _ handler: any ReadinessHandler)
      throws(EventLoopError) -> Int
    {
      let token = table.insert(handler)
      var event = epoll_event()
      event.data.u64 = UInt64(UInt(bitPattern: token))
      switch watch {
      case .connection:
        let both = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue
        event.events = both | moa_epoll_edge_triggered()
      // Not exclusive: a process that leaves newcomers to others relies on the others being awake.
      case .listener: event.events = EPOLLIN.rawValue
      }
      guard epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
        table.remove(token)
        throw EventLoopError(call: "epoll_ctl", code: errno)
      }
      return token
    }

    func setInterest(_ token: Int, readable: Bool, writable: Bool) {}

    func remove(_ token: Int, _ descriptor: Int32, closing: Bool) {
      table.remove(token)
      guard !closing else { return }
      epoll_ctl(set, EPOLL_CTL_DEL, descriptor, nil)
    }
  }
#endif
