import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { opened, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"

const stage = useStage()

/** Ten pages of ten, the last with five rows. */
const PRINTS = 95

longTest(
  "a table searches, sorts, pages and selects, and keeps all but the selection in the address",
  async () => {
    const { page, client, userId, errors } = await openSeller("Tessa")
    await page.goto("/prints")
    await page.getByText(texts.noData, { exact: true }).waitFor()
    await givenPrints(userId)
    await page.reload()
    const rows = page.getByRole("row")
    const rowCount = () => rows.count()
    await page.getByText("1–10 of 95").waitFor()
    expect(await rowCount()).toBe(1 + 10)

    for (const [go, shown] of [
      [1, [1, 2, 3, 4, 5, 6, 7]],
      [4, [1, 2, 3, 4, 5, 6, 7]],
      [5, [2, 3, 4, 5, 6, 7, 8]],
      [8, [5, 6, 7, 8, 9, 10]],
      [10, [7, 8, 9, 10]],
    ] as const) {
      await page.goto(`/prints?page=${go}`)
      await pageButton(page, go).and(page.locator("[aria-current=page]")).waitFor()
      expect(await pageNumbers(page)).toEqual(shown)
    }
    expect(await rowCount()).toBe(1 + 5)
    await page.goto("/prints?page=4711")
    await page.getByText("91–95 of 95").waitFor()
    await page.goto("/prints")
    await pageButton(page, 7).click()
    await page.getByText("61–70 of 95").waitFor()
    expect(query(page)).toBe("?page=7")
    expect(await pageNumbers(page)).toEqual([4, 5, 6, 7, 8, 9, 10])
    await page.getByRole("button", { name: "Next page" }).click()
    await page.getByText("71–80 of 95").waitFor()
    await page.goBack()
    await page.getByText("61–70 of 95").waitFor()
    expect(query(page)).toBe("?page=7")
    await page.goForward()
    await page.getByText("71–80 of 95").waitFor()

    await page.getByRole("combobox", { name: "Rows per page" }).click()
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["10", "25", "50", "100"])
    await page.getByRole("option", { name: "25" }).click()
    await page.getByText("1–25 of 95").waitFor()
    expect(query(page)).toBe("?limit=25")
    expect(await pageNumbers(page)).toEqual([1, 2, 3, 4])

    const head = (name: string) => page.getByRole("columnheader", { name })
    const sortButton = (name: string) => head(name).getByRole("button")
    for (const [press, sort, search] of [
      ["Status", "ascending", "?limit=25&sortBy=status&sort=asc"],
      ["Status", "descending", "?limit=25&sortBy=status&sort=desc"],
      ["Status", "none", "?limit=25"],
      ["Status", "ascending", "?limit=25&sortBy=status&sort=asc"],
      ["Type", "ascending", "?limit=25&sortBy=type&sort=asc"],
    ]) {
      await sortButton(press).focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => query(page)).toBe(search)
      expect(await head(press).getAttribute("aria-sort")).toBe(sort)
      expect(await page.locator("th[aria-sort=ascending], th[aria-sort=descending]").count()).toBeLessThan(2)
    }
    await page.goBack()
    await expect.poll(() => query(page)).toBe("?limit=25&sortBy=status&sort=asc")
    await expect.poll(() => head("Status").getAttribute("aria-sort")).toBe("ascending")
    await page.goto("/prints?sortBy=status&sort=asc")
    await expect.poll(() => rows.nth(1).textContent()).toContain("Cancelled")
    await page.goto("/prints?sortBy=status&sort=desc")
    await expect.poll(() => rows.nth(1).textContent()).toContain("In Draft")

    const all = page.getByRole("checkbox", { name: "Select all rows" })
    const ticks = page.getByRole("checkbox", { name: /^Select print/ })
    await ticks.first().focus()
    await page.keyboard.press("Space")
    expect(await all.getAttribute("aria-checked")).toBe("mixed")
    await page.getByRole("button", { name: "Delete Selected (1)" }).waitFor()
    await all.click()
    await page.getByRole("button", { name: "Delete Selected (10)" }).waitFor()
    expect(await all.getAttribute("aria-checked")).toBe("true")
    await all.click()
    expect(await page.getByRole("button", { name: /^Delete Selected/ }).count()).toBe(0)
    await all.click()
    await pageButton(page, 2).click()
    await page.getByText("11–20 of 95").waitFor()
    // Picks outlive the page they were made on; Shift takes all rows between, and one click all pages.
    expect(await all.getAttribute("aria-checked")).toBe("false")
    await ticks.nth(2).click()
    await ticks.nth(6).click({ modifiers: ["Shift"] })
    await page.getByRole("button", { name: "Delete Selected (15)" }).waitFor()
    await ticks.nth(6).click({ modifiers: ["Shift"] })
    await page.getByRole("button", { name: "Delete Selected (14)" }).waitFor()
    await all.click()
    await page.getByRole("button", { name: "Select all 95 that match" }).click()
    await page.getByRole("button", { name: "Delete Selected (95)" }).waitFor()
    await pageButton(page, 1).click()
    await page.getByText("1–10 of 95").waitFor()
    expect(await all.getAttribute("aria-checked")).toBe("true")
    await page.getByRole("button", { name: "Select none" }).click()
    expect(await page.getByRole("button", { name: /^Delete Selected/ }).count()).toBe(0)
    await pageButton(page, 2).click()
    await page.getByText("11–20 of 95").waitFor()

    const lists: string[] = []
    page.on("request", (request) => {
      const url = new URL(request.url())
      if (url.pathname === "/api/prints") lists.push(url.search)
    })
    const search = page.getByRole("searchbox", { name: "Search prints" })
    await page.goto("/prints?page=3&callback=/sizes&addThing=1")
    await page.getByText("21–30 of 95").waitFor()
    lists.length = 0
    await page.evaluate(() => {
      const times: { typed: number; moved: number } = { typed: 0, moved: 0 }
      Object.assign(window, { times })
      document.addEventListener("input", ({ timeStamp }) => {
        times.typed = timeStamp
      })
      const judge = () => {
        if (times.moved === 0 && location.search.includes("search=")) times.moved = performance.now()
        requestAnimationFrame(judge)
      }
      judge()
    })
    await search.evaluate(typeAtOnce, "00000000005")
    await page.waitForFunction(() => (window as unknown as { times: { moved: number } }).times.moved > 0)
    expect(query(page)).toContain("search=00000000005")
    const { typed, moved } = await page.evaluate(
      () => (window as unknown as { times: { typed: number; moved: number } }).times,
    )
    expect(moved - typed).toBeGreaterThanOrEqual(490)
    await page.getByText("1–10 of 17").waitFor()
    expect(query(page)).not.toContain("page=")
    expect(lists.length, "one search, not one for each letter").toBe(1)
    expect(lists[0]).toMatch(/search=00000000005/)
    expect(lists[0]).not.toMatch(/callback|addThing/)
    await page.reload()
    expect(await search.inputValue()).toBe("00000000005")
    await page.getByText("1–10 of 17").waitFor()
    await search.fill("00000000005F")
    await page.getByText("1–1 of 1", { exact: true }).waitFor()
    await search.fill("zebra")
    await page.getByText(texts.noMatch, { exact: true }).waitFor()
    await page.getByRole("button", { name: "Clear search" }).click()
    await page.getByText("1–10 of 95").waitFor()
    // A typed search is no stop on the way back: the page before is the second one of another order.
    await page.goBack()
    await page.getByText("11–20 of 95").waitFor()
    expect(query(page)).toBe("?sortBy=status&sort=desc&page=2")

    await client.expect("POST", "/api/print/bulk-delete-force", { printIds: await idsOf(client, 90) })
    await page.goto("/prints?page=2")
    await page.getByText("1–5 of 5").waitFor()
    expect(errors).toEqual([])
  },
)

