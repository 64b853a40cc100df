import { randomFillSync } from "node:crypto"
import { request as httpRequest } from "node:http"
import type { Page, Request } from "playwright-core"
import sharp from "sharp"
import { expect } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import type { Payment } from "../../contract/credits/payment.ts"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import type { Print } from "../../contract/prints/print.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"

const stage = useStage()

const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const LONG_MS = 120_000
const UNREACHABLE = "Your network does not answer: this device is offline."

longTest(
  "a network lost in an upload leaves nothing behind, and the file is sent again on a click",
  async () => {
    const { page, context, client } = await openSeller("Ulla")
    await page.goto("/images?addImage=true")
    const dialog = page.getByRole("dialog")
    // Half of it is more than one part: the server has something to tidy up.
    const buffer = await noisePng(2_000)
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "night.png", mimeType: "image/png", buffer })
    await page.route("**/api/images/bulk-upload", async (route) => {
      await sendHalf(client, route.request(), buffer)
      await context.setOffline(true)
      // The lost network may have ended the call by itself.
      await route.abort("internetdisconnected").catch(() => undefined)
    })
    await dialog.getByRole("button", { name: /^Upload/ }).click()
    const tile = page.getByRole("article").filter({ hasText: "night.png" })
    await tile.getByText("The upload failed").waitFor()
    await expect.poll(() => imageNames(client), { message: "nothing is half there" }).toEqual([])

    await page.unroute("**/api/images/bulk-upload")
    await context.setOffline(false)
    await page.getByRole("button", { name: "Retry night.png" }).click()
    await tile.getByText("2000 × 2000").waitFor({ timeout: LONG_MS })
    expect(await imageNames(client)).toEqual(["night.png"])

    // The network in front of the server refuses with a page of its own: said at the file.
    const body = "<html><title>413 Request Entity Too Large</title></html>"
    await page.route("**/api/images/bulk-upload", (route) =>
      route.fulfill({ status: 413, contentType: "text/html", body }),
    )
    await page.goto("/images?addImage=true")
    await dialog.getByText("JPEG, PNG, SVG, TIFF, WebP or PDF, up to 95 MB each").waitFor()
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "huge.png", mimeType: "image/png", buffer })
    await dialog.getByRole("button", { name: /^Upload/ }).click()
    const refused = page.getByRole("article").filter({ hasText: "huge.png" })
    await refused.getByText("Not uploaded").waitFor()
    await refused.getByText("This is too large to be sent: at most 95 MB can be uploaded.").waitFor()
  },
)

longTest("a network lost around Proceed charges what was started and nothing that was not", async () => {
  const { page, context, client } = await openSeller("Petra")
  const print = await givenPrint(client)
  await page.goto(`/prints/${print._id}`)
  const dialog = page.getByRole("dialog", { name: "Process this print?" })
  const proceed = dialog.getByRole("button", { name: "Proceed" })
  await page.getByRole("button", { name: "Process Print" }).first().click()
  await expect.poll(() => proceed.isEnabled(), { timeout: LONG_MS }).toBe(true)

  // Not sent: it fails at once, and is not sent later behind the seller's back.
  await context.setOffline(true)
  await Promise.all([
    page.getByText(UNREACHABLE).first().waitFor({ timeout: LONG_MS }),
    proceed.click({ timeout: LONG_MS }),
  ])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await context.setOffline(false)
  await page.locator('[data-live="socket"]').waitFor({ state: "attached", timeout: LONG_MS })
  expect(await client.expect<Print>("GET", `/api/prints/${print._id}`)).toMatchObject({ status: "In Draft" })

  // Sent, and its answer lost: once the network is back the page tells what became of it.
  await page.route("**/proccess", async (route) => {
    await route.fetch()
    await context.setOffline(true)
    // The lost network may have ended the call by itself.
    await route.abort("internetdisconnected").catch(() => undefined)
  })
  await page.getByRole("button", { name: "Process Print" }).first().click()
  await Promise.all([
    page.getByText(UNREACHABLE).first().waitFor({ timeout: LONG_MS }),
    proceed.click({ timeout: LONG_MS }),
  ])
  await expect
    .poll(async () => (await client.expect<Print>("GET", `/api/prints/${print._id}`)).status, {
      timeout: LONG_MS,
    })
    .toBe("Completed")
  await page.unroute("**/proccess")
  await context.setOffline(false)
  await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: LONG_MS })
  expect(await proceed.isEnabled().catch(() => false), "it cannot be started again").toBe(false)
  await page.goto("/prints")
  await creditShown(page, TRIAL_CREDITS - 2)
})

