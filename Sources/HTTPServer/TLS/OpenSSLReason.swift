internal import COpenSSL

/// What OpenSSL says about the last thing that failed.
enum OpenSSLReason {
  /// Empties this thread's queue of errors: what another call left there would be taken for ours.
  static func forget() { ERR_clear_error() }

  /// The oldest error in few words, which is the cause of those behind it; empties the queue.
  static func take() -> String {
    let code = ERR_get_error()
    defer { ERR_clear_error() }
    guard code != 0 else { return "no reason given" }
    // System errors, such as a missing file, have no text of OpenSSL's own.
    if let text = ERR_reason_error_string(code) { return String(cString: text) }
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(code, &text, text.count)
    return text.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
