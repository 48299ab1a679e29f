/// What is asked about a request before its route is looked for.
package struct Policies: Sendable {
  /// Nil lets everybody ask as often as they like.
  package var rate: RateGate?
  /// Whose pages may call us.
  package var origins: OriginPolicy

  package init(rate: RateGate? = nil, origins: OriginPolicy = .sameOriginOnly) {
    self.rate = rate
    self.origins = origins
  }
}
