import Foundation

/// A JavaScript value on its way between a page and the host: the one place where values are converted.
///
/// The value travels as one flat text of UTF-16 units. Crossing into the engine costs by the call, not by the byte, so
/// a page's value is walked by a function in the page (`codecSource`) and handed over whole, and the host builds
/// Foundation values from the text alone. The text is also what a page in another process would send. Grammar, where a
/// length counts units and `r` names the n-th `a` or `o`:
///
///     value = "u" | "n" | "t" | "f" | "d" number ";" | "D" milliseconds ";" | "s" string | "a" count ";" value*
///           | "o" count ";" (string value)* | "r" index ";"
///     string = length ":" unit*
///
/// What becomes of each kind of JavaScript value was recorded on WebKitGTK 2.50.6, whose structured clone this follows.
struct MessageBody: Sendable, Equatable {
  /// The text.
  var units: [UInt16]

  static let undefined = MessageBody(units: [Tag.undefined])

  init(units: [UInt16]) { self.units = units }
}

/// Why a host value cannot become a JavaScript value.
enum MessageBodyError: Error, Sendable, Equatable {
  case unsupportedType(String)
  case tooDeep
}

private enum Tag {
  static let undefined = UInt16(UInt8(ascii: "u"))
  static let null = UInt16(UInt8(ascii: "n"))
  static let yes = UInt16(UInt8(ascii: "t"))
  static let no = UInt16(UInt8(ascii: "f"))
  static let number = UInt16(UInt8(ascii: "d"))
  static let date = UInt16(UInt8(ascii: "D"))
  static let string = UInt16(UInt8(ascii: "s"))
  static let array = UInt16(UInt8(ascii: "a"))
  static let object = UInt16(UInt8(ascii: "o"))
  static let reference = UInt16(UInt8(ascii: "r"))
  static let end = UInt16(UInt8(ascii: ";"))
  static let colon = UInt16(UInt8(ascii: ":"))
}

// MARK: Host to page

extension MessageBody {
  /// Encodes an argument: `nil`, `NSNull`, numbers, `Bool`, strings, dates, and arrays and dictionaries of these.
  ///
  /// Keys are sorted, so that equal arguments give equal text whatever the hash seed of the process.
  init(encoding value: Any?) throws(MessageBodyError) {
    units = []
    try append(value, depth: 0)
  }

  private static let deepest = 2_000
  private static let booleanNumber: AnyClass = type(of: NSNumber(value: true))

  private mutating func append(_ value: Any?, depth: Int) throws(MessageBodyError) {
    guard depth < Self.deepest else { throw .tooDeep }
    guard let value = Self.unwrapped(value) else { return units.append(Tag.undefined) }
    switch value {
    case let string as String: append(string: string, tag: Tag.string)
    case let number as NSNumber: append(number)
    case is NSNull: units.append(Tag.null)
    case let date as Date: append(text: Self.text(of: (date.timeIntervalSince1970 * 1000).rounded()), tag: Tag.date)
    case let list as [Any]:
      append(text: String(list.count), tag: Tag.array)
      for element in list { try append(element, depth: depth + 1) }
    case let dictionary as [String: Any]:
      append(text: String(dictionary.count), tag: Tag.object)
      for (key, element) in dictionary.sorted(by: { $0.key < $1.key }) {
        append(string: key, tag: nil)
        try append(element, depth: depth + 1)
      }
    default: throw .unsupportedType(String(describing: type(of: value)))
    }
  }

  /// Any levels of `Optional` inside an `Any` taken off.
  private static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    guard let optional = value as? any AnyOptional else { return value }
    return unwrapped(optional.wrappedAny)
  }

  private mutating func append(_ number: NSNumber) {
    if type(of: number) == Self.booleanNumber {
      units.append(number.boolValue ? Tag.yes : Tag.no)
    } else {
      append(text: Self.text(of: number.doubleValue), tag: Tag.number)
    }
  }

  private mutating func append(text: String, tag: UInt16) {
    units.append(tag)
    units.append(contentsOf: text.utf16)
    units.append(Tag.end)
  }

  private mutating func append(string: String, tag: UInt16?) {
    if let tag { units.append(tag) }
    units.append(contentsOf: String(string.utf16.count).utf16)
    units.append(Tag.colon)
    units.append(contentsOf: string.utf16)
  }

  /// A text from which JavaScript's `Number` makes the same double.
  private static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return "\(number)"
  }
}

