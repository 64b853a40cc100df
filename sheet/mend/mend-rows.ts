import type { RowSource } from "../raster/artwork.ts"
import { choke } from "./choke.ts"
import { dropSpecks } from "./drop-specks.ts"
import { enlarge } from "./enlarge.ts"
import { fillPinholes } from "./fill-pinholes.ts"
import { halftone } from "./halftone.ts"
import { harden } from "./harden.ts"
import {
  inOrder,
  isEnlarging,
  isMove,
  type LayTexts,
  type Mend,
  type MendContext,
  type MendStep,
} from "./mend.ts"
import { moved } from "./move.ts"
import { outline, outlineMarginPx } from "./outline.ts"
import { recolour } from "./recolour.ts"
import { knockOut, removeBackground } from "./remove-background.ts"
import { thicken } from "./thicken.ts"
import { trace } from "./trace.ts"

/** The texts placed on a picture, and the pixels of a border at each side that are cut off once all mends are made. */
export type TextsOver = { lay: LayTexts; freePx: number }

type Step = Exclude<Mend, { kind: "crop" | "turn" }>

/** The steps by their kinds; those that move the frame are one. */
const steps: { [Kind in Step["kind"]]: MendStep<Kind> } = {
  "remove-background": removeBackground,
  recolour,
  "knock-out": knockOut,
  "include-text": async (source, _mend, { texts }) => texts?.lay(source, texts.borderPx) ?? source,
  harden,
  enlarge,
  halftone,
  "fill-pinholes": fillPinholes,
  "drop-specks": dropSpecks,
  thicken,
  choke,
  outline,
  trace,
}

/**
 * Returns an artwork with its mends, in the order of `inOrder`. Each step counts in the pixels of the one before; `mmPerPx` is
 * the printed length of a pixel of the artwork as it is given. Texts are those that `include-text` draws: they count on the picture
 * with its borders, but for `freePx` at each side of each. Throws an ArtworkError if they need too much memory.
 */
export async function mendRows(
  artwork: RowSource,
  mends: readonly Mend[],
  { texts, ...context }: Omit<MendContext, "texts"> & { texts?: TextsOver | undefined },
): Promise<RowSource> {
  let rows = moved(artwork, mends.filter(isMove), context)
  let { mmPerPx } = context
  for (const mend of inOrder(mends)) {
    if (isMove(mend)) continue
    const { widthPx } = rows
    const over = texts && { lay: texts.lay, borderPx: marginPx(mends, mmPerPx, texts.freePx) }
    rows = await stepOf(mend)(rows, mend, { ...context, mmPerPx, texts: over })
    if (isEnlarging(mend)) mmPerPx *= widthPx / rows.widthPx
  }
  return rows
}

/** Returns the pixels that borders add at each side, but for so many of each. */
function marginPx(mends: readonly Mend[], mmPerPx: number, freePx: number): number {
  return mends.reduce(
    (sum, mend) => sum + (mend.kind === "outline" ? outlineMarginPx(mend.mm, mmPerPx) - freePx : 0),
    0,
  )
}

function stepOf<M extends Step>({ kind }: M): MendStep<M["kind"]> {
  return steps[kind] as MendStep<M["kind"]>
}
