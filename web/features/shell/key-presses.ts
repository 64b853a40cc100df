/** The time within which the second key of two must follow the first. */
export const NEXT_PRESS_MS = 1500

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">

/**
 * Reads presses one after another and returns which of `presses` each one completes: `n`, `$mod+k` (Ctrl, on
 * Apple's keyboards also ⌘) or two in turn, `g o`. A press that continues nothing begins anew. Shift counts
 * by the character that it makes: `?`.
 */
export function readPresses(presses: readonly string[]): (event: Press, nowMs: number) => string | null {
  let begun = ""
  let begunAtMs = 0
  return (event, nowMs) => {
    const press = nameOf(event)
    const whole = begun !== "" && nowMs - begunAtMs <= NEXT_PRESS_MS ? `${begun} ${press}` : press
    begun = ""
    for (const read of whole === press ? [press] : [whole, press]) {
      if (presses.includes(read)) return read
      if (!presses.some((one) => one.startsWith(`${read} `))) continue
      begun = read
      begunAtMs = nowMs
      return null
    }
    return null
  }
}

function nameOf({ key, ctrlKey, metaKey, altKey }: Press): string {
  const modifiers = `${ctrlKey || metaKey ? "$mod+" : ""}${altKey ? "Alt+" : ""}`
  return modifiers + key.toLowerCase()
}
