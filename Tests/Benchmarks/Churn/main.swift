import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Opens and closes connections as fast as it can: the load that breaks servers which watch each
// connection with an object of its own. A third only connects, a third asks and leaves before the
// answer, a third reads the answer; all end with a reset, so that no port stays occupied.
//
// usage: churn (PORT | unix:PATH) CONNECTIONS [CLIENTS]

let place = CommandLine.arguments.dropFirst().first ?? "8080"
let total = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000
let clients = CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? 16
let request = Array("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
let served = Atomic<Int>(0)
let refused = Atomic<Int>(0)

func connectOnce() -> Int32? {
  let isUnix = place.hasPrefix("unix:")
  #if canImport(Glibc)
    let descriptor = socket(isUnix ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(isUnix ? AF_UNIX : AF_INET, SOCK_STREAM, 0)
  #endif
  guard descriptor >= 0, isUnix ? connectUnix(descriptor) : connectTCP(descriptor) else {
    close(descriptor)
    return nil
  }
  return descriptor
}

func connectTCP(_ descriptor: Int32) -> Bool {
  var reset = linger(l_onoff: 1, l_linger: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(UInt16(place) ?? 8080).bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  return connectAddress(descriptor, &address)
}

func connectUnix(_ descriptor: Int32) -> Bool {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.utf8.dropFirst(5)) }
  return connectAddress(descriptor, &address)
}

func connectAddress<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
  let size = socklen_t(MemoryLayout<Address>.size)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, size) == 0
    }
  }
}

func visit(_ number: Int) {
  guard let descriptor = connectOnce() else {
    refused.add(1, ordering: .relaxed)
    return
  }
  defer { close(descriptor) }
  guard number % 3 > 0 else { return }
  _ = send(descriptor, request, request.count, 0)
  guard number % 3 > 1 else { return }
  var buffer = [UInt8](repeating: 0, count: 1024)
  if recv(descriptor, &buffer, buffer.count, 0) > 0, buffer.starts(with: Array("HTTP/1.1 2".utf8)) {
    served.add(1, ordering: .relaxed)
  }
}

signal(SIGPIPE, SIG_IGN)
DispatchQueue.concurrentPerform(iterations: clients) { client in
  for number in 0..<(total / clients) { visit(number + client) }
}
print("\(total) connections, \(served.load(ordering: .relaxed)) answers,")
print("\(refused.load(ordering: .relaxed)) refused")
exit(refused.load(ordering: .relaxed) == 0 ? 0 : 1)
