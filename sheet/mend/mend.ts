import type { RowSource } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"

/**
 * A change of an artwork before it is printed. Lengths are mm of the printed piece, colours `#rrggbb`, tolerances
 * ΔE in OKLab × 100 (Ottosson 2020), boxes thousandths of the picture that the mend is given.
 */
export type Mend =
  | { kind: "remove-background"; from: "edges" | "everywhere"; colour?: string; tolerance: number }
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

/** The kinds that change the picture's frame or its grid. They come before all others, wherever they stand. */
const FRAME_KINDS: readonly MendKind[] = ["crop", "turn", "trace", "enlarge"]
/** The kinds that are made on the grid of the print, because they count in mm or in printed pixels. */
const PRINTED_KINDS: readonly MendKind[] = [
  "harden",
  "halftone",
  "thicken",
  "fill-pinholes",
  "drop-specks",
  "choke",
  "outline",
]

/** Returns mends in the order in which they are made: those of the frame first, each group in its own order. */
export function inOrder<Kinds extends Pick<Mend, "kind">>(mends: readonly Kinds[]): Kinds[] {
  const isFrame = ({ kind }: Kinds) => FRAME_KINDS.includes(kind)
  return [...mends.filter(isFrame), ...mends.filter((mend) => !isFrame(mend))]
}

/** Returns true if a mend depends on the printed size. */
export function isPrintedMend({ kind }: Pick<Mend, "kind">): boolean {
  return PRINTED_KINDS.includes(kind)
}

/** The printed length of a pixel of an image where no printed width is asked for: at 300 DPI. */
export const REFERENCE_MM_PER_PX = 25.4 / 300

/** The surroundings of a mend that is made. */
export type MendContext = {
  /** The printed length of a pixel of the source, in mm. */
  mmPerPx: number
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
