import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import type { Payment } from "../../contract/credits/payment.ts"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"

const stage = useStage()

test("credits are bought by card: chosen, approved at the provider, granted and told of", async () => {
  const { page, client, errors } = await openSeller("Berta")
  await page.goto("/profile")
  const panel = page.getByRole("region", { name: "Buy credits" })
  await panel.getByText(/^Half price for \d+ more days$/).waitFor()
  expect(await panel.getByRole("listitem").allTextContents()).toEqual(
    [
      ["100 credits", "$10.00", "$20.00"],
      ["500 credits", "$50.00", "$100.00"],
      ["1,000 credits", "$100.00", "$200.00"],
    ].map((words) => expect.stringMatching(new RegExp(words.map(escaped).join(".*")))),
  )
  await panel.getByRole("button", { name: "Buy 500 credits" }).click()
  await page.waitForURL("**/profile?buyCredit=500")
  const dialog = page.getByRole("dialog", { name: "Buy credits" })
  await dialog.getByText(String(TRIAL_CREDITS + 500), { exact: true }).waitFor()
  await dialog.getByRole("radio", { name: /^500 credits/, checked: true }).press("ArrowUp")
  await page.waitForURL("**/profile?buyCredit=100")

  await dialog.getByRole("button", { name: "Pay $10.00" }).dblclick()
  await said(page, texts.paypalRedirect, { exact: true })
  await page.getByRole("button", { name: "Approve" }).click()
  await page.waitForURL("**/dashboard?PaymentResult=Completed")
  const result = page.getByRole("dialog", { name: "Payment Successful" })
  await result.getByText(/Credits will be added to your account/).waitFor()
  await result.getByRole("link", { name: "Go to payment history" }).click()
  await page.waitForURL("**/profile#payments")

  const history = page.getByRole("region", { name: "Payment history" })
  await history.getByRole("row").nth(1).getByText("Completed").waitFor()
  const top = () => history.evaluate((section) => section.getBoundingClientRect().top)
  await expect.poll(top, { message: "the history is brought into view" }).toBeLessThan(100)
  await page.goto("/dashboard")
  await page.goto("/profile/#payments")
  await history.getByRole("row").nth(1).getByText("Completed").waitFor()
  await expect.poll(top, { message: "on a first load, too" }).toBeLessThan(100)
  expect(await history.getByRole("columnheader").allInnerTexts()).toEqual([
    "User",
    "Payment Type",
    "Reference",
    "Purchase Date",
    "Payment Amount",
    "Credit",
    "Payment Status",
  ])
  const row = history.getByRole("row").nth(1)
  for (const words of ["Berta Seller", "PayPal", "$10.00", "100"])
    await row.getByRole("cell", { name: words, exact: true }).waitFor()
  await creditShown(page, TRIAL_CREDITS + 100)
  expect(await payments(client), "pressed twice, bought once").toHaveLength(1)
  const statement = page.getByRole("region", { name: "Credit statement" })
  await statement.getByRole("row").nth(1).getByText("+100").waitFor()
  await statement.getByRole("row").nth(2).getByText(`+${TRIAL_CREDITS}`).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    statement.getByRole("link", { name: "Download CSV" }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)

  await row.getByRole("link").click()
  await page.getByRole("heading", { level: 1, name: "100 credits" }).waitFor()
  await page.getByText("The money has arrived and the credits are on the account.").waitFor()
  await page.getByRole("button", { name: "Notifications, 1" }).click()
  await page
    .getByRole("dialog", { name: "Notifications" })
    .getByText(/^Payment completed/)
    .click()
  await page.waitForURL("**/profile#payments")
  expect(errors).toEqual([])
})

