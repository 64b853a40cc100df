import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import type { Profile } from "../../contract/accounts/profile.ts"
import type { Image } from "../../contract/artwork/image.ts"
import { addDays, dayOf, noonOf } from "../../contract/day.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import { MAX_UPLOAD_FILES } from "../../contract/limit.ts"
import type { Order, OrderItem } from "../../contract/orders/order.ts"
import { printCode } from "../../contract/prints/manifest.ts"
import type { Print } from "../../contract/prints/print.ts"
import { texts } from "../../contract/text.ts"
import { giveDueOrders } from "../../harness/due-orders.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { opened, said } from "../../harness/stage.ts"
import { csvOf } from "../../harness/synthetic-order-files.ts"
import { useStage } from "../../harness/use-stage.ts"
import { visit } from "../../harness/visit.ts"
import type { Client } from "../../local/client.ts"
import { connectShop } from "../../local/people.ts"
import { objectionsInBothThemesOnTheWay, objectionsOnTheWay } from "./axe.ts"
import { enter, tabTo } from "./by-keyboard.ts"
import { thumb } from "./thumb.ts"

const stage = useStage()

/** Artwork named like the stand-in's SKUs, without Wildflower (WF-2026) and the one without SKU. */
const artwork = [
  "cosmic-cat",
  "luna-moth",
  "leopard-mama",
  "good-vibes",
  "salty-wave",
  "shred-it-taco",
  "petal-smiley",
  "eastside-07",
]
const usualSizes = { "Adult chest": 10, "Youth chest": 7.5, Toddler: 5, "Left chest": 3.5 }

test("a seller connects a shop, settles the inbox, reviews, prints, and sees every state follow", async () => {
  const { client } = await givenSeller("Juno", { credits: 60 })
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())

  await page.goto("/integrations?addIntegration=true")
  const form = page.getByRole("dialog", { name: "Add integration" })
  await form.getByRole("button", { name: "Add integration" }).click()
  await form.getByText("Name is required").waitFor()
  await form.getByRole("textbox", { name: "Name" }).fill("Juniper & Ink")
  await form.getByRole("button", { name: "Add integration" }).click()
  await page.waitForURL(/\/etsy\/oauth\/connect/)
  await page.getByRole("button", { name: "Deny" }).click()
  await page.waitForURL(/\/integrations(\?|$)/)
  await said(page, texts.authFailed)
  await page.getByText("No store is connected").first().waitFor()

  await page.goto("/orders")
  await page.getByRole("button", { name: "Sync orders" }).click()
  await said(page, texts.connectToSync)

  await page.goto("/integrations")
  await connect(page, "Connect Juniper & Ink", "JuniperInk")
  await page.getByText("Connected", { exact: true }).waitFor()
  const shop = await synced(client)
  expect(shop.orderCount).toBeGreaterThan(100)
  await page.getByRole("link", { name: "Juniper & Ink", exact: true }).click()
  await page.getByText("Etsy, JuniperInk", { exact: false }).waitFor()
  const printed = page.getByRole("heading", { name: "Printed" })
  expect(await printed.locator("xpath=following-sibling::p").textContent()).toBe("0")

  // Etsy asks for patience, so that the sync can be watched.
  await control({ action: "arrive", shop: "JuniperInk", count: 1 })
  await control({ action: "rate-limit", times: 100 })
  await page.goto("/orders")
  await page.locator("[data-live=socket]").waitFor({ state: "attached" })
  await page.getByRole("button", { name: "Sync orders" }).click()
  await page.getByRole("progressbar", { name: "Sync of Juniper & Ink" }).waitFor()
  await control({ action: "rate-limit", times: 0 })
  await said(page, "Orders synced")
  await expect.poll(async () => (await synced(client)).orderCount).toBe(shop.orderCount + 1)

  const inbox = page.getByRole("region", { name: /need artwork or a size/ })
  // One line until it is opened.
  expect(await inbox.getByRole("button").count()).toBe(1)
  await inbox.getByRole("button", { name: /need artwork or a size/ }).click()
  await inbox.getByRole("button", { name: /^Choose image for Wildflower/ }).click()
  const choice = page.getByRole("dialog", { name: "Choose artwork and size" })
  await choice.getByText("Later orders with the SKU WF-2026 use the same choice.").waitFor()
  await choice.getByRole("button", { name: "cosmic-cat.svg", exact: true }).click()
  await said(page, "Remembered for WF-2026")
  await choice.waitFor({ state: "detached" })
  await inbox.getByRole("button", { name: /^Choose image for Wildflower/ }).waitFor({ state: "detached" })
  const wildflowers = await client.expect<Order[]>("GET", "/api/orders?search=WF-2026&limit=100")
  const chosen = wildflowers.flatMap((order) => order.orderItems).filter(({ sku }) => sku === "WF-2026")
  expect(chosen.length).toBeGreaterThan(5)
  expect(new Set(chosen.map(({ match }) => match.imageId?.name))).toEqual(new Set(["cosmic-cat.svg"]))

  // Two items of an order with several are picked, then the whole order, which deselects the
  // items.
  const order = (await orders(client)).find(
    (one) => one.orderItems.length === 3 && one.orderItems.every(isMatched) && !one.isCancelled,
  )
  if (!order) throw new Error("no order of three matched items")
  await page.getByRole("searchbox", { name: "Search orders" }).fill(order.orderNumber)
  await expectOrders(page, [order])
  await page.getByRole("button", { name: `Items of order ${order.orderNumber}` }).click()
  const items = page.getByRole("list", { name: `Items of order ${order.orderNumber}` })
  const ticks = items.getByRole("checkbox")
  await ticks.nth(0).click()
  await ticks.nth(1).click()
  const bar = page.getByRole("region", { name: "Selection" })
  await bar.getByText("2 selected").waitFor()
  expect(await bar.getByRole("button", { name: "Delete" }).count()).toBe(0)
  await page.getByRole("checkbox", { name: `Select order ${order.orderNumber}` }).click()
  await bar.getByText("1 selected").waitFor()
  expect(await checkedOf(ticks)).toEqual(["false", "false", "false"])
  await ticks.nth(0).click()
  await ticks.nth(1).click()
  await bar.getByText("2 selected").waitFor()

  await bar.getByRole("button", { name: "Create Print" }).click()
  await page.waitForURL("**/prints/review-print")
  await page.getByText("2 order items", { exact: false }).waitFor()
  for (const { title } of order.orderItems.slice(0, 2))
    await page
      .getByRole("cell", { name: title.slice(0, 20) })
      .first()
      .waitFor()
  const quantity = page.getByRole("textbox", { name: /^Quantity of/ }).first()
  await quantity.fill("1")
  await page.getByRole("button", { name: "Create Print (Draft)" }).click()
  await said(page, texts.printCreated)
  await page.waitForURL(/\/prints(\?|$)/)
  const [print] = await client.expect<Print[]>("GET", "/api/prints?type=Etsy")
  expect(print).toMatchObject({ type: "Etsy", status: "In Draft" })
  await page.getByRole("link", { name: `View items of print ${print._id.slice(-6)}` }).click()
  const details = page.getByRole("region", { name: "Items" })
  const named = details
    .getByRole("button", { name: order.orderItems[0].title.slice(0, 15), exact: false })
    .filter({ hasText: order.orderItems[0].title.slice(0, 15) })
    .last()
  // Rows may move from under the mouse while the sheet comes.
  await expect
    .poll(async () => {
      await named.hover()
      return page.getByText(order.orderItems[0].title, { exact: true }).isVisible()
    })
    .toBe(true)

  // States follow: the order is in draft, its items say which print, and come back as completed.
  await page.goto(`/orders?search=${order.orderNumber}`)
  await page.getByRole("button", { name: "Show all items" }).click()
  await expectItemStates(items, ["In Draft", "In Draft", "Pending"])
  await page.getByRole("cell", { name: "To do", exact: true }).waitFor()
  // What only a draft has comes off its film, and goes back.
  await page.getByRole("button", { name: `Take off film: order ${order.orderNumber}` }).click()
  await expectItemStates(items, ["Pending", "Pending", "Pending"])
  await page.getByRole("button", { name: "Undo" }).click()
  await expectItemStates(items, ["In Draft", "In Draft", "Pending"])
  await items
    .getByRole("link", { name: `In ${print.name}` })
    .first()
    .click()
  await page.getByRole("button", { name: "Process Print" }).first().click()
  await page.getByRole("dialog").getByRole("button", { name: "Proceed" }).click()
  await page.getByRole("dialog").getByText("Your sheets are ready").waitFor({ timeout: 120_000 })
  await page.goto(`/orders?search=${order.orderNumber}`)
  await page.getByText("Partially Completed").last().waitFor()
  await page.getByRole("cell", { name: "Partly on film", exact: true }).waitFor()
  await page
    .getByRole("group", { name: "Step" })
    .getByRole("button", { name: /^On film/ })
    .click()
  await page.waitForURL(/step=on-film/)
  await page.getByText(texts.noMatch).waitFor()
  await page.goBack()
  await page.getByRole("button", { name: "Show all items" }).click()
  await expectItemStates(items, ["Completed", "Completed", "Pending"])
  await page.goto("/orders?status=Completed")
  await page.getByText(texts.noMatch).waitFor()
  await expectManifest(page, print, order)
  expect(errors.filter(isUnplanned)).toEqual([])
})

