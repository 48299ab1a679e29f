import Domain
import ViewData

extension FoundProductCell {
  init(
    _ found: FoundProduct, _ pattern: SearchPattern, in wording: ProductWording, origin: Origin?
  ) {
    let cell = ProductCell(found.product.cell, in: wording, origin: origin)
    self.init(
      cell: cell, highlights: TextHighlight.all(of: pattern, in: cell.title))
  }
}

extension FoundProductTile {
  init(
    _ product: TileProduct, _ pattern: SearchPattern, in wording: ProductWording,
    origin: Origin?
  ) {
    let tile = ProductTile(product, in: wording, origin: origin)
    self.init(tile: tile, highlights: TextHighlight.all(of: pattern, in: tile.title))
  }
}

extension TextHighlight {
  fileprivate static func all(of pattern: SearchPattern, in title: String) -> [TextHighlight] {
    pattern.highlights(in: title).map { range in
      TextHighlight(location: range.lowerBound, length: range.count)
    }
  }
}

extension SearchFacetsView {
  init(_ facets: SearchFacets, in wording: ProductWording) {
    func values(_ values: [SearchFacets.Value]) -> [FacetValue] {
      values.compactMap { value in
        value.id.map { FacetValue(id: $0, title: value.name, count: value.count) }
      }
    }
    self.init(
      matches: facets.matches, isComplete: facets.isComplete,
      categories: values(facets.categories), itemTypes: values(facets.itemTypes),
      brands: facets.brands.map { BrandFacet(name: $0.name, count: $0.count) },
      options: facets.options.map { option in
        OptionFacet(
          name: option.name,
          values: option.values.map {
            OptionValueFacet(
              text: $0.name, option: "\(option.name):\($0.name)", count: $0.count)
          })
      },
      prices: facets.prices.compactMap { PriceFacet($0, in: wording) })
  }
}

extension PriceFacet {
  /// Nil for an index without a range.
  init?(_ band: SearchFacets.Value, in wording: ProductWording) {
    let ends = SearchFacets.priceBands
    guard let id = band.id, let index = Int(exactly: id), (0...ends.count).contains(index)
    else { return nil }
    let min = index == 0 ? nil : ends[index - 1]
    let max = index == ends.count ? nil : ends[index] - 1
    let texts = [min, max].map { $0.map { wording.amount($0, in: .krw) } ?? "" }
    self.init(
      text: texts.joined(separator: " ~ ").trimmingSpaces, min: min, max: max, count: band.count)
  }
}

extension String {
  /// Removes the space that an open end leaves.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    if text.first == " " { text = text.dropFirst() }
    if text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
