import Catalogues
import Domain

// A file of products, in any container. The first byte says where to cut: whole = cut, and nothing
// but a `CatalogueError`.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzCatalogue(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first else { return 0 }
  let bytes = Array(input.dropFirst())
  precondition(read(bytes, step: 1 + Int(first)) == read(bytes, step: 1 << 16), "a cut changes it")
  return 0
}

private struct Outcome: Equatable {
  var products: [ReadProduct] = []
  var findings: [Finding] = []
  var error: CatalogueError?
}

private func read(_ bytes: [UInt8], step: Int) -> Outcome {
  var options = CatalogueOptions()
  options.currency = .krw
  var rest = bytes[...]
  var outcome = Outcome()
  do throws(CatalogueError) {
    var catalogue = try Catalogue(file: "file", options: options) {
      defer { rest = rest.dropFirst(step) }
      return Array(rest.prefix(step))
    }
    while let product = try catalogue.next() {
      precondition(product.variants.count <= bytes.count, "more variants than bytes")
      outcome.products.append(product)
    }
    outcome.findings = catalogue.findings.all
  } catch {
    outcome.error = error
  }
  return outcome
}
