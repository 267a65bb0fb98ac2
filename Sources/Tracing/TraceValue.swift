/// A value attached to a trace event.
///
/// Arguments describe work (sizes, counts, method names), never its content: document text has no place in a trace.
public enum TraceValue: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)

  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Makes an integer of any width; values beyond 64 bits are clamped.
  public static func count(_ value: some BinaryInteger) -> TraceValue { .integer(Int64(clamping: value)) }
}
