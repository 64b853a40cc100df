import type { BrowserContext, Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import type { LiveEvent } from "../../contract/live.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { toastsOf } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest(
  "a broken connection shows, comes back by itself and tells what was missed once and in order",
  async () => {
    const { page, context, userId } = await openSeller("Lena")
    await page.goto("/dashboard")
    await isLive(page, "socket")
    expect(await note(page).textContent()).toBe("")
    await publish(userId, "First news")
    await messages(page, ["First news"])
    const notes = await keepNotes(page)

    await context.setOffline(true)
    await note(page).getByText("Reconnecting").waitFor()
    for (const words of ["Second news", "Third news"]) await publish(userId, words)
    await context.setOffline(false)
    await isLive(page, "socket")
    await messages(page, ["First news", "Second news", "Third news"])
    await expect.poll(notes).toEqual(["Reconnecting", "Live again", ""])

    await (await stage.hubOf(userId)).closeSockets({ sessionId: null })
    await publish(userId, "Fourth news")
    await messages(page, ["First news", "Second news", "Third news", "Fourth news"])
    await isLive(page, "socket")
    expect(new URL(page.url()).pathname, "the session goes on").toBe("/dashboard")
  },
)

test("a message is closed while a dialog is open, which stays", async () => {
  const { page, userId } = await openSeller("Nils")
  await page.goto("/sizes?addSize=true")
  await isLive(page, "socket")
  await publish(userId, "News beside a dialog")
  // What lies behind a dialog has no role; it is there for pointers.
  const message = page.locator("[data-sonner-toast]", { hasText: "News beside a dialog" })
  await message.locator("[data-close-button]").click()
  await message.waitFor({ state: "detached" })
  expect(await page.getByRole("dialog", { name: "Add size" }).isVisible()).toBe(true)
})

longTest("a socket that died without a word is found out by its missing pong", async () => {
  const { page, userId } = await openSeller("Mila")
  const sockets: { url: string; isDeaf: boolean; pings: number }[] = []
  await page.routeWebSocket(/\/api\/live/, (route) => {
    const socket = { url: route.url(), isDeaf: false, pings: 0 }
    sockets.push(socket)
    const server = route.connectToServer()
    route.onMessage((message) => {
      if (message === "ping") socket.pings += 1
      if (!socket.isDeaf) server.send(message)
    })
    server.onMessage((message) => {
      if (!socket.isDeaf) route.send(message)
    })
  })
  await page.goto("/dashboard")
  await isLive(page, "socket")
  await publish(userId, "Heard")
  await messages(page, ["Heard"])
  const pings = sockets[0].pings
  await lookAt(page)
  await expect
    .poll(() => sockets[0].pings, { message: "the page pings when it is looked at" })
    .toBe(pings + 1)
  await publish(userId, "Heard after the pong")
  await messages(page, ["Heard", "Heard after the pong"])

  sockets[0].isDeaf = true
  await publish(userId, "Lost on the way")
  await lookAt(page)
  await messages(page, ["Heard", "Heard after the pong", "Lost on the way"])
  expect(sockets).toHaveLength(2)
  expect(new URL(sockets[1].url).searchParams.get("after")).toBe("2")
})

longTest(
  "where no socket gets through, long polls tell the same, and socket and poll take turns without a gap",
  async () => {
    const { page, userId } = await openSeller("Nora")
    let attempts = 0
    await page.routeWebSocket(/\/api\/live/, (route) => {
      attempts += 1
      void route.close({ code: 3000 })
    })
    await page.goto("/dashboard")
    await isLive(page, "polling")
    expect(attempts).toBe(2)
    await note(page).getByText("Reconnecting").waitFor({ state: "hidden" })
    await publish(userId, "Polled")
    await messages(page, ["Polled"])

    await page.route("**/api/live/poll*", (route) => route.abort())
    // The poll that waits is past the route: this news ends it, and the next one fails.
    await publish(userId, "By the waiting poll")
    await isLive(page, "offline")
    // Whether the server is back is asked without waiting for news.
    const asked: string[] = []
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === "/api/live/poll") asked.push(search)
    })
    await publish(userId, "While it was down")
    await page.unroute("**/api/live/poll*")
    await isLive(page, "polling")
    expect(asked[0]).toBe("")
    await messages(page, ["Polled", "By the waiting poll", "While it was down"])
    await expect.poll(() => attempts, { message: "out of reach, so a socket is tried again" }).toBe(3)
  },
)

