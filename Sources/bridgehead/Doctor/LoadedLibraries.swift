import Foundation

/// Versions of the C libraries that this process really runs with, asked of the libraries themselves: what pkg-config
/// knows may be another copy.
enum LoadedLibraries {
  /// For example "2.50.6".
  static var javaScriptCore: String? {
    guard let major = number("jsc_get_major_version"), let minor = number("jsc_get_minor_version"),
      let micro = number("jsc_get_micro_version")
    else { return nil }
    return "\(major).\(minor).\(micro)"
  }

  /// For example "2.74.6".
  static var glib: String? {
    guard let major = variable("glib_major_version"), let minor = variable("glib_minor_version"),
      let micro = variable("glib_micro_version")
    else { return nil }
    return "\(major).\(minor).\(micro)"
  }

  /// For example "3.40.1".
  static var sqlite: String? {
    typealias Function = @convention(c) () -> UnsafePointer<CChar>?
    guard let symbol = unsafe symbol("sqlite3_libversion") else { return nil }
    // Sound: the function has this type in every version of the library and returns static text.
    let function = unsafe unsafeBitCast(symbol, to: Function.self)
    return unsafe function().map { unsafe String(cString: $0) }
  }

  private static func number(_ name: String) -> UInt32? {
    typealias Function = @convention(c) () -> UInt32
    guard let symbol = unsafe symbol(name) else { return nil }
    // Sound: the three functions asked for take nothing and return a C unsigned int, in every version of the library.
    return unsafe unsafeBitCast(symbol, to: Function.self)()
  }

  private static func variable(_ name: String) -> UInt32? {
    // Sound: the three variables asked for are constant C unsigned ints.
    unsafe symbol(name).map { unsafe $0.load(as: UInt32.self) }
  }

  /// The address of a symbol in what is loaded; no C module is imported for a version number.
  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe dlsym(nil, name)
  }
}
