import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"

type Listing = {
  title: string
  sku: string
  sizes: readonly string[]
  /** The answers of each buyer in turn: question and answer. */
  answers: readonly (readonly (readonly [question: string, answer: string])[])[]
}

/** Has a shop of the stand-in sell these alone, and gives it as many orders. */
export async function etsySells(
  { standIns }: Stage,
  shop: string,
  listings: readonly Listing[],
  count: number,
): Promise<void> {
  for (const order of [
    { action: "sell", shop, listings },
    { action: "receipts", shop, count },
  ]) {
    const reply = await fetch(`${standIns.origin}/__control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ vendor: "etsy", ...order }),
    })
    if (!reply.ok) throw new Error(`the stand-in answered ${reply.status}`)
  }
}

/** Waits until the seller's only shop has been read. */
export async function untilSynced(client: Client): Promise<void> {
  for (;;) {
    const [{ lastSync }] = await client.expect<{ lastSync: string | null }[]>("GET", "/api/integrations")
    if (lastSync !== null) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
