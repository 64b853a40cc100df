/**
 * A function that draws a text as a QR code: CODE_DOTS rows of as many dots, 1 for ink. Null if the
 * text does not fit. The same text gives the same dots everywhere.
 */
export type CodeEncoder = (text: string) => Uint8Array | null

/** The dots along a side of a QR code of version 3: 77 letters of an address in capitals. */
export const CODE_DOTS = 29

/**
 * The free dots around a code. Above and below, readers need two to separate the code from ink beside
 * it (the standard asks for four, which cost more film); beside it four cost nothing.
 */
const QUIET_DOTS = 2
const SIDE_DOTS = 4

/** The height of a label's strip and the width of its code, with their free margins. */
export const CODE_STRIP_DOTS = CODE_DOTS + 2 * QUIET_DOTS
export const CODE_WIDTH_DOTS = CODE_DOTS + 2 * SIDE_DOTS

/** The smallest dot that a phone reads on film held before it: 0.01 in, 3 pixels at 300 DPI. */
const DOTS_PER_INCH = 100

/** Returns the pixels along a side of a dot: whole ones, so that every edge is sharp. */
export function codeDotPx(dpi: number): number {
  return Math.ceil(dpi / DOTS_PER_INCH)
}