test("on a phone rows become cards, which can be selected as rows can", async () => {
  const { page, userId, errors } = await openSeller("Tiny", { phone: true })
  await givenPrints(userId)
  await page.goto("/prints")
  const section = page.getByRole("region", { name: "Prints" })
  await section.getByText("1–10 of 95").waitFor()
  expect(await page.getByRole("row").count()).toBe(0)
  expect(await section.getByRole("list").first().locator("> li").count()).toBe(10)
  await section.getByRole("checkbox", { name: "Select all rows" }).tap()
  await page.getByRole("button", { name: "Delete Selected (10)" }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(errors).toEqual([])
})

longTest("a modal lives in the address, holds the focus and leads on to our own pages alone", async () => {
  const { page, errors } = await openSeller("Moda")
  const dialog = page.getByRole("dialog", { name: "Add size" })
  const path = (url: URL) => url.pathname + url.search
  await page.goto("/sizes")
  const opener = page.getByRole("button", { name: "Add size" })
  await opener.click()
  await opened(dialog)
  expect(query(page)).toBe("?addSize=true")
  await page.reload()
  await opened(dialog)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab")
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.goBack()
  await dialog.waitFor({ state: "hidden" })
  expect(path(new URL(page.url()))).toBe("/sizes")

  const closings: ((close: Locator) => Promise<void>)[] = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(20, 500),
    (close) => close.click(),
  ]
  for (const shut of closings) {
    await opener.click()
    await opened(dialog)
    await shut(dialog.getByRole("button", { name: "Close" }))
    await dialog.waitFor({ state: "hidden" })
    expect(path(new URL(page.url()))).toBe("/sizes")
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)

    await page.goto("/sizes?addSize=true&callback=%2Fprints%3Fstatus%3DIn%2BDraft")
    await opened(dialog)
    await shut(dialog.getByRole("button", { name: "Close" }))
    await page.waitForURL("**/prints?status=In+Draft")
    await page.goto("/sizes")
  }
  for (const callback of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "javascript:alert(1)",
    "/api/logout",
  ]) {
    await page.goto(`/sizes?addSize=true&callback=${encodeURIComponent(callback)}`)
    await opened(dialog)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    expect(path(new URL(page.url())), callback).toBe("/sizes")
  }

  // Opened and closed twice, it is no stop on the way back, nor on the way there.
  await page.goto("/prints")
  await page.getByRole("navigation").getByRole("link", { name: "Sizes" }).click()
  for (const _time of [1, 2]) {
    await opener.click()
    await opened(dialog)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
  }
  await page.goBack()
  await page.waitForURL("**/prints")
  await page.goForward()
  await page.waitForURL("**/sizes")
  await dialog.waitFor({ state: "hidden" })
  expect(errors).toEqual([])
})

