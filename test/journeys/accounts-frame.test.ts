import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { hold, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import type { Client } from "../../local/client.ts"

const stage = useStage()

test("a visitor, a broken profile and an ended session all lead to the landing page", async () => {
  const visitor = await stage.open()
  for (const path of ["/dashboard", "/prints", "/profile", "/users/x"]) {
    await visitor.page.goto(path)
    await visitor.page.waitForURL((url) => url.pathname === "/")
  }
  await visitor.context.close()

  const { page, client } = await openSeller("Petra")
  let profileCalls = 0
  await page.route("**/api/profile", async (route) => {
    profileCalls += 1
    await route.continue()
  })
  await page.goto("/dashboard")
  await page.getByText(texts.discountBanner).waitFor()
  await page.getByText(/^(28|29|30|31) days left$/).waitFor()
  for (const name of ["Prints", "Sizes", "Dashboard"]) {
    await menuLink(page, name).click()
    await page.waitForURL(`**/${name.toLowerCase()}`)
  }
  expect(profileCalls, "the profile is fetched once").toBe(1)
  await focusWindow(page)
  await expect.poll(() => profileCalls).toBe(2)

  await client.expect("POST", "/api/logout")
  await focusWindow(page)
  await page.waitForURL((url) => url.pathname === "/")
  await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor()

  const broken = await openSeller("Bruno")
  let failures = 0
  await broken.page.route("**/api/profile", async (route) => {
    failures += 1
    await route.fulfill({ status: 500, json: { code: "internal-error", message: "down" } })
  })
  await broken.page.goto("/orders")
  await broken.page.waitForURL((url) => url.pathname === "/")
  await broken.page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor()
  expect(failures, "a failing profile is not asked for again").toBe(1)
})

longTest(
  "a spinner turns from the first paint for a second, longer where no page is there, and never within the app",
  async () => {
    const { page } = await stage.open()
    for (const path of ["/", "/auth/signin"]) {
      const scripts = await hold(page, "**/assets/*.js")
      await page.goto(path, { waitUntil: "commit" })
      const spinner = page.getByRole("status").getByText("Loading")
      await spinner.waitFor()
      expect(await page.locator("#root").innerHTML()).toBe("")
      await scripts.release()
      await page.getByRole("heading", { level: 1 }).waitFor()
      await spinner.waitFor({ state: "hidden" })
      expect(await page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(1000)
    }

    // A page that is there at once comes up beneath it, by the page's own clock.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto("/auth/signin")
    const start = page.locator("#start")
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await start.isVisible()).toBe(true)
    // Its clock begins with what passed between the two calls above.
    const shownMs = await page.evaluate(() => performance.now())
    await page.clock.runFor(Math.floor(990 - shownMs))
    expect(await start.isVisible()).toBe(true)
    await page.clock.runFor(20)
    await start.waitFor({ state: "detached" })
    // Within the app none comes, however late the next page's script is.
    await page.clock.resume()
    const script = await hold(page, "**/assets/*.js")
    await page.getByRole("link", { name: "Register Now" }).click()
    await page.waitForURL("**/auth/signup")
    expect(await page.getByText("Loading").count()).toBe(0)
    await script.release()
    await page.getByRole("button", { name: "Sign up" }).waitFor()
    expect(await start.count()).toBe(0)
  },
)

test("the start's spinner ends with its timer, also where that comes a hair before the clock's second", async () => {
  const { page } = await stage.open()
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => Math.min(now(), 999.9)
  })
  await page.goto("/")
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.locator("#start").waitFor({ state: "detached" })
})

longTest("where nothing is yet, the parts and words of the specification still are", async () => {
  const { page, errors } = await openSeller("Nova")
  await page.goto("/prints/review-print")
  for (const name of ["Create Print (Draft)", "Create Print (Process)"])
    expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true)
  await page.goto("/orders")
  await page.getByText(texts.noData, { exact: true }).waitFor()
  await page.goto("/prints/manual-create?addPrint=true")
  const grid = page.getByRole("link", { name: "Upload images" }).locator("..")
  const columns = () =>
    grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(" ").length)
  for (const [width, count] of [
    [1920, 10],
    [1280, 5],
    [390, 5],
  ]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(columns, { message: `${width} px` }).toBe(count)
  }
  // The server judges a telephone number, the form does not.
  await page.goto("/profile")
  const phone = page.getByLabel("Phone")
  await phone.fill("no number")
  const wrong = page.getByText(texts.phoneInvalid)
  expect(await wrong.count()).toBe(0)
  expect(errors).toEqual([])
  await page.getByRole("button", { name: "Update", exact: true }).click()
  await wrong.first().waitFor()
})

