/// Reads `X-Forwarded-For`, `-Proto` and `-Host`: three lists without a standard.
///
/// Only elements at the right can be believed, so they are read from there, and no further
/// than the walk goes: what a client has put in front costs nothing.
struct XForwardedFields {
  private let nodes: [UnsafeRawBufferPointer]
  private let schemes: [UnsafeRawBufferPointer]
  private let hosts: [UnsafeRawBufferPointer]

  /// Each array holds the values of the field lines of one name, in order.
  init(
    nodes: [UnsafeRawBufferPointer], schemes: [UnsafeRawBufferPointer],
    hosts: [UnsafeRawBufferPointer]
  ) {
    self.nodes = nodes
    self.schemes = schemes
    self.hosts = hosts
  }

  var isEmpty: Bool { nodes.isEmpty && schemes.isEmpty && hosts.isEmpty }

  /// The addresses told, the nearest proxy's first.
  var addresses: [ClientAddress?] {
    Self.elements(nodes, atMost: Forwarding.hopsMax).map {
      ForwardedNode.address($0, bareIPv6: true)
    }
  }

  /// The hop where the walk ended, completed from the other two lists.
  func hop(_ address: ClientAddress?, at distance: Int) -> ForwardedHop {
    ForwardedHop(
      address: address, scheme: aligned(schemes, distance).flatMap { Client.Scheme($0) },
      host: aligned(hosts, distance).flatMap { ForwardedHop.host($0) })
  }

  /// The element at `distance` from the right, when the list is as long as that of the
  /// addresses; otherwise the right-most.
  ///
  /// Proxies that append do so to all three. Most overwrite scheme and host, and then there is one.
  private func aligned(
    _ lines: [UnsafeRawBufferPointer], _ distance: Int
  ) -> UnsafeRawBufferPointer? {
    let limit = Forwarding.hopsMax
    let found = Self.elements(lines, atMost: limit)
    let isAligned = found.count == Self.elements(nodes, atMost: limit).count
    return isAligned && distance < found.count ? found[distance] : found.first
  }

  /// The elements from right to left, without empty ones.
  private static func elements(
    _ lines: [UnsafeRawBufferPointer], atMost limit: Int
  ) -> [UnsafeRawBufferPointer] {
    var found: [UnsafeRawBufferPointer] = []
    for line in lines.reversed() {
      var end = line.count
      while end >= 0, found.count < limit {
        let start = line.slice(0, end).lastIndex(of: Octet.comma).map { $0 + 1 } ?? 0
        let element = line.slice(start, end).trimmed
        if !element.isEmpty { found.append(element) }
        end = start - 1
      }
    }
    return found
  }
}