private protocol AnyOptional {
  var wrappedAny: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrappedAny: Any? { map { $0 as Any } }
}

// MARK: Page to host

extension MessageBody {
  /// What the conversion lost or what a reader should know.
  struct Remarks: Sendable, Equatable {
    /// A string held half a surrogate pair; it became U+FFFD.
    var hasLoneSurrogate = false
    /// The value contains itself.
    var isCyclic = false
  }

  /// The value as Foundation types; `nil` for `undefined`.
  ///
  /// Numbers and booleans are `NSNumber`, so that casts behave as on Apple platforms. A member that is `undefined` is
  /// left out, an element that is `undefined` is `NSNull`. Lists and objects are Swift arrays and dictionaries; where a
  /// value contains itself, the inner occurrence is an `NSArray` or `NSDictionary` object that contains itself.
  func foundationValue(remarks: inout Remarks) -> Any? {
    var reader = Reader(units: units)
    let value = reader.read()
    remarks = reader.remarks
    return value
  }

  /// The value as Foundation types; `nil` for `undefined`.
  func foundationValue() -> Any? {
    var remarks = Remarks()
    return foundationValue(remarks: &remarks)
  }

  private struct Reader {
    let units: [UInt16]
    var position = 0
    var remarks = Remarks()

    init(units: [UInt16]) { self.units = units }

    private struct Open {
      let index: Int
      var list: [Any] = []
      var dictionary: [String: Any] = [:]
      var key: String?
      var remaining: Int
      let isList: Bool

      var value: Any { isList ? list as Any : dictionary as Any }
    }

    /// Reads one value.
    ///
    /// The stack is kept here: a value may be 40,000 levels deep, the thread's stack may not.
    mutating func read() -> Any? {
      let hasReferences = units.contains(Tag.reference)
      var stack: [Open] = []
      var closed: [Int: Any] = [:]
      var cyclic: [Int: any CyclicObject] = [:]
      var containers = 0
      while true {
        var value: Any?
        let tag = units[position]
        if tag == Tag.array || tag == Tag.object {
          position += 1
          let count = readInteger(until: Tag.end)
          var open = Open(index: containers, remaining: count, isList: tag == Tag.array)
          containers += 1
          if open.isList { open.list.reserveCapacity(count) } else { open.dictionary.reserveCapacity(count) }
          if count > 0 {
            if !open.isList { open.key = readString() }
            stack.append(open)
            continue
          }
          value = open.value
          if hasReferences { closed[open.index] = value }
        } else if tag == Tag.reference {
          position += 1
          let index = readInteger(until: Tag.end)
          if let earlier = closed[index] {
            value = earlier
          } else {
            let isList = stack.first { $0.index == index }?.isList ?? false
            let object: any CyclicObject = cyclic[index] ?? (isList ? CyclicArray() : CyclicDictionary())
            cyclic[index] = object
            remarks.isCyclic = true
            value = object
          }
        } else {
          value = readScalar()
        }
        // Puts the value where it belongs and closes what it completes.
        while true {
          guard !stack.isEmpty else { return value }
          let top = stack.count - 1
          if stack[top].isList {
            stack[top].list.append(value ?? NSNull())
          } else if let key = stack[top].key, let value {
            stack[top].dictionary[key] = value
          }
          stack[top].remaining -= 1
          guard stack[top].remaining == 0 else {
            if !stack[top].isList { stack[top].key = readString() }
            break
          }
          let completed = stack.removeLast()
          value = completed.value
          if hasReferences {
            closed[completed.index] = value
            cyclic[completed.index]?.fill(list: completed.list, dictionary: completed.dictionary)
          }
        }
      }
    }

