import type { Integration } from "../../contract/integrations/integration.ts"
import type { PrintSummary } from "../../contract/prints/print.ts"
import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { fillLibrary, starPictures } from "../desk/pictures.ts"

export const ORDERS = sized(80, 30)
export const DESIGNS = sized(60, 4)
/** The orders of every stand-in shop that are closed: one cancelled, one sent already, one unpaid. */
const CLOSED = 3
const PRINT_MS = 900_000
const LOOK_MS = 200
const sizes = { "Adult chest": 10, "Youth chest": 7.5, "Left chest": 3.5 }

/**
 * Makes a seller with artwork and sizes for all that the shop sells. Its orders ship today and have
 * not been read.
 */
export async function openDay(stage: Stage, name: string) {
  const { client } = await stage.givenSeller(name, { credits: 5_000 })
  const skus = Array.from({ length: DESIGNS }, (_, i) => `DESIGN-${String.fromCharCode(65 + (i % 26))}${i}`)
  await fillLibrary(client, await starPictures(skus.map((sku) => `${sku.toLowerCase()}.png`)))
  for (const [name, value] of Object.entries(sizes))
    await client.expect("POST", "/api/sizes", { name, value })
  const shop = `${name}Ink`
  const listings = skus.map((sku) => ({ title: `${sku} transfer`, sku, sizes: Object.keys(sizes) }))
  await tell(stage, { action: "sell", shop, listings })
  await tell(stage, { action: "receipts", shop, count: 0 })
  const integrationId = await connectShop(client, shop)
  await synced(client, integrationId)
  await tell(stage, { action: "receipts", shop, count: ORDERS + CLOSED })
  const expectedShipS = Math.floor(Date.now() / 1000)
  for (let index = 0; index < ORDERS + CLOSED; index++)
    await tell(stage, { action: "edit", shop, index, place: 0, expectedShipS })
  const template = await client.expect<{ _id: string }[]>("GET", "/api/sheet-templates")
  return { client, integrationId, sheetTemplateId: template[0]._id }
}

async function tell({ standIns }: Stage, order: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${standIns.origin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", ...order }),
  })
  if (!reply.ok) throw new Error(await reply.text())
}

async function synced(client: Client, id: string): Promise<void> {
  for (;;) {
    const { lastSync, syncState } = await client.expect<Integration>("GET", `/api/integrations/${id}`)
    if (lastSync !== null && syncState === "idle") return
    await pause()
  }
}

/** Waits until the day's one print is completed, and throws unless it holds every open order. */
export async function dayPrinted(client: Client): Promise<PrintSummary> {
  const untilMs = performance.now() + PRINT_MS
  while (performance.now() < untilMs) {
    const [print] = await client.expect<PrintSummary[]>("GET", "/api/prints")
    if (print?.status === "Completed") {
      const done = await client.send("GET", "/api/orders?status=Completed&limit=1")
      const { totalDocuments } = done.pagination as { totalDocuments: number }
      if (totalDocuments !== ORDERS) throw new Error(`${totalDocuments} of ${ORDERS} orders are printed`)
      return print
    }
    if (print?.failureMessage) throw new Error(print.failureMessage)
    await pause()
  }
  throw new Error("the print was not done in time")
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}
