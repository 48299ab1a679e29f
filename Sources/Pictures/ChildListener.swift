#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the output of a child until it hangs up, within limits.
struct ChildListener {
  private let output: Int32
  private let errors: Int32
  private let limit: Int
  private let countedMax: Int
  private let complaintMax: Int
  private var kept: [UInt8] = []
  /// Bytes of output, also of those that were discarded.
  private(set) var count = 0
  /// The beginning of its error output.
  private(set) var complaint: [UInt8] = []

  /// - Parameter output: -1 for none.
  init(output: Int32, errors: Int32, limit: Int, countedMax: Int, complaintMax: Int) {
    self.output = output
    self.errors = errors
    self.limit = limit
    self.countedMax = countedMax
    self.complaintMax = complaintMax
  }

  var isLong: Bool { count > limit }

  /// The output, unless it was more than the limit.
  var bytes: [UInt8]? { isLong ? nil : kept }

  /// - Returns: whether the child hung up, before the deadline and before it wrote too much.
  mutating func listen(until deadline: ContinuousClock.Instant) -> Bool {
    var watched = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var space = [UInt8](repeating: 0, count: 64 * 1024)
    while watched.contains(where: { $0.fd >= 0 }) {
      let wait = ContinuousClock.now.duration(to: deadline)
      guard wait > .zero, count <= countedMax else { return false }
      let milliseconds = min(wait.components.seconds, 60) * 1_000 + 1
      guard poll(&watched, nfds_t(watched.count), Int32(clamping: milliseconds)) >= 0 else {
        guard errno == EINTR else { return false }
        continue
      }
      for index in watched.indices where watched[index].fd >= 0 && watched[index].revents != 0 {
        if !take(from: watched[index].fd, &space) { watched[index].fd = -1 }
      }
    }
    return true
  }

  /// - Returns: whether more may come.
  private mutating func take(from descriptor: Int32, _ space: inout [UInt8]) -> Bool {
    let got = read(descriptor, &space, space.count)
    guard got > 0 else { return got < 0 && errno == EINTR }
    if descriptor == output {
      count += got
      if count <= limit { kept += space[..<got] } else { kept = [] }
    } else {
      complaint += space[..<min(got, complaintMax - complaint.count)]
    }
    return true
  }
}