    private mutating func readScalar() -> Any? {
      let tag = units[position]
      position += 1
      switch tag {
      case Tag.null: return NSNull()
      case Tag.yes: return NSNumber(value: true)
      case Tag.no: return NSNumber(value: false)
      case Tag.number: return NSNumber(value: readNumber())
      case Tag.date: return Date(timeIntervalSince1970: readNumber() / 1000)
      case Tag.string: return readString()
      default: return nil
      }
    }

    private mutating func readInteger(until end: UInt16) -> Int {
      var value = 0
      while units[position] != end {
        value = value * 10 + Int(units[position]) - 48
        position += 1
      }
      position += 1
      return value
    }

    private mutating func readNumber() -> Double {
      let start = position
      var integer = 0
      var isInteger = true
      while units[position] != Tag.end {
        let digit = Int(units[position]) - 48
        isInteger = isInteger && (0...9).contains(digit) && position - start < 15
        if isInteger { integer = integer * 10 + digit }
        position += 1
      }
      defer { position += 1 }
      if isInteger { return Double(integer) }
      let text = String(decoding: units[start..<position], as: UTF16.self)
      switch text {
      case "Infinity": return .infinity
      case "-Infinity": return -.infinity
      default: return Double(text) ?? .nan
      }
    }

    private mutating func readString() -> String {
      if units[position] == Tag.string { position += 1 }
      let length = readInteger(until: Tag.colon)
      let slice = units[position..<(position + length)]
      position += length
      let text = String(decoding: slice, as: UTF16.self)
      // A pair of surrogates takes four bytes of UTF-8, half a one takes three as U+FFFD does; so only strings with a
      // replacement character need a second look.
      if text.utf8.count > length, !remarks.hasLoneSurrogate, text.unicodeScalars.contains("\u{FFFD}"),
        Self.hasLoneSurrogate(slice)
      {
        remarks.hasLoneSurrogate = true
      }
      return text
    }

    private static func hasLoneSurrogate(_ units: ArraySlice<UInt16>) -> Bool {
      var previousIsHigh = false
      for unit in units {
        let isLow = UTF16.isTrailSurrogate(unit)
        if isLow != previousIsHigh { return true }
        previousIsHigh = UTF16.isLeadSurrogate(unit)
      }
      return previousIsHigh
    }
  }
}

/// The inner occurrence of a container that contains itself.
///
/// Foundation's own collections cannot be it on Linux: they turn what they hold into Swift collections on each access,
/// which for a cycle does not end.
private protocol CyclicObject: NSObject {
  func fill(list: [Any], dictionary: [String: Any])
}

private final class CyclicArray: NSArray, CyclicObject {
  private var elements: [Any] = []

  func fill(list: [Any], dictionary: [String: Any]) { elements = list }

  override var count: Int { elements.count }
  override func object(at index: Int) -> Any { elements[index] }
}

private final class CyclicDictionary: NSDictionary, CyclicObject {
  private var members: [String: Any] = [:]

  func fill(list: [Any], dictionary: [String: Any]) { members = dictionary }

  override var count: Int { members.count }
  override func object(forKey aKey: Any) -> Any? { (aKey as? String).flatMap { members[$0] } }
  override func keyEnumerator() -> NSEnumerator { NSArray(array: Array(members.keys)).objectEnumerator() }
}

// MARK: In the page

