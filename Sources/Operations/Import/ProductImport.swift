import Catalogues
import Domain
import LocalPostgres
import UseCases
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes the products of files in batches, each in one transaction: what was written stays when
/// the run ends before its time, and the next run finds it unchanged. In the history the batches
/// are parts of one change.
struct ProductImport {
  private let options: ProductImportOptions
  private let vendor: Vendor
  private let words: ImportedProduct.Dictionary
  private let write: WriteProducts
  private var shelf: PictureShelf
  private let progress: ProgressLine?
  private let history: CommandHistory?
  private var findings = Findings()
  private var (made, changed, unchanged) = (0, 0, 0)
  private var batch: [ReadProduct] = []
  private var batchBytes = 0
  private var brokenFiles = 0
  /// Rows may be as long as 4 MiB, of texts that the shop would refuse.
  private static let batchBytesMax = 32 << 20

  init(
    _ options: ProductImportOptions, _ vendor: Vendor, _ words: ImportedProduct.Dictionary,
    _ products: any ProductRepository, _ shelf: PictureShelf, _ history: CommandHistory?,
    _ progress: ProgressLine?
  ) {
    (self.options, self.vendor, self.words) = (options, vendor, words)
    write = WriteProducts(products: products, now: { .now })
    (self.shelf, self.history, self.progress) = (shelf, history, progress)
  }

  /// Reads a file to its end, or to a flaw after which nothing can be read; `-` is standard input.
  mutating func read(_ path: String) async throws {
    let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
    let descriptor = path == "-" ? dup(0) : Files.open(path) ?? -1
    guard descriptor >= 0 else { throw AdministrationSession.unreadable(path) }
    defer { close(descriptor) }
    do {
      var catalogue = try Catalogue(file: name, options: options.reading) {
        () throws(CatalogueError) in
        guard let bytes = Files.read(descriptor, atMost: 1 << 16) else {
          throw CatalogueError(
            place: Place(file: name, line: 1), detail: "It cannot be read.", cure: "Try again.")
        }
        return bytes
      }
      let flaw = try await take(&catalogue)
      findings.add(catalogue.findings)
      if let flaw { throw flaw }
    } catch let flaw as CatalogueError {
      brokenFiles += 1
      findings.add(
        Catalogues.Finding.Kind(
          code: "broken_file", outcome: .refused, detail: flaw.detail, cure: flaw.cure),
        at: flaw.place)
    }
  }

  /// Writes all products that can be read. Returns why the rest cannot.
  private mutating func take(_ catalogue: inout Catalogue) async throws -> CatalogueError? {
    var flaw: CatalogueError?
    while flaw == nil {
      do throws(CatalogueError) {
        guard let product = try catalogue.next() else { break }
        batch.append(product)
        batchBytes += product.size
      } catch {
        flaw = error
      }
      if batch.count == WriteProducts.itemsMax || batchBytes > Self.batchBytesMax {
        try await writeBatch()
      }
    }
    try await writeBatch()
    return flaw
  }

  private mutating func writeBatch() async throws {
    guard !batch.isEmpty else { return }
    try await shelf.take(batch, &findings)
    var items: [ImportedProduct] = []
    for product in batch {
      let pictures = shelf.digests(of: product)
      if let item = ImportedProduct(product, pictures: pictures, words, &findings) {
        items.append(item)
      }
    }
    let outcomes = try await written(items)
    for (item, outcome) in zip(items, outcomes) {
      switch outcome {
      case .made: made += 1
      case .changed: changed += 1
      case .unchanged, .removed: unchanged += 1
      case .refused(let fieldErrors):
        ImportedProduct.tell(fieldErrors, of: item.read, &findings)
      }
    }
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
    let (done, refused) = (made + changed + unchanged, findings.refusedProducts)
    progress?.tell("\(done) products read, \(refused) refused")
  }

  private func written(_ items: [ImportedProduct]) async throws -> [ProductOutcome] {
    guard !items.isEmpty else { return [] }
    switch try await write(
      items.map(\.item), by: vendor, isPartial: true, isDryRun: options.isDryRun,
      once: history.map { $0.telling($0.words.products) })
    {
    case .now(let outcomes): return outcomes
    case .before: return []
    }
  }

  // MARK: Report

  var report: CommandReport {
    let verb = options.isDryRun ? "would be " : ""
    let summary =
      "\(verb)made \(made), \(verb)changed \(changed), unchanged \(unchanged), "
      + "refused \(findings.refusedProducts)"
    var writer = JSONWriter()
    writer.object { writer in
      writer.integer("made", made)
      writer.integer("changed", changed)
      writer.integer("unchanged", unchanged)
      writer.integer("refused", findings.refusedProducts)
    }
    let order = Catalogues.Finding.Outcome.allCases
    let sorted = order.flatMap { outcome in findings.all.filter { $0.kind.outcome == outcome } }
    var report = CommandReport(
      lines: [summary] + sorted.flatMap(Self.lines),
      json: [String(decoding: writer.bytes, as: UTF8.self)] + sorted.map(Self.json))
    if brokenFiles > 0 {
      report.failure = CommandError(
        .data,
        "files that could not be read to the end: \(brokenFiles). Mend them as the report says, and"
          + " import again.")
    }
    return report
  }

  private static func lines(_ finding: Catalogues.Finding) -> [String] {
    let column = finding.column.map { " [\($0.printable(80))]" } ?? ""
    let places = finding.firsts.map { "\($0.file.printable(80)):\($0.line)" }
    let more = finding.count > places.count ? ", ..." : ""
    let sample = finding.sample.map { " \"\($0.printable(60))\"" } ?? ""
    return [
      "\(finding.kind.outcome.rawValue) \(finding.count)x\(column) \(finding.kind.detail)"
        + " \(finding.kind.cure)",
      "    \(places.joined(separator: ", "))\(more)\(sample)",
    ]
  }

  private static func json(_ finding: Catalogues.Finding) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("outcome", finding.kind.outcome.rawValue)
      writer.string("code", finding.kind.code)
      writer.integer("count", finding.count)
      writer.key("column")
      writer.optional(finding.column)
      writer.string("detail", finding.kind.detail)
      writer.string("cure", finding.kind.cure)
      writer.key("sample")
      writer.optional(finding.sample)
      writer.key("places")
      writer.array(finding.firsts) { writer, place in
        writer.object { writer in
          writer.string("file", place.file)
          writer.integer("line", place.line)
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
