import { read, write } from "./session.ts"

const KEY = "sheetsmith.keys"

/** Returns false if keys without a modifier are switched off in this browser (WCAG 2.1.4). */
export function areLetterKeysOn(): boolean {
  return read(KEY) !== "off"
}

export function switchLetterKeys(isOn: boolean): void {
  write(KEY, isOn ? null : "off")
}