longTest(
  "the frame names its pages, remembers its sidebar, starts each path at the top and no later than it can",
  async () => {
    const { page, errors, person, userId } = await openSeller("Freya")
    const profile = await hold(page, "**/api/profile")
    await page.clock.install()
    const asked = page.waitForRequest("**/api/profile")
    await page.goto("/dashboard")
    await page.getByRole("status").getByText("Loading").waitFor()
    await asked
    // The loader ends with the answer, within half a second of the page's own clock.
    await page.clock.pauseAt(Date.now() + 60_000)
    const answer = page.waitForResponse("**/api/profile")
    await profile.release()
    await (await answer).finished()
    let grantedMs = 0
    const isUp = async () => {
      if (grantedMs < 500) await page.clock.runFor(5)
      grantedMs += 5
      return page.getByText(texts.discountBanner).isVisible()
    }
    await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
    await page.clock.resume()

    const header = page.getByRole("banner")
    await header.getByRole("link", { name: new RegExp(`^Credit:\\s*${TRIAL_CREDITS}$`) }).waitFor()
    const crumbs = page.getByRole("navigation", { name: "Breadcrumb" })
    for (const [entry, path, crumb] of [
      ["Integration Orders", "/orders", "Integration Orders"],
      ["Prints", "/prints", "Prints"],
      ["Sizes", "/sizes", "Sizes"],
      ["Images", "/images", "Images"],
      ["Integrations", "/integrations", "Integrations"],
      ["Reports", "/reports", "Reports"],
      ["Dashboard", "/dashboard", "Dashboard"],
    ]) {
      await menuLink(page, entry).click()
      await page.waitForURL(`**${path}`)
      await expect.poll(() => page.title()).toBe(`Sheetsmith | ${entry}`)
      expect(await crumbs.getByRole("listitem").allInnerTexts()).toEqual(["Home", crumb])
    }
    expect(await mainMenu(page).getByRole("link").allInnerTexts()).toEqual([
      "Dashboard",
      "Integration Orders",
      "Prints",
      "Sizes",
      "Images",
      "Print shop",
      "Integrations",
      "Reports",
    ])
    await page.goto("/users")
    await page.getByText(texts.notAuthorized).waitFor()
    await page.goto("/prints/manual-create?addPrint=true")
    await expect
      .poll(() => crumbs.getByRole("listitem").allInnerTexts())
      .toEqual(["Home", "Prints", "New print"])
    await crumbs.getByRole("link", { name: "Prints" }).click()
    await page.waitForURL("**/prints")

    await page.setViewportSize({ width: 1440, height: 420 })
    await menuLink(page, "Dashboard").click()
    await page.getByText(texts.discountBanner).waitFor()
    // A page that is just there may still be brought to its top.
    const scrolledTo = (top: number) =>
      page.evaluate((y) => {
        window.scrollTo({ top: y, behavior: "instant" })
        return window.scrollY
      }, top)
    await expect.poll(() => scrolledTo(200)).toBe(200)
    await menuLink(page, "Sizes").click()
    await page.waitForURL("**/sizes")
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole("button", { name: "Collapse sidebar" }).click()
    await page.reload()
    await page.getByRole("button", { name: "Expand sidebar" }).waitFor()
    expect(await mainMenu(page).textContent()).toBe("")
    await menuLink(page, "Images").hover()
    await page.getByRole("tooltip", { name: "Images" }).waitFor()
    await page.getByRole("button", { name: "Expand sidebar" }).click()
    await page.getByRole("complementary").getByRole("link", { name: "Sheetsmith dashboard" }).click()
    await page.waitForURL("**/dashboard")

    for (const [error, words] of [
      ["auth_failed", texts.authFailed],
      ["shop_already_exists", texts.shopExists],
      ["teapot", texts.errorLater],
    ]) {
      await page.goto(`/integrations?error=${error}&page=1`)
      await said(page, words, { exact: true })
      const messages = error === "shop_already_exists" ? "&refused=shop" : ""
      await expect.poll(() => new URL(page.url()).search).toBe(`?page=1${messages}`)
    }

    const account = page.getByRole("button", { name: `Account of ${person.firstName} ${person.lastName}` })
    await account.click()
    await page.getByRole("menuitem", { name: "My Profile" }).click()
    await page.waitForURL("**/profile")
    await sql("UPDATE user SET last_name = '' WHERE id = ?", userId)
    await focusWindow(page)
    await page.getByRole("button", { name: `Account of ${person.email}` }).waitFor()
    await sql("UPDATE user SET role = 'admin' WHERE id = ?", userId)
    await focusWindow(page)
    for (const [entry, path] of [
      ["Users", "/users"],
      ["Completed Payments", "/completed-payments"],
      ["Operations", "/operations"],
    ]) {
      await menuLink(page, entry).click()
      await page.waitForURL(`**${path}`)
      await expect.poll(() => page.title()).toBe(`Sheetsmith | ${entry}`)
    }
    expect(errors).toEqual([])
  },
)

