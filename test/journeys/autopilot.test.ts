import { expect } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import type { Autopilot } from "../../contract/autopilots/autopilot.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import { standInAddresses } from "../../harness/delivery-address.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { objectionsOnTheWay } from "./axe.ts"
import { enter, tabTo } from "./by-keyboard.ts"
import { thumb } from "./thumb.ts"

const stage = useStage()
const SHOP = "ByHandTwice"
const PRINT_MS = 120_000

async function control(order: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${stage.standIns.origin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", shop: SHOP, ...order }),
  })
  expect(reply.status, await reply.text()).toBe(200)
}

/** A seller of towels whose store has so many orders. */
async function givenStore(name: string, shop: string, count: number) {
  const seller = await stage.givenSeller(name, { credits: 40 })
  const { client } = seller
  await client.expect("POST", "/api/sizes", { name: "5 inches", value: 5 })
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "tea-towel.svg"))
  await client.expect("POST", "/api/images/bulk-upload", form)
  await expect
    .poll(async () => (await client.expect<Image[]>("GET", "/api/images"))[0]?.status, { timeout: 60_000 })
    .toBe("Ready")
  const listing = { title: "Tea towel", sku: "tea towel", sizes: ["5 inches"], answers: [[]] }
  await control({ action: "sell", shop, listings: [listing] })
  await control({ action: "receipts", shop, count })
  await connectShop(client, shop)
  const isRead = async () =>
    (await client.expect<Integration[]>("GET", "/api/integrations"))[0].lastSync !== null
  await expect.poll(isRead, { timeout: 90_000 }).toBe(true)
  return seller
}

/** A seller with three orders of towels that ship today, two of them in drafts made by hand. */
async function givenTwoBatches(name: string) {
  const seller = await givenStore(name, SHOP, 3)
  const { client } = seller
  const db = await stage.runtime.miniflare.getD1Database("DB")
  await db.prepare('UPDATE "order" SET ship_by = ?').bind(Date.now()).run()
  const orders = await client.expect<Order[]>("GET", "/api/orders?limit=50")
  expect(orders).toHaveLength(3)
  for (const { orderItems } of orders.slice(0, 2))
    await client.expect("POST", "/api/orders/print", { orderItems: orderItems.map(({ _id }) => _id) })
  return seller
}

async function autopilotOf(client: Client): Promise<Autopilot | undefined> {
  const [autopilot] = await client.expect<Autopilot[]>("GET", "/api/autopilots")
  return autopilot
}

longTest(
  "after two batches by hand an autopilot runs at once, mails its sheet, and then runs every morning",
  async () => {
    const { client, person } = await givenTwoBatches("Twila")
    const { WebDAV } = standInAddresses(stage.standIns.origin)
    const address = await client.expect<{ _id: string }>("POST", "/api/delivery-addresses", WebDAV)
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders")
    const offer = page.getByRole("region", { name: /^Do this every (morning|day) at / })
    await offer.getByText(/^You made a batch /).waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])

    // By keyboard: another rule, and what is done with the print.
    await tabTo(page, offer.getByRole("radio", { name: "After 3 days" }))
    await page.keyboard.press("ArrowRight")
    await offer.getByText("On film with the next run.").waitFor()
    await page.keyboard.press("ArrowLeft")
    await offer.getByText("On film 3 days after they were ordered").waitFor()
    await offer.getByRole("combobox", { name: "Then" }).click()
    await page.getByRole("option", { name: "Process it", exact: true }).click()
    await enter(page, offer.getByRole("button", { name: /^Run now 1 order, \d credits?$/ }))
    await said(page, "The autopilot runs now")
    const run = async () => (await autopilotOf(client))?.lastRun
    await expect.poll(async () => (await run())?.printStatus, { timeout: PRINT_MS }).toBe("Completed")
    expect(await run()).toMatchObject({ cause: "asked", orders: 1 })
    expect(await autopilotOf(client)).toMatchObject({ isPaused: true, action: "process" })

    // Its mail shows the sheet in a page of others, and leads to the print.
    const mails = async () => {
      const url = `${stage.standIns.origin}/mailbox?to=${encodeURIComponent(person.email)}`
      const reply = await fetch(url, { headers: { accept: "application/json" } })
      const all = (await reply.json()) as { id: string; subject: string }[]
      return all.filter(({ subject }) => subject.startsWith("Autopilot"))
    }
    await expect.poll(async () => (await mails()).length, { timeout: PRINT_MS }).toBe(1)
    const [{ id, subject }] = await mails()
    expect(subject).toMatch(new RegExp(`^Autopilot of ${SHOP}: \\d cop.* for 1 order (is|are) ready\\.$`))
    const letter = await context.newPage()
    await letter.goto(`${stage.standIns.origin}/mailbox/${id}`)
    const sheet = letter.frameLocator("iframe").getByRole("img", { name: "The printed sheet" })
    await expect
      .poll(() => sheet.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(100)
    await letter.close()

    // Its menus are open to who has seen a sheet: on other days, and to an address from now on.
    await offer.getByRole("combobox", { name: "On" }).press("Enter")
    await page.getByRole("option", { name: "Every day" }).press("Enter")
    await offer.getByRole("combobox", { name: "Then" }).click()
    await page.getByRole("option", { name: `Process it, send to ${WebDAV.name}` }).click()
    await offer.getByRole("button", { name: /^Yes, every / }).click()
    await offer.waitFor({ state: "detached" })
    await page.getByRole("link", { name: /^Autopilot: next / }).waitFor()
    expect(await autopilotOf(client)).toMatchObject({
      ...{ isPaused: false, undatedAfterDays: 3, addressId: address._id },
      days: [0, 1, 2, 3, 4, 5, 6],
    })
    await page.reload()
    await page.getByRole("link", { name: /^Autopilot: next / }).click()
    await page.getByRole("heading", { name: `Autopilot of ${SHOP}`, level: 1 }).waitFor()
    await page.getByText("Nothing was ready to be printed at the last sync.").waitFor()
    await page.getByText("run now", { exact: true }).waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])
    expect(errors).toEqual([])
  },
)

