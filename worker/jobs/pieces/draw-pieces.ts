import { listFontRows } from "../../data/artwork/font-rows.ts"
import type { ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import {
  type DrawnVariant,
  dropVariants,
  markVariants,
  type VariantRow,
} from "../../data/pieces/variant-rows.ts"
import type { Env } from "../../env.ts"
import { publishPieces } from "../../flows/artwork/end-image.ts"
import { pieceDigest } from "../../flows/pieces/find-pieces.ts"
import { runAlone } from "../../raster/raster-host.ts"
import { openPieceDrawer } from "./piece-drawer.ts"

type Wanted = Pick<VariantRow, "digest" | "fieldValues" | "printed">
type Drawing = {
  /** Returns true if the next piece may still be begun. */
  mayBegin?: () => boolean
  onDrawn?: () => Promise<void>
}

/**
 * Draws these pieces of an image, the first at least, and stores their looks. Those of an earlier look
 * are forgotten. Returns how many of them, from the first on, are finished.
 */
export async function drawVariants(
  env: Env,
  row: ImageRow,
  variants: readonly Wanted[],
  { mayBegin = () => true, onDrawn = async () => {} }: Drawing = {},
): Promise<number> {
  if (variants.length === 0) return 0
  const db = databaseOf(env)
  const fonts = await listFontRows(db, row.userId)
  const old = new Set(
    variants.filter(
      ({ digest, fieldValues, printed }) =>
        pieceDigest(row, { values: JSON.parse(fieldValues), printed }, fonts) !== digest,
    ),
  )
  if (old.size > 0) await dropVariants(db, row.id, [...old], Date.now())
  const draw = await openPieceDrawer(env, row)
  const drawn: DrawnVariant[] = []
  let done = 0
  for (const variant of variants) {
    if (done > 0 && !mayBegin()) break
    done += 1
    if (old.has(variant)) continue
    const { digest, fieldValues, printed } = variant
    drawn.push(await runAlone(() => draw(digest, { values: JSON.parse(fieldValues), printed })))
    await onDrawn()
  }
  await markVariants(db, row.id, drawn)
  if (drawn.length > 0) await publishPieces(env, row, drawn[0].digest)
  return done
}