longTest(
  "on a phone the sidebar opens over the page and closes on Escape, on a click outside and on a link",
  async () => {
    const { page, errors } = await openSeller("Phil", { phone: true })
    await page.goto("/dashboard")
    const open = page.getByRole("button", { name: "Menu" })
    const menu = page.getByRole("dialog", { name: "Menu" })
    await open.tap()
    await menu.waitFor()
    await page.keyboard.press("Escape")
    await menu.waitFor({ state: "hidden" })
    await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true)
    await open.tap()
    await menu.waitFor()
    await page.touchscreen.tap(380, 500)
    await menu.waitFor({ state: "hidden" })
    await open.tap()
    await menu.getByRole("link", { name: "Sizes" }).tap()
    await page.waitForURL("**/sizes")
    await menu.waitFor({ state: "hidden" })
    expect(errors).toEqual([])
  },
)

longTest(
  "the dashboard counts right, leads where its cards say and drops its checklist when all is done",
  async () => {
    const { page, client, userId, errors } = await openSeller("Dora")
    await page.goto("/dashboard")
    // A new account sees the way to its first film, and nothing else.
    await page.getByRole("heading", { name: "Drop your artwork" }).waitFor()
    expect(await page.getByRole("region", { name: "Figures" }).count()).toBe(0)

    const form = new FormData()
    form.append("files", new File([new Uint8Array(logoSvg())], "logo.svg"))
    const [{ _id: imageId }] = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
    const { _id: sizeId } = await client.expect<{ _id: string }>("POST", "/api/sizes", {
      name: "Chest",
      value: 10,
    })
    for (let i = 0; i < 3; i++)
      await client.expect("POST", "/api/prints", { printItems: [{ imageId, sizeId, quantity: 2 }] })
    await page.reload()
    await page.getByText("3 of 4 done").waitFor()
    await givenOrders(userId)
    await sql("UPDATE image SET used_in_print = 2 WHERE user_id = ?", userId)
    await sql(
      "UPDATE print SET status = 'Cancelled' WHERE user_id = ? AND id = (SELECT MAX(id) FROM print)",
      userId,
    )
    await spend(userId, 7)
    await page.reload()

    const cards = [
      ["Pending Prints", 2, "/prints?status=In+Draft", "Number of prints that are not processed"],
      ["Total Prints", 3, "/prints", "Number of prints"],
      ["Printed Images", 1, "/images", "Number of images that have been printed"],
      ["Used Credits", 7, "/profile", "Number of credits that have been used"],
      ["Pending Orders", 3, "/orders?status=Pending", "Number of orders that are not processed"],
      ["Total Orders", 6, "/prints", "Number of orders"],
      ["Printed Orders", 2, "/orders?status=Completed", "Number of orders that have been printed"],
      ["Integrations", 1, "/integrations", "Number of integrations that have been added"],
    ] as const
    const figures = page.getByRole("region", { name: "Figures" })
    const figure = (label: string, count: number) =>
      figures.getByRole("link", { name: new RegExp(`^${label}\\s*: ${count}$`) })
    await figure("Pending Prints", 2).waitFor()
    const links = figures.getByRole("link")
    expect(await Promise.all((await links.all()).map((link) => link.getAttribute("href")))).toEqual(
      cards.map(([, , href]) => href),
    )
    for (const [label, count, , tip] of cards) {
      await figure(label, count).waitFor()
      await figures.getByRole("button", { name: `About ${label}` }).focus()
      await page.getByRole("tooltip", { name: tip, exact: true }).waitFor()
    }
    expect(await page.getByRole("heading", { name: "Finish setting up" }).count()).toBe(0)
    const latest = page.getByRole("region", { name: "Latest prints" })
    await expect.poll(() => latest.getByRole("link", { name: /copies/ }).count()).toBe(3)
    expect(await latest.getByText("In Draft").count()).toBe(2)
    expect(await latest.getByText("Cancelled").count()).toBe(1)
    await figures.getByText("Pending Prints").click()
    await page.waitForURL("**/prints?status=In+Draft")
    await expect.poll(() => page.getByRole("row").count()).toBe(1 + 2)
    expect(errors).toEqual([])
  },
)