longTest("a payment given up, and one that hangs, are told as what they are", async () => {
  const { page, client } = await openSeller("Carla")
  await page.goto("/dashboard?buyCredit=500")
  await page.getByRole("dialog", { name: "Buy credits" }).getByRole("button", { name: "Pay $50.00" }).click()
  await page.waitForURL(/checkoutnow/)
  await page.getByRole("button", { name: "Cancel", exact: true }).click()
  await page.waitForURL(/\/dashboard\?PaymentResult=Cancelled&payment=/)
  const givenUp = page.getByRole("dialog", { name: "Payment Cancelled" })
  await givenUp.getByText("The payment process was not successful. Please try again.").waitFor()
  await givenUp.getByText("Nothing was charged.", { exact: true }).waitFor()
  await givenUp.getByRole("button", { name: "Try again" }).click()
  await page.waitForURL("**/dashboard?buyCredit=500")
  await page.goto("/profile")
  const history = page.getByRole("region", { name: "Payment history" })
  await history.getByRole("row").nth(1).getByText("Cancelled").waitFor()
  await creditShown(page, TRIAL_CREDITS)

  await control({ action: "capture", as: "pending" })
  await page.getByRole("button", { name: /^Account of/ }).click()
  await page.getByRole("menuitem", { name: "Buy Credits" }).click()
  await page.waitForURL("**/profile?buyCredit=100")
  await page.getByRole("dialog", { name: "Buy credits" }).getByRole("button", { name: "Pay $10.00" }).click()
  await page.getByRole("button", { name: "Approve" }).click()
  await page.waitForURL("**/dashboard?PaymentResult=Pending")
  await page
    .getByRole("dialog", { name: "Payment Pending" })
    .getByText("The payment process is pending.")
    .waitFor()
  await page.keyboard.press("Escape")
  await creditShown(page, TRIAL_CREDITS)
  const [pending] = await payments(client)
  expect(pending.status).toBe("Pending")

  await page.goto(`/payment/${pending._id}`)
  await page.getByText("Waiting for the payment provider.", { exact: false }).waitFor()
  await control({ action: "decide", captureId: await onlyCapture(pending), as: "completed" })
  await page.getByRole("status").getByText("Completed").waitFor()
  await creditShown(page, TRIAL_CREDITS + 100)

  await control({ action: "capture", as: "refused", issue: "TRANSACTION_REFUSED" })
  await page.goto("/profile?buyCredit=100")
  await page.getByRole("dialog", { name: "Buy credits" }).getByRole("button", { name: "Pay $10.00" }).click()
  await page.getByRole("button", { name: "Approve" }).click()
  await page.waitForURL(/PaymentResult=Cancelled/)
  const refused = page
    .getByRole("dialog", { name: "Payment Cancelled" })
    .getByText(/^PayPal refused this payment\. Nothing was charged\./)
  await refused.waitFor()
  await page.reload()
  await refused.waitFor()

  const admin = await openAdmin("Curt")
  const captureId = await onlyCapture(pending)
  await page.goto(`/payment/${pending._id}`)
  await page.getByRole("status").getByText("Completed").waitFor()
  await page.locator("[data-live=socket]").waitFor({ state: "attached" })
  const { disputeId } = (await control({ action: "dispute", captureId })) as { disputeId: string }
  await page.getByRole("status").getByText("Disputed").waitFor()
  await page.getByText(/This payment is disputed at PayPal\. Its credits are held/).waitFor()
  await creditShown(page, TRIAL_CREDITS)
  await admin.page.goto("/completed-payments?tab=disputed")
  await admin.page.getByRole("row", { name: /Carla Seller.*Disputed/ }).waitFor()
  await control({ action: "resolve-dispute", disputeId, outcome: "RESOLVED_SELLER_FAVOUR" })
  await page.getByText("The money has arrived and the credits are on the account.").waitFor()
  await creditShown(page, TRIAL_CREDITS + 100)
  await page.goto("/profile")
  const statement = page.getByRole("region", { name: "Credit statement" })
  await statement.getByRole("row").nth(1).getByText("Dispute closed: credits returned").waitFor()
  await statement.getByRole("row").nth(2).getByText("Held: PayPal dispute").waitFor()

  for (const path of ["/payment", "/payment/0197f3c0-0000-7000-8000-000000000000", "/payment/no-id"]) {
    await page.goto(path)
    await page.getByRole("heading", { level: 1, name: "Payment Failed" }).waitFor()
  }
  await page.getByRole("link", { name: "Go to Homepage" }).click()
  await page.waitForURL((url) => url.pathname === "/dashboard")
})

