import HTTP

// Answers one page again and again, without sockets and without a database, to measure what a
// request costs from a list of products in memory to the bytes of its answer.
//
// usage: pages (products | tiles | tile | open-market | mommytalk | detail) [COUNT]
//
// Count instructions rather than time on a shared machine; the difference of two counts leaves the
// start of the program out:
//
//     valgrind --tool=callgrind .build/release/pages products 200

let targets = [
  "products": "/v1/products", "tiles": "/v1/products?variant=tile",
  "tile": "/v1/products?variant=tile&limit=1",
  "open-market": "/api/products?page_no=1&items_per_page=20",
  "mommytalk": "/rest/shopping/products?offset=0&limit=20", "detail": "/v1/products/999993",
]
let name = CommandLine.arguments.dropFirst().first ?? "products"
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10_000

guard let target = targets[name] else {
  fatalError("no such page: \(name); one of \(targets.keys.sorted())")
}
let (asked, times) = (target, count)
CallingThread().run {
  let answer = try handler()
  let request = try Request(.get, asked, fields: ["Host": "shop.example"], id: "1")
  var bytes = 0
  let clock = ContinuousClock()
  let start = clock.now
  for _ in 0..<times {
    let response = await answer(request)
    guard response.status == .ok, case .bytes(let content) = response.content else {
      fatalError("\(asked) was answered with \(response.status.code)")
    }
    bytes = content.count
  }
  let microseconds = (clock.now - start) / .microseconds(1) / Double(times)
  print("\(asked): \(bytes) bytes, \(microseconds) us a page")
}