longTest("a payment's result is told in its three forms", async () => {
  const { page } = await openSeller("Paula")
  const dialog = page.getByRole("dialog")
  await page.goto("/dashboard?PaymentResult=Completed")
  await dialog.getByRole("heading", { name: "Payment Successful" }).waitFor()
  await dialog
    .getByText("The payment process was successful. Credits will be added to your account. Thank you!")
    .waitFor()
  await dialog.getByRole("link", { name: "Go to payment history" }).click()
  await page.waitForURL("**/profile#payments")
  for (const [result, title, words] of [
    ["Pending", "Payment Pending", "The payment process is pending."],
    ["Cancelled", "Payment Cancelled", "The payment process was not successful. Please try again."],
    ["anything", "Payment Cancelled", "The payment process was not successful. Please try again."],
  ]) {
    await page.goto(`/dashboard?PaymentResult=${result}`)
    await dialog.getByRole("heading", { name: title }).waitFor()
    await dialog.getByText(words).waitFor()
    await dialog.getByText("Close", { exact: true }).click()
    await page.waitForURL((url) => url.pathname === "/dashboard" && url.search === "")
    await dialog.waitFor({ state: "hidden" })
  }
})

longTest("the profile is judged as it is typed, saved, and given a new password by code", async () => {
  const { page, person, userId } = await openSeller("Rosa")
  await page.goto("/profile")
  await page.getByRole("heading", { level: 1, name: "Rosa Seller" }).waitFor()
  await page.getByText(person.username, { exact: true }).waitFor()
  // A proof is the one e-mail that buyers get from here.
  await page.getByText(/^From us, the links to what you ask them to approve/).waitFor()
  await spend(userId, 4)
  await focusWindow(page)
  await page
    .getByRole("definition")
    .getByText(String(TRIAL_CREDITS - 4), { exact: true })
    .waitFor()
  await page.getByRole("definition").getByText("4", { exact: true }).waitFor()

  const field = (label: string) => page.getByRole("textbox", { name: label })
  const update = page.getByRole("button", { name: "Update", exact: true })
  for (const [label, bad, words] of [
    ["First Name", "Ro", "First name must be at least 3 characters"],
    ["Last Name", "", "Last name is required"],
    ["Email", "rosa@", texts.emailInvalid],
    ["Company", "Co", "Company must be at least 3 characters"],
  ]) {
    const before = await field(label).inputValue()
    await field(label).fill(bad)
    await page.getByText(words, { exact: true }).waitFor()
    await field(label).fill(before)
    await page.getByText(words, { exact: true }).waitFor({ state: "hidden" })
  }
  await field("Phone").fill("not a phone")
  await update.click()
  await page.getByText(texts.phoneInvalid, { exact: true }).waitFor()
  await field("Phone").fill("")
  await field("First Name").fill("Rosalind")
  await update.click()
  await said(page, texts.profileUpdated, { exact: true })
  await page.getByRole("button", { name: "Account of Rosalind Seller" }).waitFor()
  await stage.givenSeller("Taken")
  await field("Email").fill("taken@shop.test")
  await update.click()
  await page.getByText("This email is already registered").first().waitFor()
  await field("Email").fill(person.email)

  const history = page.getByRole("region", { name: "Payment history" })
  await history.getByText(texts.noPayments, { exact: true }).waitFor()
  await history.getByRole("button", { name: "Buy Credits" }).click()
  await page.waitForURL("**/profile?buyCredit=100*")
  await page.goto("/profile")

  await page.getByRole("button", { name: "Send code", exact: true }).click()
  await page.getByText(texts.resetSent, { exact: true }).waitFor()
  await expect.poll(async () => (await stage.mailTo(person.email)).subject).toMatch(/password code/)
  const code = (await stage.mailTo(person.email)).text.match(/^ {4}(\S+)$/m)?.[1] ?? "no code in the mail"
  await field("Code").fill(code)
  await field("New Password").fill("another-password")
  await field("Confirm Password").fill("another-password")
  await page.getByRole("button", { name: "Update password" }).click()
  await page.waitForURL("**/auth/signin")
  await said(page, texts.resetDone, { exact: true })
})

