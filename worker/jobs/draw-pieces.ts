import { MINUTE_MS } from "../../contract/duration.ts"
import type { IngestMessage } from "../../contract/message.ts"
import { databaseOf } from "../data/database.ts"
import { listFontRows } from "../data/font-rows.ts"
import { findAnyImage, type ImageRow } from "../data/image-rows.ts"
import {
  claimVariants,
  type DrawnVariant,
  dropVariants,
  markVariants,
  type VariantRow,
} from "../data/variant-rows.ts"
import type { Env } from "../env.ts"
import { publishPieces } from "../flows/end-image.ts"
import { PIECES_AT_ONCE, pieceDigest } from "../flows/find-pieces.ts"
import { runAlone } from "../raster/raster-host.ts"
import { openPieceDrawer } from "./piece-drawer.ts"

/** Pieces take some 30 ms each; whoever claimed them is gone after this. */
const CLAIM_MS = 2 * MINUTE_MS

/**
 * Draws some of an image's pieces that wait. A second message takes others, or finds none left.
 */
export async function drawPieces(env: Env, { imageId }: IngestMessage): Promise<void> {
  const db = databaseOf(env)
  const row = await findAnyImage(db, imageId)
  if (row?.status !== "Ready") return
  const nowMs = Date.now()
  const claim = { limit: PIECES_AT_ONCE, nowMs, untilMs: nowMs + CLAIM_MS }
  await drawVariants(env, row, await claimVariants(db, imageId, claim))
}

/** Draws these pieces of an image and notes how they look. Those of an earlier look are forgotten. */
export async function drawVariants(
  env: Env,
  row: ImageRow,
  variants: readonly Pick<VariantRow, "digest" | "fieldValues">[],
  onDrawn: () => Promise<void> = async () => {},
): Promise<void> {
  if (variants.length === 0) return
  const db = databaseOf(env)
  const fonts = await listFontRows(db, row.userId)
  const isNow = ({ digest, fieldValues }: Pick<VariantRow, "digest" | "fieldValues">) =>
    pieceDigest(row, JSON.parse(fieldValues), fonts) === digest
  const old = variants.filter((variant) => !isNow(variant))
  if (old.length > 0) await dropVariants(db, row.id, old, Date.now())
  const draw = await openPieceDrawer(env, row)
  const drawn: DrawnVariant[] = []
  for (const { digest, fieldValues } of variants.filter(isNow)) {
    drawn.push(await runAlone(() => draw(digest, JSON.parse(fieldValues))))
    await onDrawn()
  }
  await markVariants(db, row.id, drawn)
  if (drawn.length > 0) await publishPieces(env, row, drawn[0].digest)
}
