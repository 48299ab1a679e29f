package import Catalogues
import Domain
import LocalPostgres
import Pictures
import Postgres
import Repositories
import UseCases
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How files of products are imported.
package struct ProductImportOptions: Sendable {
  /// Nil: the only one.
  package var vendor: String?
  package var reading = CatalogueOptions()
  package var isDryRun = false
  /// Whether pictures may be fetched from private networks.
  package var allowsPrivate = false

  package init() {}

  /// Reads the words of a command.
  ///
  /// - Parameter columns: a JSON file with an object: for names of our own columns, the names that
  ///   the file of products has instead.
  package mutating func read(
    from kind: String?, currency: String?, columns path: String?, stock: Int
  ) throws(CommandError) {
    guard (0...Stock.countMax).contains(stock) else {
      throw CommandError(.usage, "--stock is from 0 to \(Stock.countMax).")
    }
    reading.stock = stock
    if let kind {
      reading.kind = CatalogueKind(rawValue: kind.lowercased())
      guard reading.kind != nil else {
        let known = CatalogueKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(.usage, "--from \(kind.printable(40)) is not one of \(known).")
      }
    }
    if let currency {
      reading.currency = Currency(rawValue: currency.uppercased())
      guard reading.currency != nil else {
        let known = Currency.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError(.usage, "--currency \(currency.printable(40)) is not one of \(known).")
      }
    }
    guard let path else { return }
    guard let bytes = Files.contents(path, atMost: 1 << 20) else {
      throw AdministrationSession.unreadable(path)
    }
    guard case .object(let members)? = try? JSONParser.parse(bytes) else {
      throw CommandError(
        .data, "\(path.printable(1_000)) is not an object such as {\"name\": \"상품명\"}.")
    }
    for member in members {
      guard case .string(let text) = member.value else {
        throw CommandError(
          .data, "\(path.printable(1_000)): \(member.name.printable(60)) names no column.")
      }
      reading.columns[member.name] = text
    }
  }
}

extension AdministrationSession {
  /// Makes and changes products of one vendor by the keys of files, and reports what is different
  /// from them. Files that were imported before change nothing.
  ///
  /// - Parameter path: a file; a directory, of which all files of products are read; `-` for
  ///   standard input.
  package func importProducts(
    from path: String, _ options: ProductImportOptions, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    let files = try Self.productFiles(path)
    let run = String(UInt64.random(in: .min ... .max), radix: 16)
    return try await withPool { [history = history(of: "moa import", run: run)] pool in
      defer { progress?.end() }
      let store = PostgresStore(pool)
      let vendor = try await Self.vendor(options.vendor, in: store)
      var images = VipsImagePipeline.Settings(
        tool: .find(), scratchDirectory: OwnProcess.temporaryDirectory)
      images.oversized = .downscale
      let words = ImportedProduct.Dictionary(
        itemTypes: try await PostgresProductLoad(pool).itemTypeTitles())
      var run = ProductImport(
        options, vendor, words, store,
        PictureShelf(
          beside: path == "-" ? nil : Self.isDirectory(path) ? path : Files.parent(of: path),
          options, VipsImagePipeline(images), store),
        history, progress)
      for file in files { try await run.read(file) }
      return run.report
    }
  }

  private static func vendor(
    _ text: String?, in store: PostgresStore
  ) async throws -> Vendor {
    if let text {
      let identifier = try vendorIdentifier(text)
      guard let found = try await store.find(identifier) else { throw noVendor(identifier) }
      return found.vendor
    }
    let all: [Vendor] = try await store.all(limit: 2)
    guard all.count == 1 else {
      throw CommandError(
        .usage,
        all.isEmpty
          ? "the shop has no vendor: make one by `moa vendor create`."
          : "the shop has several vendors: name one by --vendor; `moa vendor list` shows them.")
    }
    return all[0]
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path itself, or the files of products in it.
  private static func productFiles(_ path: String) throws(CommandError) -> [String] {
    guard path != "-" else { return [path] }
    guard isDirectory(path) else {
      guard Files.exists(path) else { throw unreadable(path) }
      return [path]
    }
    let endings = [".csv", ".xlsx", ".xlsm", ".jsonl", ".txt", ".tsv"]
    let names = Files.names(in: path).sorted()
      .filter { name in endings.contains { name.lowercased().hasSuffix($0) } }
    guard !names.isEmpty else {
      throw CommandError(
        .data,
        "\(path.printable(1_000)) has no file that ends in \(endings.joined(separator: ", ")).")
    }
    return names.map { "\(path)/\($0)" }
  }
}
