import { type InkFinding, isInkOpen } from "./ink.ts"
import type { Mend } from "./mend.ts"

/**
 * The order in which mends are best made. A frame comes first, as in the engine; backgrounds and colours before the
 * edges that they leave; edges before strokes and dots, which are measured on them; halftone once all is as thick as it
 * has to be, and an outline around all that.
 */
const bestOrder: readonly Mend["kind"][] = [
  "crop",
  "turn",
  "trace",
  "enlarge",
  "remove-background",
  "knock-out",
  "recolour",
  "include-text",
  "choke",
  "harden",
  "drop-specks",
  "fill-pinholes",
  "thicken",
  "halftone",
  "outline",
]

/** Returns the mends that findings ask for: the first of each that is still to be looked at, none twice, in order. */
export function askedMends(findings: readonly InkFinding[]): readonly Mend[] {
  const first = findings.filter(isInkOpen).flatMap(({ mends }) => mends.slice(0, 1))
  return withMends([], first)
}

/**
 * Returns an image's mends with others. A mend that is there already is switched on and gets the new settings, but never
 * a smaller length; another goes before the first that is better made after it.
 */
export function withMends(stored: readonly Mend[], added: readonly Mend[]): readonly Mend[] {
  return added.reduce(withMend, stored)
}

/**
 * Returns an image's mends with those of its store's rule beside them. What a mend of the image does already stays as the
 * image has it.
 */
export function withRuleMends(own: readonly Mend[], rule: readonly Mend[]): readonly Mend[] {
  return withMends(
    own,
    rule.filter((mend) => !own.some((one) => doSameWork(one, mend))),
  )
}

/** Returns true if an image that has these mends stays as it is with another. */
export function hasMend(stored: readonly Mend[], mend: Mend): boolean {
  return withMend(stored, mend) === stored
}

/** Returns true if one of these mends does what another would, with settings that may be the seller's own. */
export function doesWorkOf(mends: readonly Mend[], mend: Mend): boolean {
  return mends.some((one) => one.isOn && doSameWork(one, mend) && isAsLong(one, mend))
}

function isAsLong(one: Mend, mend: Mend): boolean {
  return !("mm" in one && "mm" in mend) || one.mm >= mend.mm
}

function withMend(mends: readonly Mend[], mend: Mend): readonly Mend[] {
  const at = mends.findIndex((one) => doSameWork(one, mend))
  if (at >= 0) {
    const next = atLeastAsLong(mend, mends[at])
    return isSameMend(mends[at], next) ? mends : mends.with(at, next)
  }
  const place = mends.findIndex(({ kind }) => bestOrder.indexOf(kind) > bestOrder.indexOf(mend.kind))
  return mends.toSpliced(place < 0 ? mends.length : place, 0, mend)
}

/** Returns true for two mends of which a picture needs one alone: of a kind, and on the same colour or on any. */
function doSameWork(one: Mend, other: Mend): boolean {
  if (one.kind !== other.kind) return false
  const [colour, otherColour] = [colourOf(one), colourOf(other)]
  return colour === otherColour || colour === undefined || otherColour === undefined
}

function colourOf(mend: Mend): string | undefined {
  if (mend.kind === "recolour") return mend.from
  return mend.kind === "knock-out" || mend.kind === "remove-background" ? mend.colour : undefined
}

function atLeastAsLong(mend: Mend, before: Mend): Mend {
  return "mm" in mend && "mm" in before ? { ...mend, mm: Math.max(mend.mm, before.mm) } : mend
}

/** Returns true for two mends with the same settings, whatever the order of their keys. */
export function isSameMend(one: Mend, other: Mend): boolean {
  return settingsOf(one) === settingsOf(other)
}

function settingsOf(mend: Mend): string {
  return JSON.stringify(Object.entries(mend).sort(([a], [b]) => (a < b ? -1 : 1)))
}