extension MessageBody {
  /// A function of a page's global that makes `encode` and `decode`.
  ///
  /// It is evaluated before any script of the page and keeps the built-ins it needs, so a page that changes
  /// `Array.prototype` changes nothing here. Its argument tells whether an object is a proxy, which JavaScript cannot
  /// find out by itself.
  static let codecSource = #"""
    (function (isProxy) {
      'use strict';
      const global = globalThis;
      const bind = Function.prototype.call.bind(Function.prototype.bind, Function.prototype.call);
      const tagOf = bind(Object.prototype.toString), dateOf = bind(Date.prototype.getTime);
      const charCodeAt = bind(String.prototype.charCodeAt), slice = bind(String.prototype.slice);
      const indexOf = bind(String.prototype.indexOf), startsWith = bind(String.prototype.startsWith);
      const description = bind(Object.getOwnPropertyDescriptor(Symbol.prototype, 'description').get);
      const isPrototypeOf = bind(Object.prototype.isPrototypeOf);
      const { keys: keysOf, getOwnPropertySymbols: symbolsOf, getOwnPropertyDescriptor: descriptorOf } = Object;
      const { defineProperty } = Object;
      const { isArray } = Array, tagSymbol = Symbol.toStringTag, ToNumber = Number, DateObject = Date, Index = Map;
      const get = bind(Map.prototype.get), set = bind(Map.prototype.set);
      const deepest = 40000;

      const PLAIN = 0, EMPTY = 1, UNDEFINED = 2, NULL = 3, DATE = 4, REFUSED = 5;
      const kinds = { __proto__: null };
      const name = (kind, tags) => { for (const tag of tags) kinds[`[object ${tag}]`] = kind; };
      name(PLAIN, ['Object', 'String']);
      name(EMPTY, ['Number', 'Boolean', 'BigInt', 'RegExp', 'Error', 'Map', 'Set', 'ArrayBuffer', 'DataView']);
      name(DATE, ['Date']);
      name(UNDEFINED, ['DOMException', 'DOMRect', 'DOMRectReadOnly', 'DOMMatrix', 'DOMMatrixReadOnly', 'DOMPoint',
        'DOMPointReadOnly', 'DOMQuad', 'CryptoKey']);
      name(NULL, ['Blob', 'File', 'FileList', 'ImageData', 'ImageBitmap']);
      name(REFUSED, ['Arguments', 'Symbol', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Promise',
        'Generator', 'AsyncGenerator', 'Array Iterator', 'Map Iterator', 'Set Iterator', 'String Iterator',
        'RegExp String Iterator', 'Iterator Helper', 'Math', 'JSON', 'Reflect', 'Atomics', 'Intl', 'WebAssembly',
        'Window', 'global', 'GlobalObject', 'SharedArrayBuffer', 'Module']);

      function isPlatformObject(value, tag) {
        for (const symbol of symbolsOf(value)) if (description(symbol) === 'impl') return true;
        const described = descriptorOf(global, tag);
        return described !== undefined && !described.enumerable && typeof described.value === 'function' &&
          described.value.prototype != null && isPrototypeOf(described.value.prototype, value);
      }

      function kindOf(value) {
        const tag = tagOf(value);
        if (tag === '[object Object]' && !(tagSymbol in value)) return PLAIN;
        const kind = kinds[tag];
        const tagName = slice(tag, 8, -1);
        if (kind === UNDEFINED || kind === NULL) return isPlatformObject(value, tagName) ? kind : PLAIN;
        if (kind === DATE) { try { dateOf(value); return DATE; } catch { return PLAIN; } }
        if (kind !== undefined && kind !== PLAIN) return kind;
        if (ArrayBuffer.isView(value) || kind === PLAIN && !(tagSymbol in value)) return PLAIN;
        if (startsWith(tagName, 'Intl.') || startsWith(tagName, 'WebAssembly.')) return REFUSED;
        return isPlatformObject(value, tagName) ? REFUSED : PLAIN;
      }

      const string = (value) => value.length + ':' + value;
      const number = (value) => value === 0 && 1 / value < 0 ? '-0' : '' + value;

      function nameOf(value) {
        if (typeof value !== 'object') return typeof value === 'function' ? 'a function' : 'a symbol';
        return isProxy(value) ? 'a Proxy' : 'an object of type ' + slice(tagOf(value), 8, -1);
      }

      function refusal(value, objects, keyed, next, depth) {
        let path = '';
        for (let i = 0; i < depth && i < 12; i++) {
          path += keyed[i] === null ? `[${next[i] - 1}]` : `.${keyed[i][next[i] - 1]}`;
        }
        return `!${nameOf(value)}` + (path === '' ? '' : ` at ${path}`);
      }

      /* The text of a value, or "!" and the reason why it cannot be copied. */
      function encode(root) {
        let text = '', count = 0, depth = 0, value = root;
        const seen = new Index();
        const objects = [], keyed = [], next = [], ends = [];
        try {
          for (;;) {
            switch (typeof value) {
              case 'undefined': case 'bigint': text += 'u'; break;
              case 'boolean': text += value ? 't' : 'f'; break;
              case 'number': text += 'd' + number(value) + ';'; break;
              case 'string': text += 's' + string(value); break;
              case 'object': {
                if (value === null) { text += 'n'; break; }
                const earlier = get(seen, value);
                if (earlier !== undefined) { text += 'r' + earlier + ';'; break; }
                if (isProxy(value) || value === global) return refusal(value, objects, keyed, next, depth);
                const list = isArray(value);
                const kind = list ? PLAIN : kindOf(value);
                if (kind === REFUSED) return refusal(value, objects, keyed, next, depth);
                if (kind === UNDEFINED) { text += 'u'; break; }
                if (kind === NULL) { text += 'n'; break; }
                if (kind === DATE) { text += 'D' + number(dateOf(value)) + ';'; break; }
                set(seen, value, count++);
                if (kind === EMPTY) { text += 'o0;'; break; }
                let names = null, length;
                if (list) length = value.length;
                else {
                  names = keysOf(value);
                  const own = indexOfName(names, '__proto__');
                  if (own >= 0) removeAt(names, own);
                  length = names.length;
                }
                text += (list ? 'a' : 'o') + length + ';';
                if (length === 0) break;
                if (depth >= deepest) return `!a value nested deeper than ${deepest}`;
                objects[depth] = value; keyed[depth] = names; next[depth] = 0; ends[depth] = length; depth++;
                break;
              }
              default: return refusal(value, objects, keyed, next, depth);
            }
            while (depth > 0 && next[depth - 1] === ends[depth - 1]) depth--;
            if (depth === 0) return text;
            const top = depth - 1, at = next[top]++;
            if (keyed[top] === null) value = objects[top][at];
            else { const key = keyed[top][at]; text += string(key); value = objects[top][key]; }
          }
        } catch (error) {
          let reason = 'an exception';
          try { reason = `${error}`; } catch {}
          return `!a property that throws (${reason})`;
        }
      }

      function indexOfName(names, wanted) {
        for (let i = 0; i < names.length; i++) if (names[i] === wanted) return i;
        return -1;
      }
      function removeAt(names, index) {
        for (let i = index + 1; i < names.length; i++) names[i - 1] = names[i];
        names.length--;
      }

      /* The value of a text, made of this global's objects. */
      function decode(text) {
        let position = 0, depth = 0, value;
        const built = [], objects = [], names = [], remaining = [];
        const until = (mark) => {
          const end = indexOf(text, mark, position), part = slice(text, position, end);
          position = end + 1;
          return part;
        };
        const units = () => {
          const length = +until(':'), part = slice(text, position, position + length);
          position += length;
          return part;
        };
        for (;;) {
          const tag = text[position++];
          let opened = 0;
          switch (tag) {
            case 'u': value = undefined; break;
            case 'n': value = null; break;
            case 't': value = true; break;
            case 'f': value = false; break;
            case 'd': value = ToNumber(until(';')); break;
            case 'D': value = new DateObject(ToNumber(until(';'))); break;
            case 's': value = units(); break;
            case 'r': value = built[until(';')]; break;
            default: {
              opened = +until(';');
              value = tag === 'a' ? [] : {};
              built[built.length] = value;
            }
          }
          if (opened > 0) {
            objects[depth] = value; remaining[depth] = opened;
            names[depth] = tag === 'o' ? units() : null;
            depth++;
            continue;
          }
          for (;;) {
            if (depth === 0) return value;
            const top = depth - 1, object = objects[top];
            const key = names[top] === null ? object.length : names[top];
            defineProperty(
              object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
            if (--remaining[top] > 0) { if (names[top] !== null) names[top] = units(); break; }
            value = object;
            depth--;
          }
        }
      }

      return { encode, decode };
    })
    """#
}
