import { type InkCode, type InkMark, isInkOpen } from "../../../contract/artwork/ink.ts"

/** The names of findings. */
export const inkNames: Record<InkCode, string> = {
  "white-box": "White box",
  "soft-alpha": "Half-transparent ink",
  halo: "Halo",
  "thin-stroke": "Thin strokes",
  "thin-gap": "Narrow gaps",
  speck: "Specks",
  pinhole: "Pinholes",
  "low-dpi": "Low resolution",
  upscaled: "Enlarged picture",
  "cut-edge": "Cut edge",
  "heavy-ink": "Heavy ink",
  "out-of-gamut": "Colours the press cannot mix",
  "font-replaced": "Replaced font",
  "profile-dropped": "Colour profile left out",
}

/** Returns the marks or findings that are still to be looked at, as they come: the worst first. */
export function openMarks<Mark extends InkMark>(marks: readonly Mark[]): Mark[] {
  return marks.filter(isInkOpen)
}

/** `White box and 4 more`, `Thin strokes, specks`; "" where nothing is to be looked at. */
export function marksText(marks: readonly InkMark[]): string {
  const [first = "", second, ...others] = openMarks(marks).map(({ code }) => inkNames[code])
  if (second === undefined) return first
  return others.length === 0 ? `${first}, ${second.toLowerCase()}` : `${first} and ${others.length + 1} more`
}
