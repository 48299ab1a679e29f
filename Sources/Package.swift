// swift-tools-version: 6.2
// The client by itself, for apps whose targets are called as some of the server are: of the whole
// package every target and every dependency is resolved, also where only the client is compiled.

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "MoaClient",
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: [.library(name: "MoaClient", targets: ["MoaClient"])],
  targets: [
    .target(name: "ViewData", path: "ViewData", swiftSettings: settings),
    .target(
      name: "MoaClient", dependencies: ["ViewData"], path: "MoaClient", swiftSettings: settings),
  ]
)