longTest(
  "twenty rows of the inbox are settled with fewer than twenty-five actions, half of it by keyboard",
  async () => {
    const designs =
      "good vibes,tiger lily,sunset surf,midnight owl,paper crane,desert bloom,ocean child,maple fox,neon cobra,prairie wind,golden koi,arctic wolf,cherry bomb,rocket dog,velvet moon,silver fern".split(
        ",",
      )
    const others = ["wild and free", "dog mom white", "dog mom black", "comet tail", "harbor light"]
    const listings = [
      ...designs.map((name) => ({
        title: `${name} transfer, wild and free gift`,
        sku: `${name.toUpperCase().replace(" ", "-")}-3.5IN`,
        sizes: [],
      })),
      { title: "Comet Tail Transfer", sku: "ZX-81", sizes: ["Adult back 11 in"] },
      { title: "Harbor Light Transfer", sku: "", sizes: ["Adult back 11 in"] },
      { title: "Dog Mom Transfer", sku: "DOG-MOM-9IN", sizes: [] },
      { title: "Mystery Transfer", sku: "QQ-7", sizes: ["Back"] },
    ]
    await control({ action: "sell", shop: "ManyDesigns", listings })
    const { client } = await givenSeller("Ines", {
      shop: "ManyDesigns",
      receipts: 24,
      designs: [...designs, ...others].map((name) => name.replaceAll(" ", "-")),
      sizes: { Toddler: 5 },
    })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders")
    const inbox = page.getByRole("region", { name: /need artwork or a size/ })
    await inbox.getByRole("button", { name: /need artwork or a size/ }).click()
    const rows = inbox.getByRole("listitem")
    await inbox.getByRole("button", { name: "Show 17 more" }).click()
    await expect.poll(() => rows.count()).toBe(20)

    let actions = 2
    const act = async (step: Promise<unknown>) => {
      actions += 1
      await step
    }
    const vibes = inbox.getByRole("button", { name: /^Choose another image for good vibes/ })
    await vibes.click()
    const choice = page.getByRole("dialog", { name: "Choose artwork and size" })
    const suggested = choice.getByRole("region", { name: "Suggested" }).getByRole("button")
    expect(await suggested.first().getAttribute("aria-label")).toMatch(/^good-vibes\.svg, 9\d %$/)
    await choice.getByRole("button", { name: "Done" }).click()

    // All sure suggestions are accepted, undone once and accepted again.
    const sure = inbox.getByRole("button", { name: "Accept 16 certain" })
    await sure.click()
    await said(page, "16 suggestions accepted")
    await expect.poll(() => rows.count()).toBe(4)
    expect(await sizesOf(client)).toEqual(["3.5 in", "Toddler"])
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => rows.count()).toBe(20)
    await expect.poll(() => sizesOf(client)).toEqual(["Toddler"])
    await act(sure.click())
    await expect.poll(() => rows.count()).toBe(4)

    // The best of a row with one key, which leads to the next row.
    const comet = inbox.getByRole("button", {
      name: "Accept comet-tail.svg and Adult back 11 in, new for Comet Tail Transfer",
    })
    await comet.focus()
    await act(page.keyboard.press("Enter"))
    await comet.waitFor({ state: "detached" })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))
    await expect.poll(focused).toMatch(/^(Accept|Choose image)/)
    await act(inbox.getByRole("button", { name: /^Accept harbor-light\.svg for Harbor Light/ }).click())
    await expect.poll(() => rows.count()).toBe(2)

    // Two designs fit alike: the picker has both first. A pick closes it and goes on to the next row.
    await act(inbox.getByRole("button", { name: /^Choose another image for Dog Mom/ }).click())
    await act(choice.getByRole("button", { name: /^dog-mom-white\.svg, / }).click())
    await choice.waitFor({ state: "detached" })
    await expect.poll(() => rows.count()).toBe(1)
    await expect.poll(focused).toBe("Choose image for Mystery Transfer")
    await act(page.keyboard.press("Enter"))
    await act(choice.getByRole("button", { name: "wild-and-free.svg", exact: true }).click())
    await choice.waitFor({ state: "detached" })
    await act(inbox.getByRole("combobox", { name: "Size of Mystery Transfer" }).click())
    await act(page.getByRole("option", { name: "Toddler 5 in" }).click())
    await inbox.waitFor({ state: "detached" })
    expect(actions).toBeLessThanOrEqual(25)
    const items = (await orders(client))
      .filter((order) => !order.isCancelled)
      .flatMap((one) => one.orderItems)
    expect(items.every(isMatched)).toBe(true)
    expect(imageOf(items, "GOOD-VIBES-3.5IN")).toBe("good-vibes.svg")
    expect(imageOf(items, "DOG-MOM-9IN")).toBe("dog-mom-white.svg")

    // A spreadsheet's pairs replace all that, once each line has said what it does.
    await page.goto("/orders?addSkuImages=true")
    const paste = page.getByRole("dialog", { name: "Paste a list of SKUs" })
    await paste
      .getByRole("textbox", { name: "SKU and file name" })
      .fill("SKU\tFile\nQQ-7\tcomet-tail.png\nZX-81\tnowhere.png")
    await paste.getByText('No image is named "nowhere.png"').waitFor()
    await paste.getByRole("button", { name: "Match 1 of 2 lines" }).click()
    await said(page, "1 SKU line matched")
    const after = (await orders(client)).flatMap((one) => one.orderItems)
    expect(imageOf(after, "QQ-7")).toBe("comet-tail.svg")
    expect(imageOf(after, "ZX-81")).toBe("comet-tail.svg")

    // A range by Shift, then every order of every page, into one print.
    const wanted = (await orders(client)).filter((order) => !order.isCancelled)
    await page.goto("/orders?status=Pending")
    const ticks = page.getByRole("checkbox", { name: /^Select order/ })
    await ticks.nth(1).click()
    await ticks.nth(4).click({ modifiers: ["Shift"] })
    const bar = page.getByRole("region", { name: "Selection" })
    await bar.getByText("4 selected").waitFor()
    await page.getByRole("checkbox", { name: "Select all rows" }).click()
    await page.getByRole("button", { name: `Select all ${wanted.length} that match` }).click()
    await bar.getByText(`${wanted.length} selected`).waitFor()
    await bar.getByRole("button", { name: "Create Print" }).click()
    await page.waitForURL("**/prints/review-print")
    const count = wanted.flatMap((order) => order.orderItems).length
    await page.getByText(`${count} order items,`, { exact: false }).waitFor()
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest(
  "a seller without a shop imports a file, maps its columns once, and takes an import back",
  async () => {
    const { client } = await stage.givenSeller("Fiona")
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders")
    await page.getByRole("button", { name: "Import a file" }).click()
    const dialog = page.getByRole("dialog", { name: "Import orders from a file" })
    await dialog.getByText("Drop a file here, or choose one").waitFor()
    const choose = (name: string, text: string) =>
      dialog.getByLabel("Order file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) })

    // Unknown columns are named once; a row's errors are shown, and come as a file.
    const rows = [
      ["F-1", "COSMIC-CAT", 2, "Zoë"],
      ["F-2", "LUNA-MOTH", "many", ""],
      ["", "LUNA-MOTH", 1, ""],
    ]
    await choose("fair.csv", csvOf([["Vorgang", "Teil", "Stk", "Text"], ...rows]))
    await dialog.getByText("Choose what each column holds.", { exact: false }).waitFor()
    for (const [field, column] of [
      ["Order number", "Vorgang"],
      ["SKU", "Teil"],
    ]) {
      await dialog.getByRole("combobox", { name: field, exact: true }).click()
      await page.getByRole("option", { name: column, exact: true }).click()
    }
    await dialog.getByText("1 new order in 3 rows, 2 rows with errors, left out.").waitFor()
    await dialog.getByText("Row 3: The quantity “many” is not a whole number").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download errors" }).click(),
    ])
    expect(download.suggestedFilename()).toBe("fair errors.csv")
    expect(await readFile(await download.path(), "utf8")).toContain('4,"This row has no order number"')
    expect(await objectionsOnTheWay(page)).toEqual([])
    await dialog.getByRole("button", { name: "Import 1 order" }).click()
    await said(page, "1 order imported")
    await page.getByRole("link", { name: "F-1" }).or(page.getByText("F-1")).first().waitFor()

    // The same header again needs no mapping, and what came in is taken out by one click.
    await page.getByRole("button", { name: "Import", exact: true }).click()
    const later = ["F-1", "F-8", "F-9"].map((number) => [number, "COSMIC-CAT", 2, ""])
    await choose("fair 2.csv", csvOf([["Vorgang", "Teil", "Stk", "Text"], ...later]))
    await dialog.getByText("2 new orders in 3 rows, 1 row already here.").waitFor()
    await dialog.getByRole("button", { name: "Import 2 orders" }).click()
    const messages = page.getByRole("listitem").filter({ hasText: "2 orders imported" })
    await messages.getByRole("button", { name: "Undo" }).click()
    await said(page, "Undone")
    expect((await orders(client)).map(({ orderNumber }) => orderNumber)).toEqual(["F-1"])
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest(
  "what is in a print is printed again only on purpose, also when another tab was faster",
  async () => {
    const { client } = await givenSeller("Twila", { shop: "TwilaPrints", receipts: 12 })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    const usable = (await orders(client)).filter(
      (order) => !order.isCancelled && order.orderItems.length === 1 && order.orderItems.every(isMatched),
    )
    const [first, second, third] = usable
    await client.expect("POST", "/api/orders/print", { orderItems: [first.orderItems[0]._id] })

    await page.goto("/orders")
    await tick(page, first)
    await tick(page, second)
    await page.getByRole("button", { name: "Put on film" }).click()
    const known = page.getByRole("dialog", { name: "Already in a print" })
    await known.getByText("1 of 2 order items is already in a print.").waitFor()
    await known.getByText(`Order ${first.orderNumber}`).waitFor()
    await known.getByRole("button", { name: "Leave them out" }).click()
    await page.waitForURL("**/prints/review-print")
    await page.getByText("1 order item,", { exact: false }).waitFor()
    await page.getByText(second.orderNumber).waitFor()
    expect(await page.getByText(first.orderNumber).count()).toBe(0)

    // Meanwhile the same item goes into a print in another tab.
    await client.expect("POST", "/api/orders/print", { orderItems: [second.orderItems[0]._id] })
    await page.getByRole("button", { name: "Create Print (Draft)" }).click()
    await known.getByText(second.orderNumber, { exact: false }).waitFor()
    await known.getByRole("button", { name: "Cancel" }).click()
    expect(await client.expect<Print[]>("GET", "/api/prints?type=Etsy")).toHaveLength(2)
    await page.getByRole("button", { name: "Create Print (Draft)" }).click()
    await known.getByRole("button", { name: "Add anyway" }).click()
    await page.waitForURL(/\/prints(\?|$)/)
    expect(await client.expect<Print[]>("GET", "/api/prints?type=Etsy")).toHaveLength(3)

    await page.goto("/orders")
    await tick(page, first)
    await tick(page, third)
    await page.getByRole("button", { name: "Create Print" }).click()
    await known.getByRole("button", { name: "Add anyway" }).click()
    await page.waitForURL("**/prints/review-print")
    await page.getByText("2 order items,", { exact: false }).waitFor()
    await page.getByText("Also in a draft", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Create Print (Draft)" }).click()
    await page.waitForURL(/\/prints(\?|$)/)
    expect(await client.expect<Print[]>("GET", "/api/prints?type=Etsy")).toHaveLength(4)
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest(
  "what a reviewed item lacks is said, led to and mended in place, before it costs anything",
  async () => {
    const { client } = await givenSeller("Rhea", { shop: "RheaPrints", receipts: 20, credits: 60 })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    const open = (await orders(client)).filter((order) => !order.isCancelled && order.orderItems.length === 1)
    const [lacking] = open.filter(({ orderItems: [{ personalisation }] }) => personalisation.length === 5)
    const [whole] = open.filter(({ orderItems: [item] }) => isMatched(item))
    const [item] = lacking.orderItems
    await page.goto("/orders?limit=100")
    await tick(page, lacking)
    await tick(page, whole)
    await page.getByRole("button", { name: "Create Print" }).click()
    await page.waitForURL("**/prints/review-print")
    const row = page.locator(`[data-row="${item._id}"]`)
    const process = page.getByRole("button", { name: "Create Print (Process)" })
    const missing = page.getByText(texts.imageMissing).and(page.locator(":not([data-sonner-toast] *)"))
    const shown = page.locator("span:visible")
    await missing.and(shown).waitFor()
    await shown
      .filter({ hasText: `${copiesWords(item.quantity)} not on the film yet.` })
      .last()
      .waitFor()
    const proceed = page.getByRole("dialog").getByRole("button", { name: "Proceed" })

    await process.click()
    await said(page, texts.imageMissing)
    await row.locator("[data-mend=image] :focus").waitFor()
    expect(await proceed.count()).toBe(0)
    expect(await objectionsInBothThemesOnTheWay(page, "review")).toEqual([])
    await row.locator("[data-mend=image]").getByRole("button").last().click()
    const choice = page.getByRole("dialog", { name: "Choose artwork and size" })
    await choice.getByRole("button", { name: "salty-wave.svg", exact: true }).click()
    await choice.waitFor({ state: "detached" })
    await row.getByRole("button", { name: /^Change the image of .*: salty-wave\.svg/ }).waitFor()
    if (item.match.sizeId === null) {
      await process.click()
      await row.locator("[data-mend=size] :focus").press("Enter")
      await page.getByRole("option", { name: "Toddler 5 in" }).click()
    }
    await expect.poll(() => missing.count()).toBe(0)

    // Each answer is shown with its question, the buyer's file as a link that leaves no trace.
    await row.getByText("Player's name: Mia & Zoë", { exact: false }).first().waitFor()
    const photo = row.getByRole("link", { name: /^Team photo/ })
    expect(
      await photo.evaluate(({ href, rel, target }: HTMLAnchorElement) => ({ href, rel, target })),
    ).toEqual({
      href: item.personalisation[4].answer,
      rel: "noopener noreferrer",
      target: "_blank",
    })

    // The buyer's text is worded anew, and stays with the order.
    await row.getByRole("button", { name: /^Personalisation of/ }).click()
    const wording = page.getByRole("dialog", { name: "Personalisation" })
    await wording.locator("dl").waitFor()
    const [asked] = await wording.locator("dl").allInnerTexts()
    expect(asked.split(/\s*\n\s*/).slice(0, 4)).toEqual([
      "Team name",
      "Zoë's Comets 🌙",
      "Player's name",
      "Mia & Zoë",
    ])
    expect(await objectionsInBothThemesOnTheWay(page, "wording")).toEqual([])
    await wording.getByRole("textbox", { name: "Personalisation" }).fill("Mia 07")
    await wording.getByRole("button", { name: "Save" }).click()
    await row.getByText("“Mia 07”", { exact: false }).waitFor()
    await photo.waitFor()
    const [now] = await client.expect<OrderItem[]>("GET", `/api/orders/items?ids=${item._id}`)
    expect(now).toMatchObject({ wording: "Mia 07", match: { imageId: { name: "salty-wave.svg" } } })

    // A row taken out comes back.
    await row.getByRole("button", { name: /^Remove/ }).click()
    await row.waitFor({ state: "detached" })
    await page
      .getByRole("listitem")
      .filter({ hasText: "removed" })
      .getByRole("button", { name: "Undo" })
      .click()
    await row.waitFor()

    // Labels are on for orders; the print keeps that they were turned off.
    const labels = page.getByRole("switch", { name: "Labels on the film" })
    await page.getByRole("button", { name: "Preview", exact: true }).click()
    await expect.poll(() => labels.first().getAttribute("aria-checked")).toBe("true")
    await labels.first().click()
    await page.getByRole("button", { name: "Close", exact: true }).click()
    await process.click()
    await expect.poll(() => proceed.isEnabled()).toBe(true)
    expect(await labels.getAttribute("aria-checked")).toBe("false")
    await proceed.click()
    await page.waitForURL(/\/prints(\?|$)/)
    const [print] = await client.expect<Print[]>("GET", "/api/prints?type=Etsy")
    expect(print).toMatchObject({ labels: false, itemCount: 2 })
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest("a buyer's own picture becomes the artwork of their item, and can be given back", async () => {
  const picture = "https://i.etsystatic.com/personalization/7d/pet.jpg?version=1&signature=c2Ft"
  const listings = [{ title: "Pet portrait", sku: "", sizes: [], answers: [[["Pet photo", picture]]] }]
  await control({ action: "sell", shop: "PetPrints", listings })
  const { client } = await givenSeller("Petra", { designs: [] })
  await control({ action: "receipts", shop: "PetPrints", count: 1 })
  await connectShop(client, "PetPrints")
  await synced(client)
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/orders")
  await page.getByRole("button", { name: "Show all items" }).click()
  const items = page.getByRole("list", { name: /^Items of order / }).first()
  await items.getByRole("button", { name: "Use as artwork: “Pet photo”" }).first().click()
  await said(page, "The buyer's file is now this item's artwork. It is being processed.")
  const images = await client.expect<{ name: string }[]>("GET", "/api/images")
  expect(images.map(({ name }) => name)).toEqual([expect.stringMatching(/^\d+ Pet photo\.png$/)])
  expect((await orders(client))[0].orderItems[0]).toMatchObject({ isOwnImage: true })
  await page.getByRole("button", { name: "Undo" }).click()
  await expect.poll(async () => (await orders(client))[0].orderItems[0].isOwnImage).toBe(false)
  expect(await objectionsOnTheWay(page)).toEqual([])
  expect(errors.filter(isUnplanned)).toEqual([])
})

longTest(
  "buyers' texts are seen once, mended where in doubt, and printed as they were confirmed",
  async () => {
    const asked = (answer: string) => [["Personalization", answer]]
    const answers = [asked("ZOE #7"), asked("Hi! Name: Mia, Number: 12"), asked("HILL"), asked("Kim 💛 4")]
    await control({
      action: "sell",
      shop: "TeamNames",
      listings: [{ title: "Varsity name and number", sku: "JERSEY-10IN", sizes: [], answers }],
    })
    const { client } = await givenSeller("Tilda", { designs: [] })
    await givenJersey(client)
    await control({ action: "receipts", shop: "TeamNames", count: 4 })
    await connectShop(client, "TeamNames")
    await synced(client)
    const readings = async () =>
      (await orders(client))
        .flatMap((order) => order.orderItems)
        .map(({ reading, values }) => ({ reading, values }))

    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders?panel=texts&sortBy=integrationOrderCreatedDate&sort=desc")
    const inbox = page.getByRole("region", { name: "7 order items have text to check" })
    await inbox.waitFor()
    expect(
      await inbox.getByRole("list", { name: "Texts of JERSEY-10IN" }).locator("mark").allTextContents(),
    ).toContain("ZOE, read as Name")
    expect(await readings()).not.toContainEqual(expect.objectContaining({ reading: "certain" }))

    // The page shows the rule's effect on the last answers while the rule is changed.
    await inbox.getByRole("button", { name: "How they are read" }).click()
    const dialog = page.getByRole("dialog", { name: "How buyers' text is read" })
    await opened(dialog)
    await dialog.getByText("4 of the last 7 texts are read with certainty").waitFor()
    await dialog.getByRole("button", { name: "Pattern for Number" }).click()
    const pattern = dialog.getByRole("textbox", { name: "Pattern of Number" })
    await pattern.fill(String.raw`#(\d+`)
    await dialog.getByRole("alert").waitFor()
    await pattern.fill(String.raw`number: (\d+)`)
    await dialog.getByText("0 of the last 7 texts are read with certainty").waitFor()
    await dialog.getByRole("button", { name: "Pattern for Number" }).click()
    await dialog.getByText("4 of the last 7 texts are read with certainty").waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await inbox.getByRole("button", { name: "Confirm all 4 of JERSEY-10IN" }).click()
    await said(page, "4 texts confirmed")
    const rest = page.getByRole("region", { name: "3 order items have text to check" })
    await rest.waitFor()
    expect(await readings()).toContainEqual({ reading: "certain", values: { name: "Mia", number: "12" } })

    // The missing value of the doubtful item is typed, and Enter confirms it.
    const hill = rest.getByRole("form", { name: /^Text of order / }).filter({ hasText: "HILL" })
    await hill.getByText("“Number” is missing.").waitFor()
    await hill.getByRole("textbox", { name: "Name" }).fill("HILL")
    await hill.getByRole("button", { name: "Confirm" }).click()
    await hill.getByText("Number is missing", { exact: true }).waitFor()
    await hill.getByRole("textbox", { name: "Number" }).fill("22")
    await page.keyboard.press("Enter")
    const last = page.getByRole("region", { name: "2 order items have text to check" })
    await last.waitFor()
    expect(await readings()).toContainEqual({ reading: "certain", values: { name: "HILL", number: "22" } })
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Text of order \d+ confirmed/ })
      .getByRole("button", { name: "Undo" })
      .click()
    await rest.waitFor()

    // The newest order's row says the same, and its pen opens the same fields with a picture.
    await page.getByRole("button", { name: "Show all items" }).click()
    await page
      .getByRole("button", { name: /^Text to print on Varsity/ })
      .first()
      .click()
    const pen = page.getByRole("dialog", { name: "Text to print" })
    await pen.getByRole("textbox", { name: "Name" }).fill("Kim")
    await pen.getByRole("textbox", { name: "Number" }).fill("4")
    await pen.locator("img[src^='blob:']").waitFor()
    await pen.getByRole("button", { name: "Confirm" }).click()
    await pen.waitFor({ state: "detached" })
    await last.waitFor()
    await page.getByText("Confirmed", { exact: true }).first().waitFor()
    expect(await readings()).toContainEqual({ reading: "certain", values: { name: "Kim", number: "4" } })
    // Rows show the pieces that print, with their own texts; what is in doubt stays the artwork's sample.
    const sure = (await readings()).filter(({ reading }) => reading === "certain").length
    expect(sure).toBeGreaterThan(3)
    const shown = page.getByRole("button", { name: /^Change the artwork of Varsity/ })
    await expect.poll(() => shown.locator("img[src*='/variants/']").count(), { timeout: 60_000 }).toBe(sure)
    expect(await shown.locator("img").count()).toBe(7)
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest(
  "a text that its artwork has no place for is left out, then given a place or printed without",
  async () => {
    const asked = (answer: string) => [[["Personalization", answer]]]
    const listings = [
      { title: "Linen towel", sku: "TOWEL-10IN", sizes: [], answers: asked("Name: Zoë Müller, No. 7") },
      { title: "Enamel mug", sku: "MUG-10IN", sizes: [], answers: asked("For Grandma") },
    ]
    await control({ action: "sell", shop: "NoPlaces", listings })
    const { client } = await givenSeller("Wanda", { designs: ["towel", "mug"], credits: 20 })
    await control({ action: "receipts", shop: "NoPlaces", count: 4 })
    await connectShop(client, "NoPlaces")
    await synced(client)
    const items = async () => (await orders(client)).flatMap(({ orderItems }) => orderItems)
    const of = (all: readonly OrderItem[], sku: string) => all.filter((item) => item.sku === sku)
    expect((await items()).every(({ hasNoPlace }) => hasNoPlace)).toBe(true)

    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders?todaysBatch=true")
    const batch = page.getByRole("dialog", { name: "Make today’s film" })
    await opened(batch)
    await batch.getByRole("combobox", { name: "Orders that ship" }).click()
    await page.getByRole("option").last().click()
    await batch.getByText("Has text, but its artwork has no place for it", { exact: false }).waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])

    // The editor begins with the buyer's words, and leads back to the texts.
    await batch.getByRole("link", { name: /^Add fields to this artwork: Linen towel/ }).click()
    await page.getByRole("button", { name: "Place of Name", exact: true }).waitFor()
    await page.getByText("Name and Number are different on each piece.").waitFor()
    await page.getByRole("button", { name: /^Name/ }).first().click()
    expect(await page.getByRole("textbox", { name: "Sample" }).inputValue()).toBe("Zoë Müller")
    expect(await objectionsOnTheWay(page)).toEqual([])
    await page.getByRole("button", { name: "Save" }).click()
    await said(page, "Text saved")
    const editor = page.getByRole("complementary", { name: "Properties" })
    await editor.getByRole("button", { name: "Close" }).click()
    const inbox = page.getByRole("region", { name: /have text to check/ })
    await inbox.getByText("MUG-10IN: ", { exact: false }).waitFor()
    await inbox.getByText("TOWEL-10IN: ", { exact: false }).waitFor()
    const [towel] = of(await items(), "TOWEL-10IN")
    expect(towel).toMatchObject({ hasNoPlace: false, values: { name: "Zoë Müller", number: "7" } })

    // By hand, the print and the dialog before it is processed show it.
    const [mug] = of(await items(), "MUG-10IN")
    const { _id: printId } = await client.expect<Print>("POST", "/api/orders/print", {
      orderItems: [mug._id],
    })
    await visit(page, `/prints/${printId}`)
    const region = page.getByRole("region", { name: "Items" })
    await region.getByText("Has text, but its artwork has no place for it").first().waitFor()
    await visit(page, `/prints/${printId}?printWarningModal=true`)
    const process = page.getByRole("dialog", { name: "Process this print?" })
    await opened(process)
    await process.getByText("1 item has text, but its artwork has no place for it").waitFor()
    expect(await objectionsOnTheWay(page)).toEqual([])
    await process.getByRole("button", { name: /^Print without text: Enamel mug/ }).click()
    await said(page, "Remembered: Enamel mug is printed without its text")
    await process.getByText("has no place for it", { exact: false }).waitFor({ state: "detached" })
    expect(of(await items(), "MUG-10IN").map(({ hasNoPlace }) => hasNoPlace)).not.toContain(true)

    // The choice is remembered, and asked again on request.
    await visit(page, "/orders?panel=texts")
    await page.getByRole("button", { name: "Show all items" }).click()
    await page
      .getByRole("button", { name: /^Ask again about the text of Enamel mug/ })
      .first()
      .click()
    await inbox.getByText("MUG-10IN: ", { exact: false }).waitFor()
    await inbox.getByRole("button", { name: /^Print without text: Enamel mug/ }).click()
    await inbox.getByText("MUG-10IN: ", { exact: false }).waitFor({ state: "detached" })
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest(
  "orders are filtered by the address, cancelled ones marked and never printed, deleted ones stay away",
  async () => {
    const { client } = await givenSeller("Dela", { shop: "DelaDoes", receipts: 20 })
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    const all = await orders(client)
    const cancelled = all.filter((order) => order.isCancelled)
    expect(cancelled.length).toBeGreaterThan(0)

    await page.goto("/orders?status=Pending&limit=25")
    expect(await page.getByRole("combobox", { name: "Status" }).textContent()).toBe("Pending")
    await expectOrders(
      page,
      all.filter((order) => !order.isCancelled),
    )
    await page.getByRole("combobox", { name: "Status" }).click()
    await page.getByRole("option", { name: "Completed", exact: true }).click()
    await page.getByText(texts.noMatch).waitFor()
    await page.goto("/orders?limit=25&endDate=2020-01-01")
    await page.getByText(texts.noMatch).waitFor()

    await page.goto("/orders?limit=25")
    await page.getByText("Cancelled", { exact: true }).first().waitFor()
    await page.getByRole("link", { name: "CSV of these orders" }).focus()
    await page.getByRole("tooltip", { name: "A line for each item, fewer than 50,000 in a file" }).waitFor()
    const address = all.find(({ buyerInfo }) => buyerInfo.address.length > 60)
    if (address) {
      const cut = page.getByRole("row").filter({ hasText: address.orderNumber }).locator("span[title]").nth(2)
      expect((await cut.textContent())?.length).toBeLessThanOrEqual(53)
      expect((await cut.getAttribute("title"))?.length).toBeGreaterThan(50)
    }
    await tick(page, cancelled[0])
    await page.getByRole("button", { name: "Create Print" }).click()
    await said(page, "Cancelled orders are not printed. Select others.")

    const [one, two] = all.filter((order) => !order.isCancelled)
    await tick(page, one)
    await tick(page, two)
    const remove = page.getByRole("button", { name: "Delete", exact: true })
    await page.route("**/api/orders/bulk-delete", (route) => route.abort(), { times: 1 })
    await remove.click()
    await page.waitForURL(/[?&]bulkDeleteOrders=/)
    const dialog = page.getByRole("dialog", { name: "Delete 3 orders?" })
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, texts.ordersDeleteFailed)
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, "3 orders deleted successfully")
    await dialog.waitFor({ state: "detached" })
    expect(await orders(client)).toHaveLength(all.length - 3)
    await page.getByRole("button", { name: "Undo" }).click()
    await said(page, "Undone")
    expect(await orders(client)).toEqual(all)
    for (const order of [cancelled[0], one, two]) await tick(page, order)
    await visit(page, "/orders?limit=25&bulkDeleteOrders=true")
    await dialog.getByRole("button", { name: "Delete" }).click()
    await said(page, "3 orders deleted successfully")
    await dialog.waitFor({ state: "detached" })
    await client.send("GET", `/api/integrations/${one.integrationId._id}/orders`)
    await synced(client)
    const [kept] = await orders(client)
    expect(await orders(client)).toHaveLength(all.length - 3)

    // What the store changed is a line, which the address keeps open, and is gone once it was seen.
    const moved = { kind: "address", from: "", to: "", seenAtMs: Date.now() }
    const db = await stage.runtime.miniflare.getD1Database("DB")
    await db
      .prepare(`UPDATE "order" SET changes = ? WHERE id = ?`)
      .bind(JSON.stringify([moved]), kept._id)
      .run()
    await page.goto("/orders")
    const changed = page.getByRole("region", { name: "1 order was changed at the store" })
    await changed.getByRole("button", { name: "1 order was changed at the store" }).click()
    await changed.getByText("New address").waitFor()
    await page.reload()
    await changed.getByRole("button", { name: "Seen", exact: true }).click()
    await changed.waitFor({ state: "detached" })
    expect(errors.filter(isUnplanned)).toEqual([])
  },
)

longTest("what ships today is one draft in one step, and what is left out says why", async () => {
  const { client } = await givenSeller("Shira", { shop: "ShipsToday", receipts: 6, designs: [] })
  const zone = "America/New_York"
  const today = dayOf(Date.now(), zone)
  const shipTimes = [addDays(today, -2), today, today, addDays(today, 5)].map((day) => noonOf(day, zone))
  const waiting = (await orders(client)).filter(({ isCancelled }) => !isCancelled)
  const db = await stage.runtime.miniflare.getD1Database("DB")
  for (const [i, { _id }] of waiting.entries())
    await db
      .prepare(`UPDATE "order" SET ship_by = ? WHERE id = ?`)
      .bind(shipTimes[i] ?? null, _id)
      .run()
  const [late, , unmatched] = waiting
  const form = new FormData()
  form.append("files", new File([new Uint8Array(logoSvg())], "any design.svg"))
  await client.expect("POST", "/api/images/bulk-upload", form)
  const [image] = await client.expect<{ _id: string }[]>("GET", "/api/images")
  const [size] = await client.expect<{ _id: string }[]>("GET", "/api/sizes")
  for (const { _id, orderItems } of waiting)
    for (const item of orderItems)
      if (_id !== unmatched._id) {
        const own = { imageId: image._id, sizeId: size._id }
        const { hasNoPlace } = await client.expect<OrderItem>("PUT", `/api/orders/items/${item._id}`, own)
        if (hasNoPlace)
          await client.expect("PUT", `/api/orders/items/${item._id}/without-text`, { isOn: true })
      }

  const { page, context, errors } = await stage.open({ timeZone: zone })
  await context.addCookies(client.browserCookies())
  await page.goto("/orders")
  await page.getByRole("button", { name: "Use New York (America)" }).click()
  await expect.poll(() => client.expect<Profile>("GET", "/api/profile")).toMatchObject({ timeZone: zone })
  await page.getByRole("link", { name: /Integration Orders.*2 ship today, 1 late/ }).waitFor()
  await page.getByRole("combobox", { name: "Ship by" }).click()
  await page.getByRole("option", { name: "Late 1", exact: true }).click()
  await page.waitForURL(/shipBy=overdue/)
  await expectOrders(page, [late])
  await page.getByRole("cell", { name: /^Late, \d.* Ordered / }).waitFor()

  await page.getByRole("button", { name: "Make today’s film" }).click()
  const dialog = page.getByRole("dialog", { name: "Make today’s film" })
  await opened(dialog)
  const ready = waiting.slice(0, 2).flatMap(({ orderItems }) => orderItems)
  const copies = ready.reduce((sum, { quantity }) => sum + quantity, 0)
  const words = `${ready.length} items of 2 orders, ${copies} copies.`
  await dialog.getByText(words, { exact: true }).waitFor()
  expect(await objectionsOnTheWay(page)).toEqual([])
  await dialog.getByText(`${unmatched.orderNumber}: ${unmatched.orderItems[0].title}`).first().waitFor()
  await dialog.getByRole("link", { name: "Choose artwork and sizes" }).click()
  await expectOrders(page, [unmatched])
  await page.goBack()
  await dialog.getByText(words, { exact: true }).waitFor()
  await dialog.getByRole("button", { name: "Create and process…" }).waitFor()
  await dialog.getByText(new RegExp(`^Processing it costs ${copies} credits\\. You have \\d+\\.$`)).waitFor()
  await dialog.getByRole("combobox", { name: "Packing" }).click()
  await page.getByRole("option", { name: "By order" }).click()
  await dialog.getByRole("button", { name: `Create print of ${ready.length} items` }).click()
  await page.waitForURL(/\/prints\/[0-9a-f-]{36}$/)
  await said(page, texts.printCreated)
  const print = await client.expect<Print>("GET", `/api/prints/${page.url().split("/").at(-1)}`)
  expect(print).toMatchObject({ status: "In Draft", copies })
  const printed = print.printItems.map(({ orderItemId }) => orderItemId?._id)
  expect(printed.toSorted()).toEqual(ready.map(({ _id }) => _id).toSorted())

  // The same is one action from the dialog to a running print; here of what was given back.
  await page.goto("/orders")
  await client.expect("DELETE", `/api/prints/${print._id}/force`)
  await page.goto("/orders?todaysBatch=true")
  await dialog.getByText(words, { exact: true }).waitFor()
  await dialog.getByRole("button", { name: "Create and process…" }).click()
  await page.waitForURL(/\/prints\/[0-9a-f-]{36}$/)
  await said(page, texts.processingStarted)
  const runningId = page.url().split("/").at(-1)
  expect(runningId).not.toBe(print._id)
  await expect
    .poll(async () => (await client.expect<Print>("GET", `/api/prints/${runningId}`)).status, {
      timeout: 120_000,
    })
    .toBe("Completed")
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()

  // The rest is printed by itself at the time that the seller sets, or at the next minute after it.
  await page.goto("/integrations")
  await page.getByRole("link", { name: "Autopilot of ShipsToday: not set up" }).click()
  await page.getByRole("button", { name: "Set up autopilot" }).click()
  const setUp = page.getByRole("dialog", { name: "Set up the autopilot of ShipsToday" })
  await opened(setUp)
  await setUp.getByRole("button", { name: "Friday" }).click()
  await setUp.getByRole("spinbutton", { name: "Orders that ship within" }).fill("30")
  const sentence =
    "Every Monday, Tuesday, Wednesday and Thursday at 07:00 (New York): reads the orders, leaves a draft print of what ships within 30 days."
  await setUp.getByText(sentence).waitFor()
  expect(await objectionsOnTheWay(page)).toEqual([])
  await setUp.getByRole("button", { name: "Start autopilot" }).click()
  await said(page, "Autopilot added")
  await page.getByText(sentence).waitFor()
  await page.getByRole("button", { name: "Pause the autopilot of ShipsToday" }).click()
  await page.getByText("Paused", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Resume the autopilot of ShipsToday" }).click()
  await page.getByText(/^Next 07:00/).waitFor()
  await db.prepare("UPDATE autopilot SET next_run_at = ?").bind(Date.now()).run()
  await stage.runtime.runCron("* * * * *")
  const made = page.getByRole("listitem").getByRole("link", { name: /^\d items? of \d orders?, \d+ cop/ })
  await made.waitFor({ timeout: 60_000 })
  await page.getByText(`${unmatched.orderNumber}: ${unmatched.orderItems[0].title}`).first().waitFor()
  expect(await objectionsOnTheWay(page)).toEqual([])
  await made.click()
  await page.waitForURL(/\/prints\/[0-9a-f-]{36}$/)
  await page.getByText("In Draft", { exact: true }).first().waitFor()

  // Another zone, found by its city, makes other days of the same moments.
  await page.goto("/profile")
  await page.getByRole("combobox", { name: "Time zone" }).click()
  await page.getByRole("option", { name: "Tokyo (Asia)" }).click()
  await said(page, "Days begin at midnight in Tokyo (Asia)")
  expect(await client.expect<Profile>("GET", "/api/profile")).toMatchObject({ timeZone: "Asia/Tokyo" })
  expect(errors).toEqual([])
})

longTest("a shop is renamed, belongs to one account, and leaves with its orders", async () => {
  const owner = await givenSeller("Omar", { shop: "TakenShop", receipts: 5 })
  const { client } = await givenSeller("Nina")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto("/integrations?addIntegration=true")
  const form = page.getByRole("dialog", { name: "Add integration" })
  await form.getByRole("textbox", { name: "Name" }).fill("Not mine")
  await form.getByRole("button", { name: "Add key" }).click()
  await form.getByRole("textbox", { name: "Key 1" }).fill("Account")
  await form.getByRole("textbox", { name: "Value 1" }).fill("nina@shop.test")
  await form.getByRole("button", { name: "Add integration" }).click()
  await allow(page, "TakenShop")
  await said(page, texts.shopExists)
  const refusal = page.getByRole("alert").filter({ hasText: "connected to another Sheetsmith account" })
  await refusal.waitFor()
  await refusal.getByRole("button", { name: "Dismiss" }).click()
  await refusal.waitFor({ state: "detached" })
  await page.goto("/integrations?error=auth_failed&cause=shop_limit")
  await said(page, texts.authFailed)
  const limit = page.getByRole("alert").filter({ hasText: texts.etsyShopLimit })
  await limit.getByRole("button", { name: "Dismiss" }).click()
  await limit.waitFor({ state: "detached" })

  await page.getByRole("button", { name: "Edit Not mine" }).click()
  const edit = page.getByRole("dialog", { name: "Edit integration" })
  expect(await edit.getByRole("textbox", { name: "Value 1" }).inputValue()).toBe("nina@shop.test")
  await edit.getByRole("textbox", { name: "Name" }).fill("My own")
  await edit.getByRole("button", { name: "Save" }).click()
  await said(page, "Integration updated")
  await connect(page, "Connect My own", "NinasShop")
  await page.getByText("Connected", { exact: true }).waitFor()
  await synced(client)

  // Etsy withdraws its permission: the next sync says so, and where to go.
  await control({ action: "revoke-tokens" })
  await page.goto("/orders")
  await page.getByRole("button", { name: "Sync orders" }).click()
  await page.getByRole("alert").filter({ hasText: "connect it again" }).waitFor({ timeout: 60_000 })
  expect(await objectionsInBothThemesOnTheWay(page, "sync failed")).toEqual([])
  await page.getByRole("link", { name: "Connect again" }).click()
  await page.getByRole("button", { name: "Connect My own" }).waitFor()
  await page.goto("/integrations")
  await page.getByRole("button", { name: "Delete My own" }).click()
  await page.waitForURL(/deleteIntegration=/)
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await said(page, "Integration deleted")
  await page.getByText("No store is connected").first().waitFor()
  expect(await orders(client)).toEqual([])
  expect((await orders(owner.client)).length).toBeGreaterThan(0)
  expect(errors.filter(isUnplanned)).toEqual([])
})

longTest(
  "tracking numbers are scanned one after the other, and outlive a reload and a lost network",
  async () => {
    const { client } = await stage.givenSeller("Sven")
    const dueBy = { shipDay: dayOf(Date.now(), "UTC"), designs: ["moth"], sizes: ["Adult"] }
    await giveDueOrders(client, { count: 3, ...dueBy })
    const { page, context } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/orders")
    for (const number of ["D-1", "D-2"])
      await page.getByRole("checkbox", { name: `Select order ${number}` }).click()
    await page.getByRole("button", { name: "Mark as shipped" }).click()
    const dialog = page.getByRole("dialog", { name: "Mark 2 orders as shipped?" })
    const submit = dialog.getByRole("button", { name: "Mark as shipped" })
    const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

    const fields = dialog.getByRole("textbox", { name: /^Tracking number of order/ })
    const [first, last] = [fields.first(), fields.last()]
    await first.click()
    await page.keyboard.type("TRACK-1")
    await page.keyboard.press("Enter")
    await page.keyboard.type("TRACK-2")
    await page.reload()
    await first.waitFor()
    expect([await first.inputValue(), await last.inputValue()]).toEqual(["TRACK-1", "TRACK-2"])
    // Escape and a way back keep them, too.
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Mark as shipped" }).click()
    expect([await first.inputValue(), await last.inputValue()]).toEqual(["TRACK-1", "TRACK-2"])
    await last.focus()
    // The last number scanned twice sends nothing.
    await page.keyboard.press("Enter")
    await page.keyboard.type("TRACK-2")
    await page.keyboard.press("Enter")
    expect(await isFocused(last)).toBe(true)
    expect(await last.inputValue()).toBe("TRACK-2")

    // The error of the lost network goes when the same orders are marked after all.
    await context.setOffline(true)
    await submit.click()
    const offline = page.getByText("Your network does not answer: this device is offline.")
    await offline.waitFor()
    await context.setOffline(false)
    await last.fill("TRACK-3")
    await submit.click()
    await said(page, "2 orders marked as shipped.")
    await offline.waitFor({ state: "detached" })
    const numbers = (await orders(client)).map(({ shipment }) => shipment?.trackingNumber ?? null)
    expect(numbers.sort()).toEqual(["TRACK-1", "TRACK-3", null])
    await page.reload()
    await page.getByRole("checkbox", { name: "Select order D-3" }).waitFor()
    expect(await page.getByRole("checkbox", { name: /^Select order/, checked: true }).count()).toBe(0)

    // What is shipped already and marked with another order keeps its number.
    for (const number of ["D-1", "D-3"])
      await page.getByRole("checkbox", { name: `Select order ${number}` }).click()
    await page.getByRole("button", { name: "Mark as shipped" }).click()
    await submit.click()
    const marked = async () => (await orders(client)).map(({ shipment }) => shipment?.trackingNumber ?? null)
    await expect.poll(async () => (await marked()).sort()).toEqual(["", "TRACK-1", "TRACK-3"])
  },
)

longTest("a whole order day needs no more than a keyboard", async () => {
  const { client } = await givenSeller("Kora", { shop: "KoraKeys", receipts: 12, credits: 40 })
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const [order] = (await orders(client)).filter(
    (one) => !one.isCancelled && one.orderItems.length === 1 && one.orderItems.every(isMatched),
  )
  await page.goto("/dashboard")
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("o")
  await page.waitForURL("**/orders")

  // A row of the inbox, which one key opens: its picker is one stop, and closes with the pick.
  await enter(page, page.getByRole("button", { name: /artwork or a size/ }))
  const choose = page.getByRole("button", { name: /^Choose (another )?image for / })
  const row = page.locator("[data-inbox-row]").filter({ has: choose }).first()
  const settled = (await row.getAttribute("data-inbox-row")) ?? ""
  expect((await itemOf(client, settled)).match.imageId).toBeNull()
  await enter(page, row.getByRole("button", { name: /^Choose (another )?image for / }))
  const picker = page.getByRole("dialog", { name: "Choose artwork and size" })
  await tabTo(page, picker.locator("[data-stop][tabindex='0']"))
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await picker.waitFor({ state: "detached" })
  await expect.poll(async () => (await itemOf(client, settled)).match.imageId).not.toBeNull()

  await tabTo(page, page.getByRole("checkbox", { name: `Select order ${order.orderNumber}` }))
  await page.keyboard.press("Space")
  await enter(page, page.getByRole("button", { name: "Create Print" }))
  await page.waitForURL("**/prints/review-print")
  await page.getByText(order.orderNumber).waitFor()
  await enter(page, page.getByRole("button", { name: "Create Print (Process)" }))
  const dialog = page.getByRole("dialog")
  await enter(page, dialog.getByRole("button", { name: "Proceed" }))
  await dialog.getByText("Your sheets are ready").waitFor({ timeout: 120_000 })
  await tabTo(page, dialog.getByRole("button", { name: /^Download/ }))
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")])
  expect(download.suggestedFilename()).toMatch(/sheet-1\.png$/)
  expect(errors.filter(isUnplanned)).toEqual([])
})

longTest("a whole order day is done with a thumb, on a phone in the dark", async () => {
  const { client } = await givenSeller("Pia", { shop: "PiaPrints", receipts: 12, credits: 40 })
  const { page, context, errors } = await stage.open({ phone: true, dark: true })
  await context.addCookies(client.browserCookies())
  await page.goto("/integrations")
  await page.getByText("Connected", { exact: true }).waitFor()
  await expectFine(page)
  await thumb(page.getByRole("link", { name: "PiaPrints", exact: true }))
  await page.getByRole("heading", { name: "Orders by state" }).waitFor()
  await expectFine(page)

  await thumb(page.getByRole("button", { name: "Menu" }))
  await thumb(page.getByRole("dialog").getByRole("link", { name: /^Integration Orders/ }))
  await page.waitForURL("**/orders")
  const [order, other] = (await orders(client)).filter(
    (one) => !one.isCancelled && one.orderItems.length === 1 && one.orderItems.every(isMatched),
  )
  await thumb(page.getByRole("button", { name: `Items of order ${order.orderNumber}` }))
  await expectFine(page)
  await thumb(page.getByRole("list", { name: `Items of order ${order.orderNumber}` }).getByRole("checkbox"))
  const bar = page.getByRole("region", { name: "Selection" })
  await bar.getByText("1 selected").waitFor()
  await thumb(bar.getByRole("button", { name: "Clear selection" }))
  // All ticks stand at one edge, so that a thumb goes straight down.
  const ticks = page.getByRole("checkbox", { name: /^Select (order|all)/ })
  const edges = await ticks.evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().left))
  expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(2)
  for (const { orderNumber } of [order, other])
    await thumb(page.getByRole("checkbox", { name: `Select order ${orderNumber}` }))
  await bar.getByText("2 selected").waitFor()
  await expectFine(page)

  await thumb(bar.getByRole("button", { name: "Create Print" }))
  await page.waitForURL("**/prints/review-print")
  await page.getByText(order.orderNumber).waitFor()
  await expectFine(page)
  await thumb(page.getByRole("button", { name: "Create Print (Process)" }))
  const dialog = page.getByRole("dialog")
  await thumb(dialog.getByRole("button", { name: "Proceed" }))
  await dialog.getByText("Your sheets are ready").waitFor({ timeout: 120_000 })
  // Sheets this small are there before the messages about them have gone, which lie over a phone's dialog.
  for (const words of [texts.processingStarted, "Click to view the print."])
    await page.getByText(words).waitFor({ state: "hidden" })
  await expectFine(page)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    thumb(
      dialog
        .getByRole("button", { name: /^Download/ })
        .or(dialog.getByRole("link", { name: /^Download/ }))
        .first(),
    ),
  ])
  expect(download.suggestedFilename()).toMatch(/sheet-1\.png$/)
  expect(errors.filter(isUnplanned)).toEqual([])
})

type Wish = {
  credits?: number
  shop?: string
  receipts?: number
  designs?: readonly string[]
  sizes?: Readonly<Record<string, number>>
}

/** A seller whose artwork and sizes match most listings, with a connected shop if one is named. */
async function givenSeller(name: string, request: Wish = {}) {
  const { credits, shop, receipts, designs = artwork, sizes = usualSizes } = request
  const seller = await stage.givenSeller(name, { credits })
  const { client } = seller
  for (const [label, value] of Object.entries(sizes))
    await client.expect("POST", "/api/sizes", { name: label, value })
  for (let start = 0; start < designs.length; start += MAX_UPLOAD_FILES) {
    const form = new FormData()
    for (const file of designs.slice(start, start + MAX_UPLOAD_FILES))
      form.append("files", new File([new Uint8Array(logoSvg())], `${file}.svg`))
    await client.expect("POST", "/api/images/bulk-upload", form)
  }
  const waiting = async () =>
    (await client.expect<{ status: string }[]>("GET", "/api/images")).filter(
      ({ status }) => status !== "Ready",
    )
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
  if (shop !== undefined) {
    if (receipts !== undefined) await control({ action: "receipts", shop, count: receipts })
    await connectShop(client, shop)
    await synced(client)
  }
  return seller
}

/** Artwork with a name and a number, for orders with the SKU JERSEY. */
async function givenJersey(client: Client): Promise<void> {
  const text = (field: string, y: number) =>
    `<text x="160" y="${y}" font-family="Anton" font-size="70" text-anchor="middle">{{${field}}}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">${text("name", 90)}${text("number", 180)}</svg>`
  const form = new FormData()
  form.append("files", new File([svg], "jersey.svg"))
  const [{ _id }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  const read = () => client.expect<Image>("GET", `/api/images/${_id}`)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("Ready")
  const [name, number] = (await read()).fields
  const numbered = { ...number, kind: "number", sample: "7", maxLength: 3 }
  await client.expect("PUT", `/api/images/${_id}`, { fields: [name, numbered] })
}

function copiesWords(copies: number): string {
  return copies === 1 ? "1 copy is" : `${copies} copies are`
}

async function connect(page: Page, button: string, shop: string): Promise<void> {
  await page.getByRole("button", { name: button }).click()
  await allow(page, shop)
}

async function allow(page: Page, shop: string): Promise<void> {
  await page.waitForURL(/\/etsy\/oauth\/connect/)
  await page.getByRole("textbox", { name: "Shop" }).fill(shop)
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(/\/integrations(\?|$)/)
}

/** The seller's one shop, once no sync is running. */
async function synced(client: Client): Promise<Integration> {
  const read = async () => (await client.expect<Integration[]>("GET", "/api/integrations"))[0]
  await expect
    .poll(async () => [(await read()).syncState, (await read()).lastSync !== null], { timeout: 90_000 })
    .toEqual(["idle", true])
  return read()
}

/** Returns the orders as the page lists them: late first. */
function orders(client: Client): Promise<Order[]> {
  return client.expect("GET", "/api/orders?limit=200&sortBy=step&sort=asc")
}

async function itemOf(client: Client, id: string): Promise<Order["orderItems"][number]> {
  const item = (await orders(client)).flatMap(({ orderItems }) => orderItems).find(({ _id }) => _id === id)
  if (item === undefined) throw new Error(`no order has the item ${id}`)
  return item
}

function isMatched({ match }: Order["orderItems"][number]): boolean {
  return match.imageId !== null && match.sizeId !== null
}

function imageOf(items: readonly Order["orderItems"][number][], sku: string): string | undefined {
  return items.find((item) => item.sku === sku)?.match.imageId?.name
}

async function sizesOf(client: Client): Promise<string[]> {
  const result = await client.expect<{ name: string }[]>("GET", "/api/sizes")
  return result.map(({ name }) => name).sort()
}

async function control(order: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${stage.standIns.origin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor: "etsy", ...order }),
  })
  expect(reply.status, await reply.text()).toBe(200)
}

