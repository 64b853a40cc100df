import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import type { Canvas } from "../text/draw-layers.ts"
import type { Edges } from "../text/path.ts"

/**
 * A change of an artwork before it is printed. Lengths are mm of the printed piece, colours `#rrggbb`, tolerances
 * ΔE in OKLab × 100 (Ottosson 2020), boxes thousandths of the picture that the mend is given.
 */
export type Mend =
  | { kind: "remove-background"; from: "edges" | "everywhere"; colour?: string; tolerance: number }
  | { kind: "include-text" }
  | { kind: "harden"; threshold: number }
  | { kind: "halftone"; shape: "dot" | "line" | "diffusion"; linesPerInch: number; angle: number }
  | { kind: "thicken"; mm: number }
  | { kind: "fill-pinholes"; mm: number }
  | { kind: "drop-specks"; mm: number }
  | { kind: "choke"; mm: number }
  | { kind: "outline"; mm: number; colour: string }
  | { kind: "recolour"; from: string; to: string; tolerance: number }
  | { kind: "knock-out"; colour: string; tolerance: number }
  | { kind: "crop"; x: number; y: number; width: number; height: number }
  | { kind: "turn"; degrees: 90 | 180 | 270 }
  | { kind: "enlarge"; method: "edges" | "lanczos" }
  | { kind: "trace"; colours: number }
export type MendKind = Mend["kind"]

/** The kinds that only move the frame. They come before all others, wherever they stand. */
const MOVES: readonly MendKind[] = ["crop", "turn"]
/** The kinds that are made on the grid of the print, because they count in mm or in printed pixels. */
const PRINTED_KINDS: readonly MendKind[] = [
  "include-text",
  "harden",
  "halftone",
  "thicken",
  "fill-pinholes",
  "drop-specks",
  "choke",
  "outline",
]

/** The kinds that give a picture more pixels. */
const ENLARGING: readonly MendKind[] = ["enlarge", "trace"]

/** The kinds by which a drawing may stay one. It is sharp at every size, so that enlarging it changes nothing. */
const DRAWN_KINDS: readonly MendKind[] = ["crop", "turn", "recolour", "enlarge"]

/**
 * Returns mends in the order in which they are made, each group in its own order: the frame, colours, more pixels, placed texts,
 * and what is made on the print's pixels. So colours are mended on the fewest pixels.
 */
export function inOrder<Kinds extends Pick<Mend, "kind">>(mends: readonly Kinds[]): Kinds[] {
  const groups: Kinds[][] = [[], [], [], [], []]
  for (const mend of mends) groups[groupOf(mend)].push(mend)
  return groups.flat()
}

function groupOf(mend: Pick<Mend, "kind">): number {
  if (isMove(mend)) return 0
  if (mend.kind === "include-text") return 3
  return isEnlarging(mend) ? 2 : isPrintedMend(mend) ? 4 : 1
}

/** Returns true if a mend gives a picture more pixels, as many as its print has. */
export function isEnlarging({ kind }: Pick<Mend, "kind">): boolean {
  return ENLARGING.includes(kind)
}

/** Returns true if a mend crops or turns. */
export function isMove<Kinds extends Pick<Mend, "kind">>(
  mend: Kinds,
): mend is Extract<Kinds, { kind: "crop" | "turn" }> {
  return MOVES.includes(mend.kind)
}

/** Returns true if a mend depends on the printed size. */
export function isPrintedMend({ kind }: Pick<Mend, "kind">): boolean {
  return PRINTED_KINDS.includes(kind)
}

/** Returns true if a drawing may be rewritten with a mend, so that it stays one; any other draws it in pixels. */
export function isDrawnMend({ kind }: Pick<Mend, "kind">): boolean {
  return DRAWN_KINDS.includes(kind)
}

/** The printed length of a pixel of an image where no printed width is asked for: at 300 DPI. */
export const REFERENCE_MM_PER_PX = 25.4 / 300

/** A function that places an image's texts on a canvas: SVG paths in its units, and the edges of their ink, if there is any. */
export type PlaceTexts = (canvas: Canvas) => { texts: string; ink: Edges | null }

/** A function that draws an image's texts into its picture, to which so many pixels are added at each side by later mends. */
export type LayTexts = (source: RowSource, borderPx: number) => Promise<RowSource>

/** The surroundings of a mend that is made. */
export type MendContext = {
  /** The printed length of a pixel of the source, in mm. */
  mmPerPx: number
  /** The pixels that the picture will print as, side by side; undefined where the printed width is not known. */
  printedWidthPx?: number
  /** The most pixels of an enlarged picture; ARTWORK_MAX_PIXELS where nothing says less. */
  mostPixels?: number
  /** The texts that are placed on the picture, and the border that the mends after them add to it; none where they lie above. */
  texts?: { lay: LayTexts; borderPx: number } | undefined
  host: RasterHost
}

/**
 * A step: returns the mended picture, whose `decode` decodes the source's again each time. Rows are RGBA8, straight
 * alpha, sRGB. A step holds a window of rows, and at most a bit or a byte for each pixel of the whole picture.
 */
export type MendStep<Kind extends MendKind> = (
  source: RowSource,
  mend: Extract<Mend, { kind: Kind }>,
  context: MendContext,
) => Promise<RowSource>