longTest(
  "notifications are counted, cut to 50 characters, lead to their thing and can be deleted",
  async () => {
    const { page, client, userId } = await openSeller("Nina")
    const name = "A size whose name is far too long for one line of the list"
    const { _id } = await client.expect<{ _id: string }>("POST", "/api/sizes", { name, value: 3 })
    const print = await client.expect<{ _id: string }>("POST", "/api/prints", {
      printItems: [{ sizeId: _id, quantity: 1 }],
    })
    await page.goto("/dashboard")
    await page.getByRole("button", { name: "Notifications, 1" }).click()
    const panel = page.getByRole("dialog", { name: "Notifications" })
    await panel.getByText(`Size "${name}" was created`.slice(0, 50).trimEnd(), { exact: false }).waitFor()
    const message = await panel.getByRole("listitem").locator("span span").first().textContent()
    expect(message).toMatch(/^.{40,50}\.\.\.$/)
    await panel.getByRole("button", { name: /^Delete notification/ }).click()
    await panel.getByText(texts.noNotifications, { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "hidden" })

    const now = Date.now()
    for (const [index, [type, attachmentId]] of [
      ["print", print._id],
      ["image", _id],
      ["payment", null],
      ["profile", null],
      ["size", _id],
    ].entries())
      await sql(
        "INSERT INTO notification (id, user_id, type, message, attachment_id, created_at) VALUES (?, ?, ?, ?, ?, ?)",
        `0197f3c0-0000-7000-8000-00000000000${index}`,
        userId,
        type,
        `News of a ${type}`,
        attachmentId,
        now,
      )
    for (const [type, address] of [
      ["print", `/prints/${print._id}`],
      ["image", `/images?editImage=${_id}`],
      ["payment", "/profile#payments"],
      ["profile", "/profile"],
    ]) {
      await page.goto("/dashboard")
      await page.getByRole("button", { name: "Notifications, 5" }).click()
      await panel.getByRole("button", { name: new RegExp(`^News of a ${type}`) }).click()
      await page.waitForURL(`**${address}`)
      await panel.waitFor({ state: "hidden" })
    }
    await page.getByRole("button", { name: "Notifications, 5" }).click()
    await panel.getByText("News of a size").waitFor()
    expect(await panel.getByRole("button", { name: /^News of a size/ }).count()).toBe(0)
  },
)

async function openSeller(name: string, options: { phone?: boolean } = {}) {
  const seller = await stage.givenSeller(name)
  const opened = await stage.open(options)
  await opened.context.addCookies(seller.client.browserCookies())
  return { ...seller, ...opened } as typeof seller & typeof opened & { client: Client }
}

function mainMenu(page: Page): Locator {
  return page.getByRole("navigation", { name: "Main" })
}

function menuLink(page: Page, name: string): Locator {
  return mainMenu(page).getByRole("link", { name, exact: true })
}

/** Sends the events of a browser whose window is looked at again. */
async function focusWindow(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
}

async function sql(statement: string, ...values: (string | number | null)[]): Promise<void> {
  const db = await stage.runtime.miniflare.getD1Database("DB")
  await db
    .prepare(statement)
    .bind(...values)
    .run()
}

/** A shop with three pending orders, one in draft and two completed. */
async function givenOrders(userId: string): Promise<void> {
  const shop = "0197f3c0-0000-7000-8000-0000000000aa"
  await sql(
    "INSERT INTO integration (id, user_id, name, type, shop_id, created_at, updated_at) VALUES (?, ?, 'Film & Co', 'Etsy', '1', 1, 1)",
    shop,
    userId,
  )
  const statuses = ["Pending", "Pending", "Pending", "In Draft", "Completed", "Completed"]
  for (const [index, status] of statuses.entries())
    await sql(
      `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone,
        buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'Ann', 'ann@buyer.test', '', '', 'US', 1000, 'USD', ?, 1, 1, 1)`,
      `0197f3c0-0000-7000-8000-0000000000b${index}`,
      userId,
      shop,
      String(index),
      status,
    )
}

/** Holds and captures credits, as a print does. */
async function spend(userId: string, credits: number): Promise<void> {
  const namespace = await stage.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hub = namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  const id = "hold:0197f3c0-0000-7000-8000-0000000000cc"
  expect(await hub.hold({ userId, id, credits, note: "Test print" })).toMatchObject({ kind: "done" })
  expect(await hub.capture({ userId, id })).toMatchObject({ kind: "done" })
}