function tick(page: Page, order: Order): Promise<void> {
  return page.getByRole("checkbox", { name: `Select order ${order.orderNumber}` }).click()
}

async function expectOrders(page: Page, wanted: readonly Order[]): Promise<void> {
  const shown = () =>
    page
      .getByRole("button", { name: /^Items of order/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")))
  await expect.poll(shown).toEqual(wanted.map((order) => `Items of order ${order.orderNumber}`))
}

async function expectItemStates(list: Locator, wanted: readonly string[]): Promise<void> {
  for (const [index, status] of wanted.entries())
    await list.getByRole("listitem").nth(index).getByText(status, { exact: true }).waitFor()
}

/**
 * Every copy with its order, on the page, as a file and as a page for paper; ticked off by hand on
 * one device and by a scanner on another, and each sees the other's.
 */
async function expectManifest(page: Page, print: Print, order: Order): Promise<void> {
  const copies = 1 + order.orderItems[1].quantity
  await page.goto(`/prints/${print._id}`)
  await page.getByRole("link", { name: "Manifest" }).click()
  await page.getByText(`${copies} copies on 1 sheet`, { exact: false }).waitFor()
  const group = page.getByRole("region", { name: `Order ${order.orderNumber}` })
  await expect.poll(() => group.getByRole("listitem").count()).toBe(copies)
  await group.getByText(`Sheet 1, ${copies}`, { exact: false }).waitFor()

  const phone = await page.context().newPage()
  await phone.goto(`/c/${printCode(print._id).toUpperCase()}-2-1`)
  const result = phone.getByRole("checkbox", { name: /^2-1,/ })
  await result.waitFor()
  await phone.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("2-1,"))
  await phone.keyboard.press("Space")
  await page.getByRole("checkbox", { name: /^2-1,/, checked: true }).waitFor()
  // However far down the copy is, it comes into sight, and the words about it stay there.
  const whole = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ ...whole, height: 360 })
  await page.keyboard.type("1-1")
  await page.keyboard.press("Enter")
  for (const shown of [page.getByText(/^1-1 is done, /), page.getByRole("checkbox", { name: /^1-1,/ })])
    await expect.poll(() => shown.evaluate(isInSight)).toBe(true)
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByText("1-1 is open again", { exact: true }).waitFor()
  await page.getByRole("checkbox", { name: /^1-1,/, checked: false }).waitFor()
  await page.setViewportSize(whole)
  await page.keyboard.type("1-1")
  await page.keyboard.press("Enter")
  await page.getByText(/^1-1 is done, /).waitFor()
  await phone.getByRole("checkbox", { name: /^1-1,/, checked: true }).waitFor()
  await phone.getByRole("button", { name: /^Open/ }).click()
  await phone.getByRole("checkbox", { name: /^1-1,/ }).waitFor({ state: "detached" })
  await phone.close()
  await page.reload()
  await page.getByText(`2 of ${copies} done`, { exact: true }).first().waitFor()

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/manifest\.csv$/)
  expect((await readFile(await file.path(), "utf8")).split(order.orderNumber)).toHaveLength(copies + 1)
  const [paper] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Printable page" }).click(),
  ])
  await paper.getByText(order.orderNumber).first().waitFor()
  await paper.close()
  await expectRemake(page, order)
}

