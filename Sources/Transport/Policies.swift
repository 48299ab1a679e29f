/// What is asked about a request before its route is asked.
package struct Policies: Sendable {
  /// Nil lets everybody ask as often as they like.
  package var rate: RateGate?
  /// Whose pages may call us.
  package var origins: OriginPolicy
  /// Nil lets everybody come to the administrator's routes who has a token.
  package var adminKeys: AdminKeys?

  package init(
    rate: RateGate? = nil, origins: OriginPolicy = .sameOriginOnly, adminKeys: AdminKeys? = nil
  ) {
    self.rate = rate
    self.origins = origins
    self.adminKeys = adminKeys
  }
}
