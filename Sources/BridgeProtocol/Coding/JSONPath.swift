/// The place of a value inside a payload, written as people know it: `$.checkpoint.pendingOperations[3].offset`.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// The path as text.
  public let description: String

  /// The payload itself.
  public static let root = JSONPath(description: "$")

  private init(description: String) {
    self.description = description
  }

  /// The member of this value; a name that is no identifier is quoted.
  public func member(_ name: String) -> JSONPath {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
          || $0 == 0x2D
      }
    return JSONPath(
      description: isPlain ? "\(description).\(name)" : "\(description)[\(JSONWriter.text(.string(name)))]")
  }

  /// The element of this value.
  public func element(_ index: Int) -> JSONPath { JSONPath(description: "\(description)[\(index)]") }

  init(_ codingPath: [any CodingKey]) {
    self = codingPath.reduce(.root) { path, key in
      if let index = key.intValue { path.element(index) } else { path.member(key.stringValue) }
    }
  }
}