longTest(
  "a proof approved on a phone is printed by the autopilot, one with a wish for a change is not",
  async () => {
    const { client } = await givenStore("Proof", "ProofShop", 2)
    const [{ _id: integrationId }] = await client.expect<Integration[]>("GET", "/api/integrations")
    const itemsOf = async () => {
      const orders = await client.expect<Order[]>("GET", "/api/orders?limit=50")
      return orders.map(({ orderItems }) => orderItems) as [OrderItem[], OrderItem[]]
    }
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto(`/integrations/${integrationId}`)
    await page.getByRole("switch", { name: "Print only what the buyer has approved" }).click()
    await said(page, "Only what the buyer has approved is printed")
    await page.goto("/orders")
    await page.getByRole("checkbox", { name: "Select all rows" }).click()
    await page.getByRole("button", { name: "Send proof" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("heading", { name: /^Ask buyers to approve \d+ pieces\?$/ }).waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])
    await dialog.getByRole("button", { name: /^(Send by e-mail|Make links)$/ }).click()
    await dialog.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Show all items" }).click()

    // On their phones: one buyer approves all pieces, the other asks for a change of the first.
    const phone = await stage.open({ phone: true })
    const [approved, wished] = await itemsOf()
    for (const { proof } of approved) {
      await phone.page.goto(`/${proof.path}`)
      await phone.page.getByRole("img", { name: "Tea towel" }).waitFor({ timeout: PRINT_MS })
      await thumb(phone.page.getByRole("button", { name: "Approve" }))
      await phone.page.getByText("You approved this").waitFor()
    }
    await phone.page.goto(`/${wished[0].proof.path}`)
    await thumb(phone.page.getByRole("button", { name: "Ask for a change" }))
    await phone.page.getByRole("textbox", { name: "What should change?" }).fill("Larger, please")
    expect(await objectionsOnTheWay(phone.page)).toEqual([])
    await thumb(phone.page.getByRole("button", { name: "Ask for this change" }))
    await phone.page.getByText("You asked for a change").waitFor()
    await said(page, "the buyer asks for a change")
    await page.getByText("“Larger, please”").waitFor()

    const [{ _id: sheetTemplateId }] = await client.expect<{ _id: string }[]>("GET", "/api/sheet-templates")
    const { _id } = await client.expect<Autopilot>("POST", "/api/autopilots", {
      ...{ integrationId, sheetTemplateId, days: [1], times: ["07:00"], timeZone: "UTC", shipWithinDays: 30 },
      ...{ undatedAfterDays: 0, packing: "tightest", action: "process", maxCreditsPerDay: 40 },
    })
    await client.expect("POST", `/api/autopilots/${_id}/run`)
    const run = async () => (await autopilotOf(client))?.lastRun
    await expect.poll(async () => (await run())?.printStatus, { timeout: PRINT_MS }).toBe("Completed")
    expect(await run()).toMatchObject({
      ...{ orders: 1, skippedCount: wished.length },
      skipped: wished.map(() => ({ reason: "unapproved" })),
    })
    expect(errors).toEqual([])
    expect(phone.errors).toEqual([])
  },
)
