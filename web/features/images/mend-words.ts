import type { Mend } from "../../../contract/artwork/mend.ts"
import { capitalise, plural } from "../../lib/format.ts"

type Kind = Mend["kind"]

/** The words of a mend: its name, what was done, and what is done to several images. */
type MendWords = { name: string; done: string; many: (images: string) => string }

export const mendWords: Record<Kind, MendWords> = {
  "remove-background": {
    name: "Remove background",
    done: "Background removed",
    many: (images) => `remove the background of ${images}`,
  },
  "include-text": {
    name: "Mend the text too",
    done: "Text mended too",
    many: (images) => `mend the text of ${images} too`,
  },
  harden: {
    name: "Harden edges",
    done: "Edges hardened",
    many: (images) => `harden edges on ${images}`,
  },
  halftone: {
    name: "Halftone",
    done: "Halftone added",
    many: (images) => `turn see-through ink into dots on ${images}`,
  },
  thicken: {
    name: "Thicken strokes",
    done: "Strokes thickened",
    many: (images) => `thicken strokes on ${images}`,
  },
  "fill-pinholes": {
    name: "Fill pinholes",
    done: "Pinholes filled",
    many: (images) => `fill pinholes on ${images}`,
  },
  "drop-specks": {
    name: "Drop specks",
    done: "Specks dropped",
    many: (images) => `drop specks on ${images}`,
  },
  choke: {
    name: "Trim edges",
    done: "Edges trimmed",
    many: (images) => `trim the edges of ${images}`,
  },
  outline: {
    name: "Outline",
    done: "Outline added",
    many: (images) => `add an outline to ${images}`,
  },
  recolour: {
    name: "Change a colour",
    done: "Colour changed",
    many: (images) => `change a colour of ${images}`,
  },
  "knock-out": {
    name: "Knock out a colour",
    done: "Colour knocked out",
    many: (images) => `knock out a colour of ${images}`,
  },
  crop: { name: "Crop", done: "Cropped", many: (images) => `crop ${images}` },
  turn: { name: "Turn", done: "Turned", many: (images) => `turn ${images}` },
  enlarge: { name: "Enlarge", done: "Enlarged", many: (images) => `enlarge ${images}` },
  trace: { name: "Trace", done: "Traced", many: (images) => `trace ${images}` },
}

/** Returns what a finding's button does: `Thicken to 0.35 mm`, `Drop 14 specks`. */
export function mendAction(mend: Mend, count: number): string {
  switch (mend.kind) {
    case "thicken":
      return `Thicken to ${mend.mm} mm`
    case "drop-specks":
      return `Drop ${plural(count, "speck")}`
    case "fill-pinholes":
      return `Fill ${plural(count, "pinhole")}`
    case "choke":
      return `Trim edges by ${mend.mm} mm`
    default:
      return mendWords[mend.kind].name
  }
}

/** Returns what was done to one image: `Background removed, edges hardened`. */
export function doneWords(mends: readonly Mend[]): string {
  const done = mends.map(({ kind }) => mendWords[kind].done.toLowerCase())
  return capitalise(done.join(", "))
}

/** A kind of mend, and how many images get it. */
export type MendCount = { kind: Kind; images: number }

/** Returns `Harden edges on 4 images, remove the background of 2`. */
export function planWords(counts: readonly MendCount[]): string {
  const parts = counts.map(({ kind, images }, i) =>
    mendWords[kind].many(i === 0 ? plural(images, "image") : String(images)),
  )
  return capitalise(parts.join(", "))
}
