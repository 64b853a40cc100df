import type { BrowserContext, Page } from "playwright-core"
import sharp from "sharp"
import type { Image } from "../../contract/artwork/image.ts"
import type { Id } from "../../contract/id.ts"
import type { Print, PrintItemInput } from "../../contract/prints/print.ts"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { emptyDraft } from "../../web/features/prints/print-draft.ts"

export type Library = { client: Client; userId: string; images: Image[]; sizeIds: Id[] }

const UPLOAD_FILES = 20

/** Makes a seller with so many ready designs, in the order of their names, and with these sizes. */
export async function givenDesigns(
  stage: Stage,
  seller: string,
  { designs, widthsIn }: { designs: number; widthsIn: readonly number[] },
): Promise<Library> {
  const { client, userId } = await stage.givenSeller(seller)
  for (let first = 0; first < designs; first += UPLOAD_FILES) {
    const form = new FormData()
    for (let i = first; i < first + UPLOAD_FILES; i++) {
      const [width, height] = [600 + ((i * 137) % 500), 500 + ((i * 211) % 700)]
      const background = { r: (i * 40) % 256, g: 90, b: 160, alpha: 1 }
      const art = sharp({ create: { width, height, channels: 4, background } })
      form.append("files", new File([new Uint8Array(await art.png().toBuffer())], `design-${i + 1}.png`))
    }
    await client.expect("POST", "/api/images/bulk-upload", form)
  }
  const sizeIds: Id[] = []
  for (const value of widthsIn)
    sizeIds.push((await client.expect<{ _id: Id }>("POST", "/api/sizes", { name: `${value}`, value }))._id)
  for (;;) {
    const images = await client.expect<Image[]>("GET", "/api/images?limit=999&sortBy=createdAt&sort=asc")
    if (images.every((image) => image.status === "Ready")) return { client, userId, images, sizeIds }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type OpenBuilder = { page: Page; context: BrowserContext; rows: number; stepper: string }

/**
 * Opens an unsaved print in the builder, as after a reload: its rows and their pictures are drawn, and
 * the search has begun. `stepper` counts its first row up.
 */
export async function openBuilder(
  stage: Stage,
  { client, userId }: Library,
  printItems: readonly PrintItemInput[],
  settleMs: number,
): Promise<OpenBuilder> {
  const print = await client.expect<Print>("POST", "/api/prints", { printItems })
  const items = print.printItems.map(({ _id, imageId, sizeId, quantity }) => ({
    ...{ key: _id, image: imageId, size: sizeId, quantity },
    ...{ isImageDeleted: false, isSizeDeleted: false, values: {} },
  }))
  const draft = { ...emptyDraft(crypto.randomUUID()), items }
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await context.addInitScript(
    ([key, text]) => localStorage.setItem(key, text),
    [`sheetsmith.draft.${userId}`, JSON.stringify(draft)],
  )
  await page.goto("/prints/manual-create")
  await page.getByText(/^Sheet 1 of /).waitFor()
  await page.waitForTimeout(settleMs)
  const stepper = `Increase Quantity of ${print.printItems[0].imageId?.name}`
  return { page, context, rows: items.length, stepper }
}