test("every tab hears everything: sizes, prints, refusals and progress, each with its toast, link and refresh", async () => {
  const { page, context, client, userId } = await openSeller("Olga")
  await page.goto("/sizes")
  const other = await openTab(context)
  await other.goto("/dashboard")
  for (const tab of [page, other]) await isLive(tab, "socket")
  await client.expect("POST", "/api/sizes", { name: "Sleeve", value: 2 })
  await page.getByText("Sleeve", { exact: true }).waitFor()
  for (const tab of [page, other]) await tab.getByRole("button", { name: "Notifications, 1" }).waitFor()
  const sizes = await client.expect<{ _id: string }[]>("GET", "/api/sizes")
  const print = await client.expect<{ _id: string }>("POST", "/api/prints", {
    printItems: [{ sizeId: sizes[0]._id, quantity: 1 }],
  })

  const printId = print._id as ReturnType<typeof makeId>
  const followed = other.getByRole("link", { name: "Click to view the print." }).click()
  await tell(userId, "print", {
    kind: "print",
    data: { message: "The print is ready.", attachmentId: printId },
  })
  // Under another message a link cannot be pressed: it is followed before the next one comes.
  await followed
  await other.waitForURL(`**/prints/${printId}`)
  for (const tab of [page, other]) await messages(tab, ["The print is ready. Click to view the print."])
  const update = { printId, status: "Error", message: "Cosmic Cat is missing a size." }
  await tell(userId, "update", { kind: "print-update", data: update })
  for (const tab of [page, other])
    await messages(tab, ["The print is ready. Click to view the print.", "Cosmic Cat is missing a size."])

  await client.expect("POST", "/api/logout")
  for (const tab of [page, other]) await tab.waitForURL((url) => url.pathname === "/")
})

