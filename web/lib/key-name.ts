/** Returns a key as it is written on this machine's keyboard: Apple's have ⌘ for Ctrl. */
export function keyName(key: string): string {
  return key === "Ctrl" && /Mac|iP(hone|ad|od)/.test(navigator.platform) ? "⌘" : key
}
