import type { ArtworkPiece } from "../../../contract/artwork/artwork-piece.ts"
import { unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import type { Print, PrintItem } from "../../../contract/prints/print.ts"
import { isPrintEditable } from "../../../contract/status.ts"
import type { Looker } from "../../data/accounts/looker.ts"
import { databaseOf } from "../../data/database.ts"
import { restorePrints } from "../../data/orders/archive-rows.ts"
import { type FullPrint, findFullPrint } from "../../data/prints/print-view.ts"
import { type Reader, readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"
import { nameDoers } from "../accounts/name-doers.ts"
import { savedPrintInk } from "../prints/print-findings.ts"
import { askForPieces, type Piece } from "./find-pieces.ts"
import { shownArtwork } from "./shown-artwork.ts"

/** Returns a print with its items as they are printed, for its owner, who has changed it. */
export async function shownPrint(env: Env, userId: Id, id: Id): Promise<Print> {
  return readShownPrint(env, readerOf(databaseOf(env)), { userId, isProgram: true }, id)
}

/** Returns a print in the same way for its owner and for admins, through a reader, which may have an access check of its own. */
export async function readShownPrint(env: Env, read: Reader, looker: Looker, id: Id): Promise<Print> {
  const { userId } = looker
  let stored = await findFullPrint(read, looker, id)
  if (stored?.hasArchivedParts) {
    await restorePrints(databaseOf(env), stored.ownerId, [id])
    stored = await findFullPrint(read, looker, id)
  }
  if (!stored) throw unknown("print")
  const { ownerId, film } = stored
  const [print] = await nameDoers(env, [stored.print])
  const items = print.printItems.flatMap(({ _id, imageId, sizeId, shopMends }) =>
    imageId && sizeId ? [{ id: _id, imageId: imageId._id, widthIn: sizeId.value, shopMends }] : [],
  )
  const inked = { userId: ownerId, sheetTemplateId: print.sheetTemplateId, items }
  const isAsked = ownerId === userId && isPrintEditable(print.status)
  return {
    ...print,
    printItems: await withPieces(env, print.printItems, film),
    ...(await savedPrintInk(env, inked, { isAsked })),
  }
}

type ItemImage = NonNullable<PrintItem["imageId"]>
/** An item of any kind that shows an image with values. */
type PiecedItem = Pick<PrintItem, "imageId" | "sizeId" | "values" | "piece" | "shopMends">

/**
 * Returns items with their images as they are printed: each with its own picture and ink, once its
 * piece is drawn. New pieces are queued. Only items that have a piece are looked up.
 */
async function withPieces<Item extends PiecedItem>(
  env: Env,
  items: readonly Item[],
  film: FullPrint["film"],
): Promise<Item[]> {
  const pieced = items.flatMap(({ imageId, sizeId, values, piece, shopMends }) => {
    if (!imageId || !piece) return []
    const size = sizeId ? { widthIn: sizeId.value, ...film, shopMends } : undefined
    return { imageId: imageId._id, values, size }
  })
  const pieces = await askForPieces(env, pieced, "leave")
  let next = 0
  return items.map((item) => {
    if (!item.imageId || !item.piece) return item
    const piece = pieces[next++]
    return { ...item, imageId: shownImage(item.imageId, piece), piece: piece && stateOf(piece) }
  })
}

function stateOf({ digest, state, reason }: Piece): ArtworkPiece {
  return { digest, state, reason }
}

function shownImage(image: ItemImage, piece: Piece | null): ItemImage {
  const { widthPx, heightPx, trim } = image
  if (piece === null || !widthPx || !heightPx) return image
  const artwork = shownArtwork({ widthPx, heightPx, trim }, piece)
  if (piece.state !== "ready") return { ...image, ...artwork }
  const { previewFile, isOpaque, softShare } = piece
  return { ...image, previewFile, isOpaque, softShare, ...artwork }
}
