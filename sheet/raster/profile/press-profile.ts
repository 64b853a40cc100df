import { findTag, isIcc, lettersAt } from "./icc-tag.ts"

/** A profile that a press prints by, or the reason why nothing prints by a file, in sentences that say what to do. */
type PressProfile = { kind: "press"; name: string; colours: string } | { kind: "unusable"; reason: string }

/** The devices that profiles of other classes describe. */
const otherDevices: Record<string, string> = { scnr: "a camera or scanner", mntr: "a monitor" }
const colourNames: Record<string, string> = { "RGB ": "RGB", GRAY: "Grey" }
/** The bytes of a name that are read: a hostile one is as long as its file. */
const NAME_BYTES = 200
const ASK = "Ask your print shop for the output profile of its press."

/**
 * Reads what a file says of itself: whether a press prints by it, its name ("" where it has none) and the colours that
 * the press takes. Whether its tables are sound is only known once littleCMS has opened them.
 */
export function readPressProfile(icc: Uint8Array): PressProfile {
  const view = new DataView(icc.buffer, icc.byteOffset, icc.length)
  if (!isIcc(view))
    return unusable(
      "This file is no colour profile. Choose the .icc or .icm file that your print shop gives you.",
    )
  if (view.getUint32(0) > icc.length) return unusable("This profile is cut short. Download it once more.")
  const described = lettersAt(view, 12)
  if (described !== "prtr")
    return unusable(`This profile describes ${otherDevices[described] ?? "no press"}. ${ASK}`)
  const space = lettersAt(view, 16)
  const has = (...names: string[]) => names.some((name) => findTag(view, name) !== null)
  const isMatrix = space === "RGB " && has("rXYZ")
  if (!isMatrix && !(has("A2B0", "A2B1") && has("B2A0", "B2A1")))
    return unusable(`This profile can only be read: it lacks the tables that a press prints by. ${ASK}`)
  const inks = space.match(/^([2-9A-F])CLR$/)
  const colours = inks ? `${Number.parseInt(inks[1], 16)} inks` : (colourNames[space] ?? space.trim())
  return { kind: "press", name: nameOf(view), colours }
}

function unusable(reason: string): PressProfile {
  return { kind: "unusable", reason }
}

/** Returns a profile's description: of version 2 its letters, of version 4 that of the first language. */
function nameOf(view: DataView): string {
  const tag = findTag(view, "desc")
  if (tag === null || tag.byteLength < 12) return ""
  const fits = (from: number, length: number) =>
    Math.max(0, Math.min(NAME_BYTES, length, tag.byteLength - from))
  if (lettersAt(tag, 0) === "desc") return lettersAt(tag, 12, fits(12, tag.getUint32(8))).split("\0")[0]
  if (lettersAt(tag, 0) !== "mluc" || tag.byteLength < 28) return ""
  const from = tag.getUint32(24)
  const length = fits(from, tag.getUint32(20)) >> 1
  return String.fromCharCode(...Array.from({ length }, (_, i) => tag.getUint16(from + i * 2)))
}
