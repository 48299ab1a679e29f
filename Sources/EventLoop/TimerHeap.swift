/// Armed timers, the earliest on top; each knows its place, so that cancelling is cheap.
///
/// A deadline that moves later stays where it is and is put right when it comes up: a
/// keep-alive connection moves its deadline with every request and touches the heap hardly ever.
struct TimerHeap {
  private struct Entry {
    var time: MonotonicTime
    let timer: LoopTimer
  }
  private var entries: [Entry] = []

  var earliest: MonotonicTime? { entries.first?.time }

  mutating func arm(_ timer: LoopTimer, at deadline: MonotonicTime) {
    timer.deadline = deadline
    guard timer.place >= 0 else {
      timer.place = entries.count
      entries.append(Entry(time: deadline, timer: timer))
      siftUp(timer.place)
      return
    }
    guard deadline < entries[timer.place].time else { return }
    entries[timer.place].time = deadline
    siftUp(timer.place)
  }

  mutating func cancel(_ timer: LoopTimer) {
    timer.deadline = nil
    guard timer.place >= 0 else { return }
    remove(at: timer.place)
  }

  /// Takes out and returns a timer whose deadline has come, or nil when there is none.
  mutating func popDue(at now: MonotonicTime) -> LoopTimer? {
    while let top = entries.first, top.time <= now {
      if let deadline = top.timer.deadline, deadline > now {
        entries[0].time = deadline
        siftDown(0)
        continue
      }
      remove(at: 0)
      top.timer.deadline = nil
      return top.timer
    }
    return nil
  }

  private mutating func remove(at index: Int) {
    entries[index].timer.place = -1
    let last = entries.removeLast()
    guard index < entries.count else { return }
    entries[index] = last
    last.timer.place = index
    siftDown(index)
    siftUp(index)
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[index].time < entries[parent].time else { return }
      swap(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
        if entries[child].time < entries[least].time { least = child }
      }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    entries[first].timer.place = first
    entries[second].timer.place = second
  }
}

/// A one-shot timer on a loop; it can be armed again and again.
///
/// Belongs to the loop that made it: arm and cancel there. Precision is about a millisecond.
public final class LoopTimer {
  /// When it fires, or nil when it is not armed.
  @exclusivity(unchecked) public internal(set) var deadline: MonotonicTime?
  /// The index in the loop's heap, or -1.
  @exclusivity(unchecked) var place = -1
  private unowned let loop: EventLoop
  private let action: () -> Void

  init(loop: EventLoop, action: @escaping () -> Void) {
    self.loop = loop
    self.action = action
  }

  /// Fires once at `time`, instead of at any time it was armed for before.
  public func arm(at time: MonotonicTime) { loop.arm(self, at: time) }

  /// Disarms the timer until it is armed again.
  public func cancel() { loop.cancel(self) }

  func fire() { action() }
}