longTest(
  "refused by PayPal, or after an answer that was lost, paying again goes on with the same order",
  async () => {
    const { page, client } = await openSeller("Greta")
    const keys: unknown[] = []
    await page.route("**/api/buyCredits", async (route) => {
      keys.push(route.request().headers()["idempotency-key"])
      const reply = await route.fetch()
      if (keys.length === 2) await route.abort()
      else await route.fulfill({ response: reply })
    })
    await page.goto("/images?buyCredit=1000")
    const dialog = page.getByRole("dialog", { name: "Buy credits" })
    const pay = dialog.getByRole("button", { name: "Pay $100.00" })
    await control({ vendor: undefined, path: "/v2/checkout/orders", action: "fail", status: 422 })
    await pay.click()
    await dialog
      .getByRole("alert")
      .getByText(
        /^PayPal does not let us take payments at the moment\. .* or pay by bank transfer\. Request /,
      )
      .waitFor()
    await pay.click()
    await dialog
      .getByRole("alert")
      .getByText(/cannot be reached/)
      .waitFor()
    await pay.click()
    await page.waitForURL(/checkoutnow/)
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
    expect(await payments(client)).toHaveLength(1)
  },
)

longTest("a bank transfer that an admin completes shows on the buyer's open pages by itself", async () => {
  const buyer = await openSeller("Dina")
  const admin = await openAdmin("Adele")
  const { page } = buyer
  await buyer.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/profile")
  await page
    .getByRole("region", { name: "Buy credits" })
    .getByRole("button", { name: "by bank transfer" })
    .click()
  const dialog = page.getByRole("dialog", { name: "Pay by bank transfer" })
  await dialog.getByRole("radio", { name: /^1,000 credits/ }).click()
  await dialog.getByRole("button", { name: "Show bank data" }).click()
  await page.waitForURL("**/profile?bankTransfer=1000")
  await dialog.getByText("IBAN", { exact: true }).waitFor()
  await dialog.getByText("$100.00", { exact: true }).waitFor()
  // The button says so for two seconds.
  await Promise.all([
    dialog.getByRole("button", { name: "Copied reference" }).waitFor(),
    dialog.getByRole("button", { name: "Copy reference" }).click(),
  ])
  const reference = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByText(reference, { exact: true }).waitFor()
  await page.reload()
  await dialog.getByText(reference, { exact: true }).waitFor()
  expect(await payments(buyer.client), "a reload announces nothing twice").toHaveLength(1)
  await dialog.getByRole("link", { name: "View payment" }).click()
  await page.getByText(/Waiting for the transfer/).waitFor()
  await page.getByText("IBAN", { exact: true }).waitFor()
  const secondTab = await buyer.context.newPage()
  await secondTab.goto("/profile#payments")
  const history = secondTab.getByRole("region", { name: "Payment history" })
  await history.getByRole("row").nth(1).getByText("Pending").waitFor()
  for (const tab of [page, secondTab]) await tab.locator("[data-live=socket]").waitFor({ state: "attached" })

  // The menu says that a transfer waits, and leads to it.
  await admin.page.goto("/dashboard")
  await admin.page.getByRole("link", { name: /^Completed Payments 1 pending/ }).click()
  await admin.page.waitForURL("**/completed-payments?tab=pending")
  await admin.page.getByRole("button", { name: `Complete ${reference}` }).click()
  await admin.page.waitForURL(/completePayment=/)
  const question = admin.page.getByRole("dialog", { name: "Has the money arrived?" })
  await question
    .getByText(/Dina Seller's transfer .* of \$100\.00: 1,000 credits are added at once/)
    .waitFor()
  // Under the pointer a message stays.
  const news = (tab: Page) => tab.getByText(/Payment completed: 1000 credits were added/)
  await Promise.all([
    ...[page, secondTab].map((tab) => news(tab).hover()),
    question.getByRole("button", { name: "Complete payment" }).click(),
  ])
  await said(admin.page, "Payment completed", { exact: true })
  await admin.page.getByText(reference, { exact: true }).waitFor({ state: "hidden" })
  await admin.page.getByRole("tab", { name: "Completed" }).click()
  await admin.page
    .getByRole("row", { name: /Dina Seller/ })
    .getByRole("link", { name: reference })
    .waitFor()

  await page.getByRole("status").getByText("Completed").waitFor()
  await history.getByRole("row").nth(1).getByText("Completed").waitFor()
  for (const tab of [page, secondTab]) {
    await creditShown(tab, TRIAL_CREDITS + 1000)
    await news(tab).waitFor()
    await tab.getByRole("link", { name: "Click to view the payment history." }).waitFor()
  }
  await page.getByRole("link", { name: "Click to view the payment history." }).click()
  await page.waitForURL("**/profile#payments")

  await page.goto("/profile?bankTransfer=100")
  await dialog.getByText("$10.00", { exact: true }).waitFor()
  await admin.page.goto("/completed-payments?tab=pending&search=Dina")
  await admin.page.getByRole("button", { name: /^More for/ }).click()
  await admin.page.getByRole("menuitem", { name: "Cancel transfer" }).click()
  await admin.page
    .getByRole("dialog", { name: "Cancel this transfer?" })
    .getByRole("button", { name: "Mark as cancelled" })
    .click()
  await dialog.getByRole("button", { name: "Done" }).click()
  await page.getByRole("row").nth(1).getByText("Cancelled").waitFor()
  await creditShown(page, TRIAL_CREDITS + 1000)
})

longTest("a refund of spent credits is explained where credits are looked at", async () => {
  const { page, userId, client } = await openSeller("Elsa")
  const hub = await stage.hubOf(userId)
  await hub.hold({ userId, id: "hold:spent", credits: TRIAL_CREDITS, note: "Print of the day" })
  await hub.capture({ userId, id: "hold:spent" })
  const { seq: seenSeq } = await hub.balance()
  const refund = { id: "refund:test", held: 0, taken: 7, note: "Refund of a payment" }
  await hub.claim({ userId, seenSeq, claims: [refund] })
  expect((await client.expect<{ credit: object }>("GET", "/api/profile")).credit).toMatchObject({
    owedCredits: 7,
  })
  await page.goto("/profile")
  await page.getByText(/You owe 7 credits/).waitFor()
  const statement = page.getByRole("region", { name: "Credit statement" })
  await expect
    .poll(() => statement.getByRole("row").nth(1).textContent())
    .toMatch(/Removed.*Refund of a payment.*−7/)
  await expect.poll(() => statement.getByRole("row").nth(2).textContent()).toMatch(/Spent.*20 reserved/)
  await page.goto("/profile?buyCredit=100")
  const dialog = page.getByRole("dialog", { name: "Buy credits" })
  await dialog.getByText("Paid back first").waitFor()
  await dialog.getByText("93", { exact: true }).waitFor()
})

async function openSeller(name: string, options: { phone?: boolean } = {}) {
  return open(await stage.givenSeller(name), options)
}

async function openAdmin(name: string, options: { phone?: boolean } = {}) {
  return open(await stage.givenAdmin(name), options)
}

async function open<Who extends { client: Client }>(who: Who, options: { phone?: boolean }) {
  const opened = await stage.open(options)
  await opened.context.addCookies(who.client.browserCookies())
  return { ...who, ...opened }
}

/** The header's balance, which follows by itself. */
async function creditShown(page: Page, credits: number): Promise<void> {
  const words = new RegExp(`^Credit:\\s*${new Intl.NumberFormat("en").format(credits)}$`)
  await page.getByRole("banner").getByRole("link", { name: words }).waitFor()
}

function payments(client: Client): Promise<Payment[]> {
  return client.expect<Payment[]>("GET", "/api/payments")
}

async function control(order: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`${stage.standIns.origin}/__control`, {
    method: "POST",
    headers: { connection: "close" },
    body: JSON.stringify({ vendor: "paypal", ...order }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

/** PayPal's id of the money of this payment. */
async function onlyCapture(payment: Payment): Promise<string> {
  const response = await fetch(`${stage.standIns.origin}/__state`, { headers: { connection: "close" } })
  const { paypal } = (await response.json()) as {
    paypal: { orders: { newest: { customId: string; captures: { id: string }[] }[] } }
  }
  const order = paypal.orders.newest.find(({ customId }) => customId.includes(payment._id))
  if (!order) throw new Error(`PayPal knows no order of payment ${payment._id}`)
  return order.captures[0].id
}

function escaped(words: string): string {
  return words.replace(/[$.]/g, "\\$&")
}
