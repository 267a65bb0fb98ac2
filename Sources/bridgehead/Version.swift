/// The version of this program, as `--version`, reports and traces state it.
let bridgeheadVersion = "0.1.0"
