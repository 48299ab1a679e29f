/// First in, first out, in an array whose used-up front is given back now and then.
struct Deque<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes out everything, in order.
  mutating func removeAll() -> [Element] {
    defer {
      elements = []
      head = 0
    }
    return remaining
  }

  /// Takes out the elements that `condition` chooses, in order; the others keep theirs.
  mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
    let all = remaining
    elements = all.filter { !condition($0) }
    head = 0
    return all.filter(condition)
  }

  /// Its elements, in order.
  var remaining: [Element] { elements[head...].compactMap(\.self) }
}
