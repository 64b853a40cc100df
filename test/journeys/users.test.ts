import type { Page } from "playwright-core"
import { expect } from "vitest"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { hold, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { Client } from "../../local/client.ts"
import { signIn } from "../../local/people.ts"

const stage = useStage()

longTest(
  "an admin's whole day: add, edit, credit, switch off and on, delete, all of it in the trail",
  async () => {
    const admin = await openAs(await stage.givenAdmin("Astrid"))
    const { page, errors } = admin
    await page.goto("/dashboard")
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click()
    await page.waitForURL("**/users")

    await page.getByRole("button", { name: "Add user" }).click()
    await page.waitForURL("**/users?addUser=true")
    const add = page.getByRole("dialog", { name: "Add user" })
    await add.getByRole("button", { name: "Add user" }).click()
    for (const words of [
      "First name is required",
      "Last name is required",
      texts.emailRequired,
      texts.passwordRequired,
    ])
      await add.getByText(words, { exact: true }).waitFor()
    const newcomer = { email: "walter@shop.test", password: "first-password" }
    await add.getByRole("textbox", { name: "First Name" }).fill("Walter")
    await add.getByRole("textbox", { name: "Last Name" }).fill("Newcomer")
    await add.getByRole("textbox", { name: "Email" }).fill(admin.person.email)
    await add.getByLabel("Password", { exact: true }).fill(newcomer.password)
    await add.getByRole("button", { name: "Add user" }).click()
    await add.getByText("This email is already registered").first().waitFor()
    await add.getByRole("textbox", { name: "Email" }).fill(newcomer.email)
    await add.getByRole("button", { name: "Add user" }).click()
    await said(page, "User created", { exact: true })
    await add.waitFor({ state: "hidden" })

    const walter = await stage.open()
    const client = new Client(stage.runtime.origin)
    await signIn(client, newcomer)
    await walter.context.addCookies(client.browserCookies())
    await walter.page.goto("/dashboard")
    await walter.page.locator("[data-live=socket]").waitFor({ state: "attached" })
    const row = (name: string) => page.getByRole("row", { name })
    await row("Walter Newcomer").getByText("user", { exact: true }).waitFor()

    await page.getByRole("button", { name: "Edit Walter Newcomer", exact: true }).click()
    await page.waitForURL(/editUser=/)
    const edit = page.getByRole("dialog", { name: "Edit user" })
    await edit.getByRole("textbox", { name: "Last Name" }).fill("Newman")
    await edit.getByRole("button", { name: "Save" }).click()
    await row("Walter Newman").waitFor()

    await page.getByRole("button", { name: "Edit credit of Walter Newman" }).click()
    await page.waitForURL(/editCredit=/)
    const credit = page.getByRole("dialog", { name: "Edit credit" })
    await credit.getByRole("textbox", { name: "Available credits" }).fill("-3")
    await credit.getByRole("button", { name: "Save" }).click()
    await credit.getByText("Credits must be a positive whole number", { exact: true }).waitFor()
    await credit.getByRole("textbox", { name: "Available credits" }).fill("75")
    await credit.getByText(`Now ${TRIAL_CREDITS}: adds ${75 - TRIAL_CREDITS}`).waitFor()
    await credit.getByRole("textbox", { name: "Reason" }).fill("Film torn on Tuesday")
    // Ten credits arrive while the admin types: the addend stays, and the new sum is confirmed again.
    const userId = await idOf(newcomer.email)
    const hub = await stage.hubOf(userId)
    await hub.grant({ userId, id: "test:meanwhile", credits: 10, note: "Bought meanwhile" })
    await credit.getByRole("button", { name: "Save" }).click()
    await credit
      .getByText("The balance has changed: 30 credits are available now. Please look again.")
      .waitFor()
    await credit.getByText("Now 30: adds 55").waitFor()
    expect(await credit.getByRole("textbox", { name: "Available credits" }).inputValue()).toBe("85")
    await hub.setAvailable({ userId, id: "test:meanwhile-back", available: 20, note: "Taken back" })
    await credit.getByRole("button", { name: "Save" }).click()
    await credit.getByText("Now 20: adds 55").waitFor()
    await credit.getByRole("button", { name: "Save" }).click()
    await said(page, texts.creditAdded, { exact: true })
    await row("Walter Newman").getByRole("cell", { name: "75", exact: true }).waitFor()
    await creditShown(walter.page, 75)

    await page.getByRole("link", { name: "Details of Walter Newman" }).click()
    await page.waitForURL(/\/users\/[0-9a-f-]{36}$/)
    await page.getByRole("heading", { level: 1, name: "Walter Newman" }).waitFor()
    expect(
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem").allTextContents(),
    ).toEqual(["Home", "Users", "Walter Newman"])
    // The answer comes after the second press: a press later than it would add anew.
    await page.getByText("575 afterwards").waitFor()
    await hub.setAvailable({ userId, id: "test:before", available: 70, note: "Taken back" })
    await page.getByRole("button", { name: "Add 500 credits" }).click()
    await page
      .getByText("The balance has changed: 70 credits are available now. Please look again.")
      .waitFor()
    await page.getByText("570 afterwards").waitFor()
    await hub.grant({ userId, id: "test:before-again", credits: 5, note: "Given back" })
    await page.getByRole("button", { name: "Add 100 credits" }).click()
    await page.getByText("575 afterwards").waitFor()
    const credited = await hold(page, "**/credit")
    await page.getByRole("button", { name: "Add 500 credits" }).dblclick()
    await credited.release()
    await page.getByRole("definition").getByText("575", { exact: true }).waitFor()
    await creditShown(walter.page, 575)
    const statement = page.getByRole("region", { name: "Credit statement" })
    await expect
      .poll(() => statement.getByRole("row").nth(1).textContent())
      .toMatch(/Added.*by Astrid Seller.*\+500.*575/)
    expect(await statement.getByRole("row").nth(4).textContent()).toMatch(/by Astrid Seller.*\+55.*75/)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      statement.getByRole("link", { name: "Download CSV" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    await page.getByRole("region", { name: "Prints", exact: true }).getByText("No prints yet").waitFor()
    await page.getByRole("textbox", { name: "Company" }).fill("Newman & Sons")
    await page.getByRole("button", { name: "Update", exact: true }).click()
    await said(page, texts.profileUpdated, { exact: true })

    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Users" }).click()
    const isActive = page.getByRole("switch", { name: "Walter Newman is active" })
    await isActive.click()
    await said(page, "Walter Newman is inactive and logged out everywhere", { exact: true })
    await walter.page.waitForURL((url) => url.pathname === "/")
    expect((await client.send("GET", "/api/profile")).status).toBe(401)
    expect(await isActive.isChecked()).toBe(false)
    await isActive.click()
    await said(page, "Walter Newman is active again", { exact: true })
    await signIn(client, newcomer)
    expect(await client.expect<{ company: string }>("GET", "/api/profile")).toMatchObject({
      company: "Newman & Sons",
    })

    await page.getByRole("button", { name: "Delete Walter Newman" }).click()
    await page.waitForURL(/deleteUser=/)
    const question = page.getByRole("dialog", { name: "Delete Walter Newman?" })
    await page.keyboard.press("Escape")
    await question.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Delete Walter Newman" }).click()
    await question.getByRole("button", { name: "Delete" }).click()
    await said(page, "User deleted", { exact: true })
    await row("Walter Newman").waitFor({ state: "hidden" })
    expect((await client.send("GET", "/api/profile")).status).toBe(401)

    await page.getByRole("tab", { name: "Audit trail" }).click()
    await page.waitForURL("**/users?tab=audit")
    const trail = page.getByRole("region", { name: "Audit trail" })
    await trail.getByText("User created").waitFor()
    const actions = (await trail.getByRole("row").allTextContents()).slice(1)
    expect(actions.every((line) => line.includes("Astrid Seller"))).toBe(true)
    expect(
      actions.map((line) => line.match(/User created|User changed|Credits set|User deleted/)?.[0]),
    ).toEqual([
      "User deleted",
      "User changed",
      "User changed",
      "User changed",
      "Credits set",
      "Credits set",
      "User changed",
      "User created",
    ])
    await page.getByRole("searchbox", { name: "Search the audit trail" }).fill("credits set")
    await page.waitForURL((url) => url.searchParams.get("search") === "credits set")
    await expect.poll(() => trail.getByRole("row").count()).toBe(3)
    await page.getByRole("searchbox", { name: "Search the audit trail" }).fill("nothing like it")
    await page.getByRole("button", { name: "Show all" }).click()
    await trail.getByText("User created").waitFor()
    expect(new URL(page.url()).search).toBe("?tab=audit")
    await page.getByRole("searchbox", { name: "Search the audit trail" }).fill("torn on tues")
    await expect.poll(() => trail.getByRole("row").count()).toBe(2)
    expect(await trail.getByRole("row").nth(1).textContent()).toMatch(
      /Credits set.*\+55 credits.*Film torn on Tuesday/,
    )
    const refusals = ["an address taken", ...Array(4).fill("a balance moved")]
    expect(errors, refusals.join()).toEqual(refusals.map(() => expect.stringContaining("409")))
  },
)

longTest("the last admin stays, whichever way it is tried, and the page says why", async () => {
  await noAdmins()
  const { page, userId, person } = await openAs(await stage.givenAdmin("Solveig"))
  const name = `${person.firstName} ${person.lastName}`
  const words = "This is the last active admin. Make someone else an admin first."
  await page.goto("/users?role=admin&status=active")
  const isActive = page.getByRole("switch", { name: `${name} is active` })
  await isActive.click()
  await page.getByRole("alert").getByText(words).waitFor()
  expect(await isActive.isChecked()).toBe(true)

  await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click()
  const edit = page.getByRole("dialog", { name: "Edit user" })
  await edit.getByRole("combobox", { name: "Role" }).click()
  await page.getByRole("option", { name: "user", exact: true }).click()
  await edit.getByRole("button", { name: "Save" }).click()
  await edit.getByRole("alert").getByText(words).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Discard" }).click()

  await page.goto(`/completed-payments?deleteUser=${userId}`)
  const question = page.getByRole("dialog", { name: `Delete ${name}?` })
  await question.getByRole("button", { name: "Delete" }).click()
  await question.getByRole("alert").getByText(words).waitFor()
  await question.getByRole("button", { name: "Cancel" }).click()
  await page.waitForURL((url) => url.pathname === "/completed-payments" && url.search === "")
  await page.reload()
  await page.getByRole("heading", { level: 1, name: "Completed Payments" }).waitFor()
})

longTest(
  "an admin finds what is stuck under Operations, tries it again, gives it up and is led to its thing",
  async () => {
    const { page, errors, client } = await openAs(await stage.givenAdmin("Olga"))
    const seller = await stage.givenSeller("Sten")
    const { _id } = await seller.client.expect<{ _id: string }>("POST", "/api/payments/bank-transfer", {
      sku: "credits100",
    })
    await client.expect("PUT", `/api/payments/${_id}`, { status: "Completed" })
    const db = await stage.runtime.miniflare.getD1Database("DB")
    await page.goto("/dashboard")
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Operations" }).click()
    await page.getByText("No print, image, e-mail, payment, store or vendor needs attention.").waitFor()
    await db
      .prepare(
        "UPDATE payment SET mail_error = 'E_SENDER_NOT_VERIFIED', is_announced = 0, retry_at = ? WHERE id = ?",
      )
      .bind(Date.now() + 3_600_000, _id)
      .run()
    await page.getByRole("button", { name: "Refresh" }).click()
    const line = page.getByRole("listitem", { name: "E-mail, payment $10.00" })
    await line.getByText("The e-mail about it was not accepted: E_SENDER_NOT_VERIFIED").waitFor()
    await line.getByRole("button", { name: "Try again: e-mail, payment $10.00" }).click()
    await said(page, "It will be tried again within a minute", { exact: true })
    await line.getByRole("button", { name: "Give up: e-mail, payment $10.00" }).click()
    await page.waitForURL(/giveUp=payment-mail/)
    const question = page.getByRole("dialog", { name: "Give up $10.00?" })
    await question.getByRole("button", { name: "Give up" }).click()
    await said(page, "Given up", { exact: true })
    await line.getByText("Given up", { exact: true }).waitFor()
    expect(await line.getByRole("button").count()).toBe(1)
    await line.getByRole("link", { name: "$10.00" }).click()
    await page.waitForURL(`**/payment/${_id}`)
    expect(errors).toEqual([])
  },
)

longTest("who is no admin sees that the pages are not theirs", async () => {
  const { page } = await openAs(await stage.givenSeller("Ursula"))
  for (const path of [
    "/users",
    "/users?tab=audit",
    "/users/0197f3c0-0000-7000-8000-000000000000",
    "/completed-payments",
    "/operations",
  ]) {
    await page.goto(path)
    await page.getByRole("heading", { level: 1, name: texts.notAuthorized }).waitFor()
  }
})

longTest("the list is searched, filtered and sorted in the address, and worked by keyboard", async () => {
  const { page } = await openAs(await stage.givenAdmin("Kerstin"))
  await stage.givenSeller("Quentin")
  await page.goto("/users")
  await page.getByRole("searchbox", { name: "Search users" }).fill("quentin@")
  await page.waitForURL(/search=quentin/)
  await expect.poll(() => page.getByRole("row").count()).toBe(2)
  const isActive = page.getByRole("switch", { name: "Quentin Seller is active" })
  await isActive.focus()
  await page.keyboard.press("Space")
  await said(page, "Quentin Seller is inactive and logged out everywhere")
  await page.getByRole("combobox", { name: "Status" }).click()
  await page.getByRole("option", { name: "active", exact: true }).click()
  await page.getByText(texts.noMatch).waitFor()
  await page.goto("/users?status=inactive&sortBy=email&sort=asc")
  await page.getByRole("columnheader", { name: "Email" }).waitFor()
  expect(await page.getByRole("columnheader", { name: "Email" }).getAttribute("aria-sort")).toBe("ascending")
  await page.getByText("quentin@shop.test").waitFor()

  // On a phone, a change without a reason has no line for one.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/users?tab=audit")
  const trail = page.getByRole("region", { name: "Audit trail" })
  const newest = trail.getByRole("listitem").filter({ hasText: "Quentin Seller" })
  await newest.getByText("Details").waitFor()
  expect(await newest.getByText("Reason").count()).toBe(0)
})

async function openAs<Who extends { client: Client }>(who: Who, options: { phone?: boolean } = {}) {
  const opened = await stage.open(options)
  await opened.context.addCookies(who.client.browserCookies())
  return { ...who, ...opened }
}

async function idOf(email: string): Promise<string> {
  const db = await stage.runtime.miniflare.getD1Database("DB")
  const row = await db.prepare("SELECT id FROM user WHERE email_key = ?").bind(email).first<{ id: string }>()
  return row?.id ?? ""
}

/** Takes the role from everyone. */
async function noAdmins(): Promise<void> {
  const db = await stage.runtime.miniflare.getD1Database("DB")
  await db.prepare("UPDATE user SET role = 'user'").run()
}

async function creditShown(page: Page, credits: number): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("link", { name: new RegExp(`^Credit:\\s*${credits}$`) })
    .waitFor()
}
