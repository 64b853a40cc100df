import sharp from "sharp"
import { expect } from "vitest"
import type { PrintItem } from "../../../contract/prints/print.ts"
import type { Client } from "../../../local/client.ts"
import { type Artwork, pieceGrid } from "../../../sheet/preflight/piece-size.ts"
import type { StoredPlacement } from "../../../worker/data/prints/sheet-rows.ts"

/** Holds each piece of a sheet of 300 DPI to the same values drawn alone by the image's preview. */
export async function expectDrawnAlone(
  client: Client,
  {
    sheet,
    placements,
    items,
  }: { sheet: Buffer; placements: readonly StoredPlacement[]; items: readonly PrintItem[] },
): Promise<void> {
  const itemOf = new Map(items.map((one) => [one._id as string, one]))
  for (const placement of placements) {
    const one = itemOf.get(placement.itemId)
    if (!one) throw new Error("a placement of no item")
    const printed = await cutFrom(sheet, placement)
    const alone = await drawnAlone(client, one, 300)
    expect([printed.info.width, printed.info.height]).toEqual([alone.info.width, alone.info.height])
    let apart = 0
    for (let at = 0; at < alone.data.length; at++)
      if (Math.abs(alone.data[at] - printed.data[at]) > 2) apart++
    expect(apart / alone.data.length).toBeLessThan(0.001)
  }
}

/** A piece of a sheet, as it lies on the sheet before any turn. */
async function cutFrom(sheet: Buffer, { x, y, widthPx, heightPx, rotated, halfTurned }: StoredPlacement) {
  const box = { left: x, top: y, width: widthPx, height: heightPx }
  const { data, info } = await sharp(sheet)
    .extract(box)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const back = (rotated ? 270 : 0) + (halfTurned ? 180 : 0)
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  return sharp(data, { raw }).rotate(back).raw().toBuffer({ resolveWithObject: true })
}

/** The part of the image's own preview, as wide as the whole artwork is printed, that the piece is. */
async function drawnAlone(client: Client, { imageId, sizeId, values }: PrintItem, dpi: number) {
  const grid =
    imageId &&
    sizeId &&
    pieceGrid({ image: imageId as Artwork, widthIn: sizeId.value, template: { dpi, trim: true } })
  if (!grid) throw new Error("the item has no piece")
  const reply = await client.fetch("POST", `/api/images/${imageId?._id}/preview`, {
    values,
    widthPx: grid.widthPx,
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { x, y, width, height } = grid.part
  const png = Buffer.from(await reply.arrayBuffer())
  return sharp(png)
    .extract({ left: x, top: y, width, height })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
