import type { RowSource } from "../raster/artwork.ts"
import { choke } from "./choke.ts"
import { crop } from "./crop.ts"
import { dropSpecks } from "./drop-specks.ts"
import { fillPinholes } from "./fill-pinholes.ts"
import { halftone } from "./halftone.ts"
import { harden } from "./harden.ts"
import { inOrder, type Mend, type MendContext, type MendKind, type MendStep } from "./mend.ts"
import { outline } from "./outline.ts"
import { recolour } from "./recolour.ts"
import { knockOut, removeBackground } from "./remove-background.ts"
import { thicken } from "./thicken.ts"
import { turn } from "./turn.ts"

/** The steps by their kinds. */
const steps: { [Kind in MendKind]?: MendStep<Kind> } = {
  crop,
  turn,
  "remove-background": removeBackground,
  recolour,
  "knock-out": knockOut,
  harden,
  halftone,
  "fill-pinholes": fillPinholes,
  "drop-specks": dropSpecks,
  thicken,
  choke,
  outline,
}

/**
 * Returns an artwork with its mends, in their order. Each step counts in the pixels of the one before; `mmPerPx` is the
 * printed length of a pixel of the artwork as it is given. Throws an ArtworkError if nothing would be left.
 */
export async function mendRows(
  artwork: RowSource,
  mends: readonly Mend[],
  context: MendContext,
): Promise<RowSource> {
  let rows: RowSource = artwork
  for (const mend of inOrder(mends)) rows = await stepOf(mend)(rows, mend, context)
  return rows
}

function stepOf<M extends Mend>({ kind }: M): MendStep<M["kind"]> {
  const step = steps[kind]
  if (!step) throw new Error(`there is no mend of the kind ${kind}`)
  return step as MendStep<M["kind"]>
}
