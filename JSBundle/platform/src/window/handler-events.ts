/** Events with an `on…` attribute on window. */
export const handlerEvents: readonly string[] = [
  "abort", "blur", "cancel", "canplay", "canplaythrough", "change", "click", "close", "contextmenu", "cuechange", "dblclick",
  "drag", "dragend", "dragenter", "dragleave", "dragover", "dragstart", "drop", "durationchange", "emptied", "ended", "error",
  "focus", "input", "invalid", "keydown", "keypress", "keyup", "load", "loadeddata", "loadedmetadata", "loadstart",
  "mousedown", "mouseenter", "mouseleave", "mousemove", "mouseout", "mouseover", "mouseup", "wheel", "pause", "play",
  "playing", "progress", "ratechange", "reset", "resize", "scroll", "securitypolicyviolation", "seeked", "seeking", "select",
  "stalled", "submit", "suspend", "timeupdate", "toggle", "volumechange", "waiting",
  "afterprint", "beforeprint", "beforeunload", "hashchange", "languagechange", "message", "messageerror", "offline", "online",
  "pagehide", "pageshow", "popstate", "rejectionhandled", "storage", "unhandledrejection", "unload",
];
