import type { RowSource } from "../raster/artwork.ts"
import { choke } from "./choke.ts"
import { dropSpecks } from "./drop-specks.ts"
import { enlarge } from "./enlarge.ts"
import { fillPinholes } from "./fill-pinholes.ts"
import { halftone } from "./halftone.ts"
import { harden } from "./harden.ts"
import { inOrder, isEnlarging, isMove, type Mend, type MendContext, type MendStep } from "./mend.ts"
import { moved } from "./move.ts"
import { outline } from "./outline.ts"
import { recolour } from "./recolour.ts"
import { knockOut, removeBackground } from "./remove-background.ts"
import { thicken } from "./thicken.ts"
import { trace } from "./trace.ts"

type Step = Exclude<Mend, { kind: "crop" | "turn" }>

/** The steps by their kinds; those that move the frame are one. */
const steps: { [Kind in Step["kind"]]: MendStep<Kind> } = {
  "remove-background": removeBackground,
  recolour,
  "knock-out": knockOut,
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
 * the printed length of a pixel of the artwork as it is given. Throws an ArtworkError if they need too much memory.
 */
export async function mendRows(
  artwork: RowSource,
  mends: readonly Mend[],
  context: MendContext,
): Promise<RowSource> {
  let rows = moved(artwork, mends.filter(isMove), context)
  let { mmPerPx } = context
  for (const mend of inOrder(mends)) {
    if (isMove(mend)) continue
    const { widthPx } = rows
    rows = await stepOf(mend)(rows, mend, { ...context, mmPerPx })
    if (isEnlarging(mend)) mmPerPx *= widthPx / rows.widthPx
  }
  return rows
}

function stepOf<M extends Step>({ kind }: M): MendStep<M["kind"]> {
  return steps[kind] as MendStep<M["kind"]>
}