/** Runs in the page: returns whether the middle of an element can be seen. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(x + Math.min(width, 20) / 2, y + height / 2)
  return seen !== null && (element.contains(seen) || seen.contains(element))
}

/** A piece that was spoilt is picked on the film, by mouse or keys, and is a draft with its order. */
async function expectRemake(page: Page, order: Order): Promise<void> {
  await page.getByRole("button", { name: "Remake" }).click()
  const dialog = page.getByRole("dialog", { name: "Which pieces do you need again?" })
  await dialog.getByRole("option", { name: /^2-1,/ }).click()
  await dialog.getByRole("option", { name: /^2-1,/, selected: true }).waitFor()
  await page.keyboard.press("Space")
  await dialog.getByRole("option", { name: /^2-1,/, selected: false }).waitFor()
  await page.keyboard.press("Enter")
  await expectFine(page)
  await dialog.getByRole("button", { name: "In the list" }).click()
  await dialog.getByRole("searchbox", { name: "Code, order, buyer or item" }).fill("2-1")
  await dialog.getByRole("checkbox", { name: /^2-1,/, checked: true }).waitFor()
  await dialog.getByRole("button", { name: "Ink fault" }).click()
  await dialog.getByRole("button", { name: "Make 1 piece again" }).click()
  await page.getByText("A remake (ink fault) of").waitFor()
  await page.getByRole("link", { name: "Manifest" }).click()
  // Its film may be laid out meanwhile, by the page that was left.
  await page.getByText(/^1 copy(, not laid out yet| on 1 sheet)/).waitFor()
  await page.getByRole("region", { name: `Order ${order.orderNumber}` }).waitFor()
}

function checkedOf(ticks: Locator): Promise<(string | null)[]> {
  return ticks.evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-checked")))
}

/** The browser's own words for calls that were refused or cut on purpose. */
function isUnplanned(error: string): boolean {
  return !/the server responded with a status of (404|409)|net::ERR_FAILED/.test(error)
}

async function expectFine(page: Page): Promise<void> {
  expect(await objectionsOnTheWay(page), page.url()).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}