longTest("all notifications go at once after a second look, but for what came meanwhile", async () => {
  const { page, client, userId } = await openSeller("Rita")
  for (const name of ["One", "Two", "Three"]) await client.expect("POST", "/api/sizes", { name, value: 3 })
  await page.goto("/dashboard")
  await isLive(page, "socket")
  await page.getByRole("button", { name: "Notifications, 3" }).click()
  const panel = page.getByRole("dialog", { name: "Notifications" })
  await panel.getByRole("button", { name: "Clear all" }).click()
  await panel.getByRole("button", { name: "Keep" }).click()
  expect(await panel.getByRole("listitem").count()).toBe(3)
  await panel.getByRole("button", { name: "Clear all" }).click()
  expect(await objectionsInBothThemesOnTheWay(page, "the question")).toEqual([])
  const remove = panel.getByRole("button", { name: "Delete all 3" })
  await expect.poll(() => remove.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press("Enter")
  await panel.getByText(texts.noNotifications, { exact: true }).waitFor()
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor()

  await client.expect("POST", "/api/sizes", { name: "Four", value: 3 })
  await panel.getByText('Size "Four" was created').waitFor()
  await panel.getByRole("button", { name: "Clear all" }).click()
  // As if the event had come after the list was loaded: the page does not know it yet.
  const db = await stage.runtime.miniflare.getD1Database("DB")
  await db
    .prepare(
      "INSERT INTO notification (id, user_id, type, message, created_at) VALUES (?, ?, 'profile', 'Later', ?)",
    )
    .bind(makeId(Date.now()), userId, Date.now() + 60_000)
    .run()
  await panel.getByRole("button", { name: "Delete all 1" }).click()
  await panel.getByText("Later", { exact: true }).waitFor()
  expect(await panel.getByRole("listitem").count()).toBe(1)
})

for (const phone of [false, true])
  longTest(
    `a message lies above the page's main button ${phone ? "on a phone" : "on a wide screen"}`,
    async () => {
      const { client, userId } = await stage.givenSeller(phone ? "Tove" : "Tilda")
      const { page, context } = await stage.open({ phone })
      await context.addCookies(client.browserCookies())
      const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
        name: "Cuff",
        value: 2,
      })
      const print = await client.expect<{ _id: string }>("POST", "/api/prints", {
        printItems: [{ sizeId, quantity: 1 }],
      })
      await page.goto(`/prints/${print._id}`)
      const button = page.getByRole("button", { name: "Process Print" }).filter({ visible: true })
      await button.waitFor()
      await isLive(page, "socket")
      const toast = page.locator("[data-sonner-toast]")
      // A message that the mouse rests on stays, and so would what it covers stay covered.
      await Promise.all([toast.hover(), publish(userId, "Something happened")])
      await expectAbove(toast, button)
      if (!phone) return

      // Above a whole dialog that leaves room, and of one that fills the screen above its buttons.
      const dialog = page.getByRole("dialog")
      await page.goto("/sizes?addSize=true")
      await dialog.getByLabel("Width").waitFor()
      await isLive(page, "socket")
      await publish(userId, "Something else happened")
      await expectAbove(toast.filter({ hasText: "else" }), dialog)
      await page.goto("/sizes?tab=templates&addTemplate=true")
      await dialog.getByLabel("Roll width").waitFor()
      await isLive(page, "socket")
      await publish(userId, "More happened")
      const over = toast.filter({ hasText: "More" })
      await expectAbove(over, dialog.getByRole("button", { name: "Add template" }))
      expect((await over.boundingBox())?.y).toBeGreaterThan((await dialog.boundingBox())?.y ?? 0)
    },
  )

async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
      return above && below && above.y > 0 && above.y + above.height <= below.y
    })
    .toBe(true)
}

async function openSeller(name: string) {
  const seller = await stage.givenSeller(name)
  const opened = await stage.open()
  await opened.context.addCookies(seller.client.browserCookies())
  return { ...seller, ...opened } as typeof seller & typeof opened & { client: Client }
}

function openTab(context: BrowserContext): Promise<Page> {
  return context.newPage()
}

/** The toasts so far: these, in this order, and no other. */
async function messages(page: Page, words: string[]): Promise<void> {
  await expect
    .poll(() => toastsOf(page).map((toast) => toast.replace(" Click to view the payment history.", "")))
    .toEqual(words)
}

function publish(userId: string, message: string): Promise<unknown> {
  return tell(userId, message, { kind: "payment", data: { message } })
}

async function tell(userId: string, key: string, event: LiveEvent): Promise<void> {
  await (await stage.hubOf(userId)).publish({ userId, key, event })
}

function note(page: Page) {
  return page.getByRole("banner").getByRole("status")
}

/** Begins to keep what the note says: the good news stays for seconds, in which a busy machine may not look. */
async function keepNotes(page: Page): Promise<() => Promise<string[]>> {
  const notes = await note(page).evaluateHandle((status) => {
    const said: string[] = []
    new MutationObserver(() => {
      const words = status.textContent ?? ""
      if (words !== (said.at(-1) ?? "")) said.push(words)
    }).observe(status, { childList: true, subtree: true, characterData: true })
    return said
  })
  return () => notes.jsonValue()
}

async function isLive(page: Page, state: "socket" | "polling" | "offline"): Promise<void> {
  await page.locator(`[data-live=${state}]`).waitFor({ state: "attached" })
}

/** Sends the events of a browser whose page is looked at again. */
async function lookAt(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
}
