// swift-tools-version: 6.1
// The yardstick for servers in Swift: Hummingbird on SwiftNIO. A package of its own, so that moa
// never depends on it.

import PackageDescription

let package = Package(
  name: "hummingbird-peer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1")
  ],
  targets: [
    .executableTarget(
      name: "Peer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")])
  ]
)
