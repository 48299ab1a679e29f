import Domain

/// The code of the flaw that a value type finds, or nil when it finds none.
func flaw<Value>(_ make: () throws(ValidationError) -> Value) -> String? {
  do throws(ValidationError) {
    _ = try make()
    return nil
  } catch {
    return error.code
  }
}
