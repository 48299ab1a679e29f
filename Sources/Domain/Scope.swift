/// What a token allows.
package enum Scope: String, Sendable, Hashable, CaseIterable {
  /// Everything under `/admin`.
  case admin
  /// A vendor's own products.
  case vendor
}
