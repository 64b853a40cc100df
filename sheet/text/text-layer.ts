/** A text as it is placed on artwork: the layer of `contract/artwork/artwork-field.ts`, with its own text. */
export type TextLayer = {
  text: string
  /** The box in thousandths of the artwork's width (x, width) and height (y, height). */
  box: { x: number; y: number; width: number; height: number }
  /** The remedy for text larger than its box: smaller letters, more lines, narrower letters, or none. */
  fit: "shrink" | "wrap" | "squeeze" | "none"
  /** The letters' size in thousandths of the artwork's height; without one they fill the box. */
  size?: number | undefined
  align: "left" | "center" | "right"
  /** The spacing in thousandths of the em. */
  letterSpacing: number
  /** The height from baseline to baseline, in sizes. */
  lineHeight: number
  /** True if all letters are capitals. */
  caps: boolean
  /** The colour as #rrggbb. */
  fill: string
  /** The outlines from the letters outwards; `width` in thousandths of the artwork's height. */
  outlines: readonly { color: string; width: number }[]
  /** A hard shadow, moved by thousandths of the artwork's height. */
  shadow?: { color: string; x: number; y: number } | undefined
  /** The degrees that the baseline spans: positive is an arch, negative a bowl, 0 straight. */
  arc: number
  /** True if the text runs round a circle in the box: from its top, or along its foot if `arc` < 0. */
  circle?: boolean | undefined
}

/** A problem that keeps a text from being printed. */
export type TextProblem =
  | { kind: "missing-letter"; letters: string[] }
  | { kind: "emoji"; letters: string[] }
  | { kind: "does-not-fit" }

/** Returns a problem in words that follow the text's name: `Name has letters …`. */
export function problemWords(problem: TextProblem): string {
  switch (problem.kind) {
    case "missing-letter":
      return `has ${counted(problem.letters)} that the font lacks: ${problem.letters.join(" ")}. Choose another font, or write it differently.`
    case "emoji":
      return `has ${problem.letters.join(" ")}, which cannot be printed as text. Take it out.`
    case "does-not-fit":
      return "does not fit into its place. Shorten it, or make its place larger."
  }
}

function counted(letters: readonly string[]): string {
  return letters.length === 1 ? "a letter" : "letters"
}

/** Returns the text as it is set: composed letters, one kind of line end, no invisible controls. */
export function settableText(text: string, caps: boolean): string {
  const plain = text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replace(/\t/g, " ")
    // Joiners shape letters and are kept.
    .replace(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu, "")
    .normalize("NFC")
    .trim()
  return caps ? plain.toUpperCase() : plain
}