test("a dialog asks once before what was entered is lost, and not at all where nothing was", async () => {
  const { page, errors } = await openSeller("Dina")
  const dialog = page.getByRole("dialog", { name: "Add size" })
  const question = page.getByRole("dialog", { name: "Discard what you entered?" })
  await page.goto("/prints")
  await page.getByRole("navigation").getByRole("link", { name: "Sizes" }).click()
  const opener = page.getByRole("button", { name: "Add size" })
  const name = dialog.getByRole("textbox", { name: "Name" })
  const ways: (() => Promise<unknown>)[] = [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(20, 500),
    () => dialog.getByRole("button", { name: "Close" }).click(),
  ]
  for (const leave of ways) {
    await opener.click()
    await opened(dialog)
    await name.fill("Po")
    await leave()
    await opened(question)
    await question.getByRole("button", { name: "Keep editing" }).click()
    await question.waitFor({ state: "detached" })
    expect(await name.inputValue()).toBe("Po")
    expect(query(page)).toBe("?addSize=true")
    // A dialog listens to keys and clicks again a turn after the one above it has gone.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await leave()
    await opened(question)
    await question.getByRole("button", { name: "Discard" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(query(page)).toBe("")
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)

    await opener.click()
    await opened(dialog)
    await name.fill("Po")
    await name.fill("")
    await leave()
    await dialog.waitFor({ state: "detached" })
  }

  // The browser asks before the page goes; what is saved is no longer asked about.
  await opener.click()
  await name.fill("Pocket")
  const asked = page.waitForEvent("dialog")
  // A reload by the driver would wait for a page that is never loaded.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  expect((await asked).type()).toBe("beforeunload")
  await (await asked).dismiss()
  await dialog.getByLabel("Width").fill("4")
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("row", { name: /Pocket/ }).waitFor()
  expect(errors).toEqual([])
})

longTest(
  "a table that the server fails says so with the request's id, and loads on another try",
  async () => {
    const { page } = await openSeller("Faye")
    const requestId = crypto.randomUUID()
    const body = { message: texts.errorOccurred, code: "internal-error", requestId }
    await page.route("**/api/integrations?*", (route) => route.fulfill({ status: 500, json: body }))
    await page.goto("/integrations")
    const notice = page.getByRole("alert").filter({ hasText: `Request ${requestId}` })
    await notice.getByText(texts.errorOccurred).waitFor()
    await said(page, `Request ${requestId}`)
    await page.unroute("**/api/integrations?*")
    await notice.getByRole("button", { name: "Try again" }).click()
    await page.getByText("No store is connected", { exact: true }).first().waitFor()
  },
)

longTest(
  "calls fail in the server's words, weather is tried again, and a change refreshes its list",
  async () => {
    const { page, client, userId } = await openSeller("Cara")
    const { _id } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
      name: "Left chest",
      value: 3.5,
    })
    await page.goto(`/sizes?deleteSize=${_id}`)
    const dialog = page.getByRole("dialog")
    const refuse = (body: unknown, status = 409) =>
      page.route(`**/api/sizes/${_id}`, (route) => route.fulfill({ status, json: body }), { times: 1 })
    await refuse({ code: "conflict", message: "This size is glued down" })
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, "This size is glued down", { exact: true })
    await refuse({ code: "conflict", message: "" })
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, texts.errorOccurred, { exact: true })
    await dialog.getByRole("button", { name: "Delete" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByText("No sizes yet").waitFor()

    await page.goto("/sizes?addSize=true")
    await dialog.getByRole("textbox", { name: "Name" }).fill("Youth")
    await dialog.getByLabel("Width").fill("7.5")
    await page.keyboard.press("Enter")
    await page.getByRole("cell", { name: "Youth", exact: true }).waitFor()
    await page.reload()

    let tries = 0
    await page.route(/\/api\/sizes\?/, async (route) => {
      tries += 1
      if (tries <= 2) await route.fulfill({ status: 503, json: { code: "internal-error", message: "rain" } })
      else await route.continue()
    })
    await page.reload()
    await page.getByRole("cell", { name: "Youth", exact: true }).waitFor()
    expect(tries).toBeGreaterThan(2)
    expect(await page.getByText("rain").count()).toBe(0)

    await page.unrouteAll()
    await page
      .getByRole("button", { name: /Delete/ })
      .first()
      .click()
    await opened(dialog)
    // As if it had run out: no live channel tells the page.
    const db = await stage.runtime.miniflare.getD1Database("DB")
    await db.prepare("UPDATE session SET expires_at = 1 WHERE user_id = ?").bind(userId).run()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await page.waitForURL((url) => url.pathname === "/")
  },
)

