/** A text as it is placed on artwork: the layer of `contract/artwork/artwork-field.ts`, with its own text. */
export type TextLayer = {
  text: string
  /** In thousandths of the artwork's width (x, width) and height (y, height). */
  box: { x: number; y: number; width: number; height: number }
  /**
   * What happens where the text is larger than its box: smaller letters, more lines, narrower
   * letters, or nothing.
   */
  fit: "shrink" | "wrap" | "squeeze" | "none"
  /** The letters' size in thousandths of the artwork's height; without one they fill the box. */
  size?: number | undefined
  align: "left" | "center" | "right"
  /** In thousandths of the em. */
  letterSpacing: number
  /** From baseline to baseline, in sizes. */
  lineHeight: number
  /** Whether all letters are capitals. */
  caps: boolean
  /** #rrggbb. */
  fill: string
  /** From the letters outwards; `width` in thousandths of the artwork's height. */
  outlines: readonly { color: string; width: number }[]
  /** A hard shadow, moved by thousandths of the artwork's height. */
  shadow?: { color: string; x: number; y: number } | undefined
  /** Degrees that the baseline spans: positive is an arch, negative a bowl, 0 straight. */
  arc: number
  /** The text runs round a circle in the box: from its top, or along its foot where `arc` < 0. */
  circle?: boolean | undefined
}

/** What keeps a text from being printed. */
export type TextProblem =
  | { kind: "missing-letter"; letters: string[] }
  | { kind: "emoji"; letters: string[] }
  | { kind: "does-not-fit" }

/** What is wrong with a text, in words that follow its name: `Name has letters …`. */
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

/** The text as it is set: composed letters, one kind of line end, no invisible controls. */
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
