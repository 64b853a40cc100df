import { existsSync, readFileSync } from "node:fs"
import { expect, onTestFinished, test } from "vitest"
import {
  ACCOUNT,
  answers,
  expectWhole,
  freshAccount,
  PAYPAL_WEBHOOKS,
  said,
} from "../../harness/cloud/shop.ts"

/** Ways for a run to end before its time: a step after which it is killed, or an answer that is lost. */
const ends: ({ killAfter: string } | { lose: { path: string; method?: string; after?: number } })[] = [
  { killAfter: "Cloudflare account" },
  { lose: { path: `${ACCOUNT}/d1/database`, method: "POST" } },
  { killAfter: "D1 database" },
  { lose: { path: `${ACCOUNT}/r2/buckets`, method: "POST" } },
  { killAfter: "R2 bucket" },
  { lose: { path: `${ACCOUNT}/queues`, method: "POST", after: 2 } },
  { killAfter: "Queues" },
  { lose: { path: "/client/v4/zones", method: "POST" } },
  { killAfter: "Mail" },
  { killAfter: "Contact" },
  { killAfter: "Bank account" },
  { lose: { path: `${ACCOUNT}/challenges`, method: "POST" } },
  { killAfter: "Turnstile" },
  { killAfter: "PayPal app" },
  { lose: { path: PAYPAL_WEBHOOKS, method: "POST" } },
  { killAfter: "PayPal webhook" },
  { killAfter: "Etsy app" },
  { killAfter: "Shopify app" },
  { killAfter: "Random keys" },
  { lose: { path: `${ACCOUNT}/d1/database`, method: "POST", after: 3 } },
  { killAfter: "D1 tables" },
  { lose: { path: `${ACCOUNT}/workers/scripts/sheetsmith`, method: "PUT" } },
  { killAfter: "Edge Worker" },
  { lose: { path: `${ACCOUNT}/queues`, method: "POST", after: 1 } },
  { killAfter: "Press Worker" },
  { killAfter: "First admin" },
]

test("killed after every step, or with an answer lost, it goes on and does nothing twice", async () => {
  const shop = await freshAccount()
  onTestFinished(() => shop.close())
  const left = { ...answers }
  for (const [i, end] of ends.entries()) {
    const next = ends[i + 1]
    // On a busy machine the kill comes late: the next step must not be done by then.
    const held = "killAfter" in end && next && "lose" in next ? next.lose : null
    if (held) await shop.control({ action: "hold", ...held })
    if ("lose" in end) await shop.control({ action: "lose", ...end.lose })
    const wanted = "lose" in end ? "" : `✓  ${end.killAfter}:`
    const run = await shop.setup(left, (line) => wanted !== "" && line.startsWith(wanted))
    expect(run.status, `${JSON.stringify(end)}\n${said(run)}`).toBe("lose" in end ? 1 : null)
    const ordered = held ?? ("lose" in end ? end.lose : null)
    if (ordered) await shop.control({ action: "clear", path: ordered.path })
    // A written value is never asked for again: its answer is gone.
    const files = [shop.deploymentFile, shop.secretsFile].filter(existsSync)
    const written = files.map((file) => readFileSync(file, "utf8")).join("\n")
    for (const [name, answer] of Object.entries(left))
      if (answer !== "" && written.includes(answer)) delete left[name]
  }
  const last = await shop.setup({})
  expect(last.status, said(last)).toBe(0)
  await expectWhole(shop)
})