async function openSeller(name: string, options: { phone?: boolean } = {}) {
  const seller = await stage.givenSeller(name)
  const opened = await stage.open(options)
  await opened.context.addCookies(seller.client.browserCookies())
  return { ...seller, ...opened }
}

/** Letter by letter, without what a busy machine takes from one to the next. */
function typeAtOnce(input: HTMLElement, text: string): void {
  // React only reacts to a value that the element's own setter is given.
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")
  for (let length = 1; length <= text.length; length++) {
    value?.set?.call(input, text.slice(0, length))
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

function query(page: Page): string {
  return new URL(page.url()).search
}

function pageButton(page: Page, number: number): Locator {
  return page.getByRole("button", { name: `Page ${number}`, exact: true })
}

async function pageNumbers(page: Page): Promise<number[]> {
  const words = await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("button", { name: /^Page/ })
    .allInnerTexts()
  return words.map(Number)
}

let lots = 0

/** Drafts, every fifth of them cancelled. */
async function givenPrints(userId: string): Promise<void> {
  lots += 1
  const db = await stage.runtime.miniflare.getD1Database("DB")
  await db
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${PRINTS})
       INSERT INTO print (id, user_id, type, status, created_at, updated_at)
       SELECT printf('0197f3c0-0000-7000-%s-%012x', ?2, n), ?1,
         'Manual', CASE n % 5 WHEN 0 THEN 'Cancelled' ELSE 'In Draft' END, n, n
       FROM number`,
    )
    .bind(userId, `800${lots}`)
    .run()
}

async function idsOf(
  client: { expect<T>(method: string, path: string): Promise<T> },
  count: number,
): Promise<string[]> {
  const rows = await client.expect<{ _id: string }[]>("GET", `/api/prints?limit=${count}`)
  return rows.map(({ _id }) => _id)
}
