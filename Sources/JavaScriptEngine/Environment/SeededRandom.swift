/// A random number generator that repeats itself from its seed: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// Confined to its virtual machine's thread.
final class SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including 1, with 53 random bits, as `Math.random` has.
  func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

extension JSVirtualMachine {
  /// Random bytes from the injected source.
  ///
  /// On the thread.
  public func randomBytes(count: Int) -> [UInt8] {
    preconditionOnThread()
    if let seed = configuration.environment.randomSeed {
      let generator = seededRandom(seed)
      return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The one generator of this virtual machine, shared by its realms.
  func seededRandom(_ seed: UInt64) -> SeededRandom {
    if let generator = heap.random { return generator }
    let generator = SeededRandom(seed: seed)
    heap.random = generator
    return generator
  }
}
