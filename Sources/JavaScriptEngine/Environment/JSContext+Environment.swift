extension JSContext {
  /// Gives the realm the virtual machine's environment where it differs from the world: a seeded `Math.random`, a
  /// `Date` that follows the clock.
  func installEnvironment() throws(EngineError) {
    let environment = virtualMachine.configuration.environment
    do {
      if let seed = environment.randomSeed {
        let generator = virtualMachine.seededRandom(seed)
        let random = try makeFunction(name: "random") { call in try call.context.number(generator.nextUnit()) }
        try globalObject.property("Math").setProperty("random", to: random, attributes: .hidden)
      }
      if !environment.clock.passesByItself {
        let clock = environment.clock
        let now = try makeFunction(name: "now") { call in try call.context.number(clock.wallMilliseconds.rounded(.down))
        }
        try evaluate(
          """
          (now => {
            const RealDate = Date;
            const ClockDate = new Proxy(RealDate, {
              apply: () => new RealDate(now()).toString(),
              construct: (target, parameters, newTarget) =>
                Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
            });
            Object.defineProperty(RealDate, 'now', { value: now, configurable: true, writable: true });
            Object.defineProperty(RealDate.prototype, 'constructor', { value: ClockDate, configurable: true, writable: true });
            Object.defineProperty(globalThis, 'Date', { value: ClockDate, configurable: true, writable: true });
          })
          """, url: "engine:clock"
        ).call([now])
      }
    } catch let error as EngineError {
      throw error
    } catch {
      throw EngineError(.unavailable, "the environment cannot be installed: \(error)")
    }
  }
}
