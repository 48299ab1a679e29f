/// The parallel arrays in which libpq takes parameters, pointing into a `ParameterEncoder`'s bytes.
struct ParameterArrays: ~Copyable {
  let count: Int
  let values: UnsafePointer<UnsafePointer<CChar>?>?
  let lengths: UnsafePointer<Int32>?
  let formats: UnsafePointer<Int32>?
}

extension ParameterArrays {
  /// Of a text that has no parameters.
  static var none: ParameterArrays {
    ParameterArrays(count: 0, values: nil, lengths: nil, formats: nil)
  }
}
