// swift-tools-version: 6.2
// The manifest lists targets in dependency order; the graph is a DAG (Scripts/check-imports proves it from the sources).
// What every target is compiled with stands once, in the loop at the end.

import PackageDescription

let package = Package(
  name: "bridgehead",
  products: [
    .executable(name: "bridgehead", targets: ["bridgehead"]),
    .library(name: "WebKit", targets: ["WebKit"]),
    .library(name: "EditorHost", targets: ["EditorHost"]),
  ],
  targets: [
    // MARK: C libraries, found through pkg-config

    .systemLibrary(
      name: "CGLib", path: "Sources/CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CJavaScriptCore", path: "Sources/CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // MARK: Libraries

    .target(name: "Tracing"),
    .target(name: "JavaScriptEngine", dependencies: ["CJavaScriptCore", "CGLib"]),
    .target(
      name: "WebKit", dependencies: ["JavaScriptEngine", "Tracing"], resources: [.copy("Resources")]),
    .target(name: "BridgeProtocol"),
    .target(name: "Bridge", dependencies: ["BridgeProtocol", "WebKit", "Tracing"]),
    .target(name: "Capabilities", dependencies: ["CSQLite", "CGLib"]),
    .target(
      name: "EditorHost", dependencies: ["Bridge", "BridgeProtocol", "Capabilities", "WebKit", "Tracing"],
      resources: [.copy("Resources")]),

    // MARK: Command line

    .executableTarget(
      name: "bridgehead", dependencies: ["EditorHost", "Bridge", "BridgeProtocol", "Capabilities", "WebKit", "Tracing"]),

    // MARK: Tests

    .testTarget(name: "TracingTests", dependencies: ["Tracing"]),
    .testTarget(name: "JavaScriptEngineTests", dependencies: ["JavaScriptEngine"]),
    .testTarget(name: "WebKitTests", dependencies: ["WebKit", "JavaScriptEngine", "Tracing"]),
    .testTarget(name: "BridgeProtocolTests", dependencies: ["BridgeProtocol"]),
    .testTarget(name: "BridgeTests", dependencies: ["Bridge", "BridgeProtocol", "WebKit", "Tracing"]),
    .testTarget(name: "CapabilitiesTests", dependencies: ["Capabilities", "CSQLite"]),
    .testTarget(
      name: "EditorHostTests",
      dependencies: ["EditorHost", "Bridge", "BridgeProtocol", "Capabilities", "WebKit", "Tracing"]),
    .testTarget(name: "JSBundleTests", dependencies: ["WebKit"]),
    .testTarget(name: "CommandLineTests", dependencies: ["bridgehead"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      // Raw memory is touched in few files; this makes each touch say `unsafe`, so a reader can find and question it.
      .strictMemorySafety(),
      // `any P` costs a box and dynamic dispatch; the cost should be visible where it is paid.
      .enableUpcomingFeature("ExistentialAny"),
      // An import is part of a module's interface only where it says `public`; so C modules cannot leak upwards.
      .enableUpcomingFeature("InternalImportsByDefault"),
      // A member is usable only where its module is imported: the import list of a file is then its real dependency list.
      .enableUpcomingFeature("MemberImportVisibility"),
      // A warning nobody must act on hides the one somebody must.
      .treatAllWarnings(as: .error),
    ]
}
