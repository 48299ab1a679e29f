/// Asks until the answer is true: at once on an idle machine, after 30 seconds at the latest.
///
/// Throws nothing, so that it can stand alone in an expectation.
func eventually(_ isTrue: () async throws -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if (try? await isTrue()) == true { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return false
}
