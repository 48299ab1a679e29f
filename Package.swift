// swift-tools-version: 6.2
// The manifest is the map: every arrow between modules is here, and ArchitectureTests compares the
// imports in the files with it.

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// `make nightly` optimises what is tested; to optimise tests as well takes several times as long.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: testSettings)
}

let package = Package(
  name: "moa",
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: [
    .executable(name: "moa", targets: ["moa"]),
    .library(name: "MoaClient", targets: ["MoaClient"]),
    .library(name: "HTTPEngine", targets: ["EventLoop", "HTTP", "HTTPServer"]),
    .library(name: "PostgresEngine", targets: ["EventLoop", "Postgres"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    // C: module maps and shims only.
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "openssl",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "CLinux"),
    .target(name: "CResources", exclude: ["web"]),
    .target(name: "CSandbox"),
    .target(name: "CSpawn"),

    // Engines: know no commerce.
    module("EventLoop", ["CLinux"]),
    module("HTTP"),
    module("HTTPServer", ["CLinux", "COpenSSL", "EventLoop", "HTTP"]),
    module("Postgres", ["EventLoop", "CLibPQ"]),
    module("Cryptography", ["COpenSSL"]),

    // Leaf: texts as Unicode, numbers and bytes want them.
    module("Text"),

    // Application: knows no sockets and no SQL.
    module("Domain", ["Text"]),
    module("ViewData"),

    // What apps import: the view data, and how to ask for it.
    module("MoaClient", ["ViewData"]),
    module("Images"),
    module("UseCases", ["Domain", "Text", "ViewData"]),

    // JSON, endpoints and their contract, bodies, router and gates: knows no commerce.
    module(
      "Web",
      ["Domain", "HTTP", "Text", .product(name: "Tracing", package: "swift-distributed-tracing")]),

    // Adapters. Transport has the shop's routes, Dialects those of apps that existed before.
    module("Repositories", ["Domain", "UseCases", "Postgres"]),
    module("Transport", ["Domain", "Text", "ViewData", "UseCases", "HTTP", "Web"]),
    module(
      "Dialects", ["Domain", "Text", "ViewData", "UseCases", "HTTP", "Transport", "Web"]),

    // Files of products that merchants bring, as one shape.
    module("Catalogues", ["Domain", "Images", "Text", "Web"]),

    // Counts in shared memory, and their text for Prometheus.
    module("Prometheus"),

    // What is traced, for OpenTelemetry.
    module("OTLP", [.product(name: "Tracing", package: "swift-distributed-tracing")]),

    // Pictures on their way in: an implementation of a port.
    module(
      "Pictures", ["CSandbox", "Cryptography", "Domain", "Images", "Text", "UseCases"]),

    // A private PostgreSQL, and what moa asks of the machine under it.
    module("LocalPostgres", ["CLinux", "CSandbox", "CSpawn"]),

    module("Resources", ["CResources"]),

    // What operators do: commands on the database, backups, the archive, the doctor,
    // the supervision of workers.
    module(
      "Operations",
      [
        "CSpawn", "Catalogues", "Cryptography", "Domain", "EventLoop", "HTTPServer", "Images",
        "LocalPostgres", "Pictures", "Postgres", "Repositories", "Resources", "Text", "UseCases",
        "Web",
      ]),

    // The counters of all modules, and the server of /metrics.
    module(
      "Meters",
      [
        "Dialects", "Domain", "EventLoop", "HTTP", "HTTPServer", "LocalPostgres", "OTLP",
        "Operations", "Pictures", "Postgres", "Prometheus", "Transport", "UseCases", "Web",
      ]),

    // The program.
    module(
      "App",
      [
        "Domain", "LocalPostgres", "Meters", "Operations", "UseCases",
        "Repositories", "Dialects", "Transport", "Web", "EventLoop", "HTTP", "HTTPServer",
        "Pictures", "Postgres",
        "Cryptography", "Resources",
        .product(name: "Logging", package: "swift-log"),
        "OTLP", .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(
      name: "moa",
      dependencies: [
        "App", "LocalPostgres", "Operations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings,
      // With Swift's libraries inside, which machines that run it seldom have. SwiftPM's own switch
      // is for all that is built, and tests cannot be linked so. Foundation names the last two only
      // where that switch is set.
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
          .when(platforms: [.linux], configuration: .release))
      ]),

    // Test support: in-memory ports, and a real PostgreSQL of the tests' own.
    .target(
      name: "Fakes", dependencies: ["Domain", "Images", "Text", "UseCases"], path: "Tests/Fakes",
      swiftSettings: testSettings),
    // Test support: what five existing apps decode.
    .target(name: "AppDecoders", path: "Tests/AppDecoders", swiftSettings: testSettings),
    .target(
      name: "ContractCheck", dependencies: ["Dialects", "HTTP", "Transport", "Web"],
      path: "Tests/ContractCheck",
      swiftSettings: testSettings),
    .target(
      name: "TestDatabase",
      dependencies: ["EventLoop", "LocalPostgres", "Postgres", "Repositories", "UseCases"],
      path: "Tests/TestDatabase",
      swiftSettings: testSettings),

    // Test support: a TLS client, and certificates that are made at test time.
    .target(
      name: "TLSPeer", dependencies: ["COpenSSL", "EventLoop"], path: "Tests/TLSPeer",
      swiftSettings: testSettings),

    // Test support: a collector of traces that holds what it is sent against the schema.
    .target(
      name: "TraceCollector", dependencies: ["EventLoop", "HTTP", "HTTPServer"],
      path: "Tests/TraceCollector", swiftSettings: testSettings),

    .target(
      name: "ConformanceCorpus", dependencies: ["HTTP"], path: "Tests/Conformance/Reading",
      swiftSettings: settings),
    .executableTarget(
      name: "conformance-server",
      dependencies: ["ConformanceCorpus", "EventLoop", "HTTP", "HTTPServer"],
      path: "Tests/Conformance/Server", swiftSettings: settings),

    .executableTarget(name: "churn", path: "Tests/Benchmarks/Churn", swiftSettings: settings),
    .executableTarget(
      name: "pages",
      dependencies: ["Cryptography", "Domain", "Fakes", "HTTP", "Transport", "UseCases", "Web"],
      path: "Tests/Benchmarks/Pages", swiftSettings: settings),

    .executableTarget(
      name: "statements", dependencies: ["EventLoop", "Postgres"],
      path: "Tests/Benchmarks/Statements", swiftSettings: settings),

    tests("EventLoopTests", ["EventLoop"]),
    tests("HTTPTests", ["HTTP", "ConformanceCorpus"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ConformanceCorpus", "HTTPServer", "HTTP", "EventLoop", "TLSPeer"],
      path: "Tests/Conformance/Tests", swiftSettings: testSettings),
    tests("HTTPServerTests", ["HTTPServer", "HTTP", "EventLoop", "TLSPeer", "COpenSSL"]),
    tests("PostgresTests", ["Postgres", "EventLoop", "TestDatabase", "TLSPeer"]),
    tests("CryptographyTests", ["Cryptography", "Domain", "Text"]),
    tests("PrometheusTests", ["Prometheus"]),
    tests(
      "OTLPTests",
      [
        "EventLoop", "HTTP", "OTLP", "TraceCollector",
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    tests("TextTests", ["Text"]),
    tests("WebTests", ["Domain", "Fakes", "HTTP", "Web"]),
    tests("DomainTests", ["Domain", "Fakes", "Text"]),
    tests("ImagesTests", ["Images", "Fakes"]),
    tests(
      "PicturesTests",
      ["Pictures", "CSandbox", "Cryptography", "Domain", "Fakes", "Images", "Text", "UseCases"]),
    .testTarget(
      name: "CataloguesTests", dependencies: ["Catalogues", "Domain", "Fakes", "Images", "Text"],
      exclude: ["Files"], swiftSettings: testSettings),
    tests("UseCasesTests", ["UseCases", "Domain", "Text", "ViewData", "Fakes"]),
    tests(
      "RepositoriesTests",
      [
        "Repositories", "UseCases", "Domain", "Postgres", "EventLoop", "TestDatabase", "Fakes",
        "Text",
      ]),
    tests(
      "TransportTests",
      [
        "AppDecoders", "Dialects", "Transport", "Web", "HTTP", "UseCases", "Domain", "Text",
        "ViewData", "Fakes", "ContractCheck", "TestDatabase",
      ]),
    tests("LocalPostgresTests", ["LocalPostgres", "TestDatabase"]),
    tests(
      "OperationsTests",
      [
        "Catalogues", "Domain", "Fakes", "HTTPServer", "LocalPostgres", "Operations", "Postgres",
        "Repositories", "TestDatabase", "Web",
      ]),
    tests(
      "MetersTests",
      [
        "Dialects", "HTTP", "HTTPServer", "Images", "Meters", "Pictures", "Postgres", "Prometheus",
        "Transport", "Web",
      ]),
    tests(
      "AppTests",
      [
        "App", "Cryptography", "Domain", "EventLoop", "Fakes", "HTTP", "HTTPServer",
        "LocalPostgres", "Operations", "Pictures", "Postgres", "Resources", "TestDatabase",
        "Transport", "UseCases", "Web",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests("ArchitectureTests", []),
    .target(
      name: "ClientExamples", dependencies: ["MoaClient"], path: "Tests/MoaClientTests/Examples",
      swiftSettings: testSettings),
    // Test support: an app that is killed.
    .executableTarget(
      name: "TapProcess", dependencies: ["MoaClient"], path: "Tests/MoaClientTests/TapProcess",
      swiftSettings: testSettings),
    .testTarget(
      name: "MoaClientTests",
      dependencies: ["MoaClient", "ContractCheck", "HTTP", "TapProcess", "Transport", "Web"],
      path: "Tests/MoaClientTests", exclude: ["Examples", "TapProcess"],
      swiftSettings: testSettings),
    tests(
      "EndToEndTests",
      [
        "AppDecoders", "ClientExamples", "ContractCheck", "EventLoop", "Fakes", "HTTP", "MoaClient",
        "Postgres",
        "Repositories", "TestDatabase", "TLSPeer", "TraceCollector", "Dialects", "Transport", "Web",
      ]),
  ],
  cLanguageStandard: .c11
)