longTest(
  "a network lost between PayPal's Approve and the way back loses neither money nor credits",
  async () => {
    const { page, client } = await openSeller("Paula")
    await page.goto("/profile?buyCredit=100")
    await approveAndLoseTheWayBack(page)
    // PayPal's own call has come meanwhile.
    await expect.poll(async () => (await payments(client))[0].status).toBe("Completed")
    await page.goto("/dashboard")
    await creditShown(page, TRIAL_CREDITS + 100)
    await page.getByRole("button", { name: "Notifications, 1" }).waitFor()

    // That call is lost, too: the payment is shown in its stored state, until the cron has asked.
    await fetch(`${stage.standIns.origin}/__control`, {
      method: "POST",
      body: JSON.stringify({ vendor: "paypal", action: "webhooks", mode: "drop", times: 10 }),
    })
    await page.goto("/profile?buyCredit=100")
    await approveAndLoseTheWayBack(page)
    await page.goto("/profile#payments")
    const newest = page.getByRole("region", { name: "Payment history" }).getByRole("row").nth(1)
    await newest.getByText("Pending").waitFor()
    await creditShown(page, TRIAL_CREDITS + 100)
    await stage.runtime.runCron(MINUTE, Date.now() + 3 * MINUTE_MS)
    await newest.getByText("Completed").waitFor()
    await creditShown(page, TRIAL_CREDITS + 200)
    expect((await payments(client)).map(({ status }) => status)).toEqual(["Completed", "Completed"])
  },
)

async function openSeller(name: string) {
  const { client } = await stage.givenSeller(name)
  const opened = await stage.open()
  await opened.context.addCookies(client.browserCookies())
  return { ...opened, client }
}

async function approveAndLoseTheWayBack(page: Page): Promise<void> {
  await page
    .getByRole("dialog", { name: "Buy credits" })
    .getByRole("button", { name: /^Pay \$/ })
    .click()
  await page.waitForURL(/checkoutnow/)
  await page.route("**/checkoutnow/*/approve", async (route) => {
    expect((await route.fetch({ maxRedirects: 0 })).status()).toBe(303)
    await route.abort("internetdisconnected")
  })
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/approve"))
  await page.getByRole("button", { name: "Approve" }).click()
  await lost
  await page.unroute("**/checkoutnow/*/approve")
}

async function givenPrint(client: Client): Promise<Print> {
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
  const [{ _id: imageId }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const status = async () => (await client.expect<Image>("GET", `/api/images/${imageId}`)).status
  await expect.poll(status, { timeout: LONG_MS }).toBe("Ready")
  const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
    name: "Pocket",
    value: 4,
  })
  return client.expect<Print>("POST", "/api/prints", { printItems: [{ imageId, sizeId, quantity: 2 }] })
}

/** As far as the line holds: the first half of the file, until the server is reading it. */
async function sendHalf(client: Client, request: Request, file: Buffer): Promise<void> {
  const headers = await request.allHeaders()
  const boundary = headers["content-type"].split("boundary=")[1]
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="night.png"\r\n\r\n`
  const half = httpRequest(request.url(), {
    method: "POST",
    headers: { ...headers, "content-length": file.length },
  })
  // Cut off on purpose: there is no answer to wait for.
  half.on("error", () => {})
  const sent = Buffer.concat([Buffer.from(head), file.subarray(0, file.length / 2)])
  // More than a connection holds by itself: the server has begun to read.
  await new Promise((resolve) => half.write(sent, resolve))
  expect(await imageNames(client)).toEqual([])
  half.destroy()
}

async function imageNames(client: Client): Promise<string[]> {
  return (await client.expect<Image[]>("GET", "/api/images")).map(({ name }) => name)
}

function payments(client: Client): Promise<Payment[]> {
  return client.expect<Payment[]>("GET", "/api/payments")
}

async function creditShown(page: Page, credits: number): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("link", { name: new RegExp(`^Credit:\\s*${credits}$`) })
    .waitFor()
}

/** Nothing to compress: as many bytes on the line as pixels hold. */
function noisePng(side: number): Promise<Buffer> {
  const pixels = randomFillSync(new Uint8Array(side * side * 3))
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
