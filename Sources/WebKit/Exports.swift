// On Apple platforms `import WebKit` brings Foundation, and with it URLRequest and URLResponse, into scope. Code that
// relies on it must compile here unchanged, so this file re-exports both modules; nothing else in this module needs
// `@_exported`.
@_exported public import Foundation
@_exported public import FoundationNetworking
