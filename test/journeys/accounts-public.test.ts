import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { TRIAL_CREDITS } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { hold, said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"

const stage = useStage()

longTest(
  "the landing page shows what it must, hides its header past 10 px and scrolls to its solutions",
  async () => {
    const { page, errors } = await stage.open()
    await page.goto("/")
    await expect.poll(() => page.title()).toMatch(/^Sheetsmith \| /)
    const header = page.getByRole("banner")
    await expectPath(header.getByRole("link", { name: "Sign in" }), "/auth/signin")
    await expectPath(header.getByRole("link", { name: "Sign up" }), "/auth/signup")
    await expectPath(header.getByRole("link", { name: "Sheetsmith" }), "/")
    await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor()
    await page.getByText(/Connect your Amazon and Etsy stores/).waitFor()
    await expectPath(page.getByRole("link", { name: "Start free trial" }), "/auth/signup")

    for (const [y, state] of [
      [10, "visible"],
      [11, "hidden"],
      [400, "hidden"],
      [0, "visible"],
    ] as const) {
      await scrollTo(page, y)
      // A frame later the header has followed.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
      await header.waitFor({ state })
    }

    const solutions = page.getByRole("heading", { name: "Explore The Solutions" })
    // What is asked of the browser: a busy one may draw nothing on the way.
    await page.evaluate(() => {
      const asked: unknown[] = []
      Object.assign(window, { asked })
      const { scrollIntoView } = Element.prototype
      Element.prototype.scrollIntoView = function (options) {
        asked.push([this.id, options])
        scrollIntoView.call(this, options)
      }
    })
    await page.emulateMedia({ reducedMotion: "no-preference" })
    await page.getByRole("button", { name: "Learn more" }).click()
    await expect.poll(() => topOf(solutions)).toBeLessThan(200)
    expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual([
      ["solutions", { behavior: "smooth" }],
    ])
    await header.waitFor({ state: "hidden" })

    const tabs = page.getByRole("tab")
    const names = ["Automated Image Placement", "User Dashboard Access", "Manual Image Entry"]
    expect(await tabs.count()).toBe(3)
    const pictures = new Set<string>()
    for (const [index, name] of names.entries()) {
      const tab = page.getByRole("tab", { name })
      if (index > 0) {
        expect(await tab.getAttribute("aria-selected")).toBe("false")
        await tab.click()
      }
      expect(await tab.getAttribute("aria-selected")).toBe("true")
      pictures.add(await page.getByRole("tabpanel").innerHTML())
    }
    expect(pictures.size, "each solution has a picture of its own").toBe(3)
    await page.keyboard.press("ArrowDown")
    expect(await page.getByRole("tab", { name: names[0] }).getAttribute("aria-selected")).toBe("true")

    expect(await featuresUnder(page, "Transform Your Image")).toEqual([
      "Customizable Templates",
      "Intelligent Layout Adjustment",
      "Batch Processing",
      "Real-Time Preview",
      "API Integration",
      "Automated Image Sorting",
    ])
    expect(await featuresUnder(page, "From Order To Print Shop")).toEqual([
      "All Orders On One List",
      "Names And Numbers",
      "Autopilot",
      "Files Your Print Shop Takes",
      "What Each Print Cost",
      "Pay For What Was Checked",
    ])
    expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
      "Explore The Solutions",
      "Transform Your Image",
      "From Order To Print Shop",
      "What You Save On Film",
      "What Credits Cost",
    ])
    const prices = page.getByRole("region", { name: "What Credits Cost" }).getByRole("listitem")
    expect(await prices.allInnerTexts()).toEqual([
      expect.stringMatching(/^100 credits\s+\$10\.00\s+in your first month.*\$20\.00 after that/s),
      expect.stringMatching(/^500 credits\s+\$50\.00\s+in your first month.*\$100\.00 after that/s),
      expect.stringMatching(/^1,000 credits\s+\$100\.00\s+in your first month.*\$200\.00 after that/s),
    ])
    const saving = page.getByRole("region", { name: "What You Save On Film" })
    await saving.getByRole("textbox", { name: "Film you use in a month" }).fill("2000")
    await saving.getByRole("textbox", { name: "Price of an inch of film" }).fill("0,5")
    await saving.getByText("$128.00 to $185.00 a month").waitFor()
    await saving.getByText(/for 256 to 370 in less film/).waitFor()
    await saving.getByRole("textbox", { name: "Price of an inch of film" }).fill("free")
    await saving.getByText("Please type two amounts above 0.").waitFor()
    const footer = page.getByRole("contentinfo")
    // The deployment's own, written into the page by the server.
    const contact = [
      ["hello@sheetsmith.test", "mailto:hello@sheetsmith.test"],
      ["+1 555 0142", "tel:+15550142"],
    ]
    for (const [name, address] of contact)
      expect(await footer.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(address)
    const words = await footer.textContent()
    expect(words).toContain("The term 'Etsy' is a trademark of Etsy, Inc.")
    expect(words).toContain(
      "This application uses the Etsy API but is not endorsed or certified by Etsy, Inc.",
    )
    expect(words).toMatch(/Amazon is a trademark of Amazon\.com, Inc\./)
    expect(errors).toEqual([])
  },
)

longTest(
  "the landing page's film packs itself; without motion it lies packed, and so does the next order",
  async () => {
    const { page, errors } = await stage.open()
    const film = page
      .getByRole("definition")
      .filter({ hasText: /\d in$/ })
      .first()
    const lengthIn = async () => Number.parseFloat((await film.textContent()) ?? "")
    await page.goto("/")
    await expect.poll(lengthIn).toBe(29.3)
    await page.getByRole("button", { name: "Pack another order" }).click()
    await expect.poll(lengthIn).toBeLessThan(28)

    await page.emulateMedia({ reducedMotion: "no-preference" })
    const engine = await hold(page, "**/layout*.wasm")
    await page.reload()
    await expect.poll(lengthIn).toBe(45)
    await film.evaluate((element) => {
      const lengths: string[] = []
      Object.assign(window, { lengths })
      const note = () => lengths.push(element.textContent ?? "")
      new MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true })
    })
    await engine.release()
    await expect.poll(lengthIn).toBeLessThan(30.5)
    const lengths = await page.evaluate(() => (window as unknown as { lengths: string[] }).lengths)
    expect(new Set(lengths).size, "it is seen shrinking").toBeGreaterThan(3)
    expect(errors).toEqual([])
  },
)

longTest(
  "on a phone the landing page's menu closes on a link, on a click outside and on Escape",
  async () => {
    const { page, errors } = await stage.open({ phone: true })
    await page.goto("/")
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const open = page.getByRole("button", { name: "Menu" })
    const menu = page.getByRole("banner").getByRole("link", { name: /^Sign/ })

    await open.tap()
    await expect.poll(() => menu.allInnerTexts()).toEqual(["Sign in", "Sign up"])
    await page.keyboard.press("Escape")
    await menu.first().waitFor({ state: "hidden" })
    await expect.poll(() => isFocused(open)).toBe(true)
    await open.tap()
    await page.getByText(/Connect your Amazon/).tap()
    await menu.first().waitFor({ state: "hidden" })
    await open.tap()
    await menu.last().tap()
    await page.waitForURL("**/auth/signup")
    await page.goBack()
    await open.waitFor()
    expect(await menu.count()).toBe(0)
    expect(errors).toEqual([])
  },
)

test("signing in says what is wrong, asks the captcha anew, and from then on the public pages lead inside", async () => {
  const { person } = await stage.givenSeller("Signe")
  const { page } = await stage.open()
  const captcha = await holdCaptcha(page)
  await page.goto("/auth/signin")
  await expectPath(page.getByRole("link", { name: "Forgot Password?" }), "/auth/forgot-password")
  await expectPath(page.getByRole("link", { name: "Register Now" }), "/auth/signup")
  const send = page.getByRole("button", { name: "Sign in" })
  await send.click()
  for (const words of [texts.captchaMissingAtLogin, texts.emailRequired, texts.passwordRequired])
    await page.getByText(words, { exact: true }).waitFor()
  await captcha.release()
  await page.getByText("Success!").waitFor()
  const widget = page.getByRole("group", { name: "Captcha" })
  expect(await widget.getAttribute("data-action")).toBe("sign-in")
  await page.getByText(texts.captchaMissingAtLogin).waitFor({ state: "hidden" })
  await send.click()
  await page.getByText(texts.emailRequired, { exact: true }).waitFor()

  const login = page.getByRole("textbox", { name: "Email or Username" })
  const password = page.getByRole("textbox", { name: "Password" })
  await login.fill(person.username)
  await password.fill("not the password")
  await send.click()
  await page.getByText("Email, username or password is incorrect").waitFor()

  await password.fill(person.password)
  await page.route("**/api/verify-captcha", (route) => route.continue({ postData: '{"token":"forged"}' }))
  await page.getByText("Success!").waitFor()
  await send.click()
  await page.getByText(texts.captchaFailed).waitFor()
  await page.unroute("**/api/verify-captcha")

  await orderStandIn({ path: "/turnstile/v0/siteverify", action: "fail" })
  await page.getByText("Success!").waitFor()
  await send.click()
  await page.getByText("The captcha service did not answer. Please try again in a moment.").waitFor()

  await page.goto("/auth/login")
  await page.getByText("Success!").waitFor()
  await login.fill(person.email.toUpperCase())
  await password.fill(person.password)
  await page.getByRole("button", { name: "Show password" }).click()
  expect(await password.inputValue()).toBe(person.password)
  await send.click()
  await page.waitForURL("**/dashboard")
  for (const path of ["/", "/auth/signin", "/auth/login", "/auth/signup", "/auth/forgot-password"]) {
    await page.goto(path)
    await page.waitForURL("**/dashboard")
  }
})

test("a captcha that does not load can be asked for again", async () => {
  const { page } = await stage.open()
  await orderStandIn({ path: "/turnstile/v0/api.js", action: "fail" })
  await page.goto("/auth/signin")
  await page.getByText("The captcha could not be loaded.").waitFor()
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByText("Success!").waitFor()
})

longTest("signing in needs no more than a keyboard", async () => {
  const { person } = await stage.givenSeller("Kay")
  const { page, errors } = await stage.open()
  await page.goto("/")
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Sign in" }))
  await page.keyboard.press("Enter")
  await page.getByText("Success!").waitFor()
  await tabTo(page, page.getByRole("textbox", { name: "Email or Username" }))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByRole("textbox", { name: "Password" }))
  await page.keyboard.type(person.password)
  await page.keyboard.press("Enter")
  await page.waitForURL("**/dashboard")
  await tabTo(page, page.getByRole("button", { name: /^Account of/ }))
  await page.keyboard.press("Enter")
  await page.getByRole("menuitem", { name: "My Profile" }).waitFor()
  await expect.poll(() => isFocused(page.getByRole("menuitem", { name: "My Profile" }))).toBe(true)
  await page.keyboard.press("End")
  await expect.poll(() => isFocused(page.getByRole("menuitem", { name: "Log Out" }))).toBe(true)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => url.pathname === "/")
  expect(errors).toEqual([])
})

longTest("a new account is capitalised, judged field by field, mailed and verified once", async () => {
  const { page } = await stage.open()
  const captcha = await holdCaptcha(page)
  await page.goto("/auth/signup")
  const field = (label: string) => page.getByRole("textbox", { name: label })
  const send = page.getByRole("button", { name: "Sign up" })
  const form = {
    "First Name": ["ada", "Ada"],
    "Last Name": ["de witt", "De witt"],
    Username: ["signe", "signe"],
    Company: ["film & co", "Film & co"],
    Phone: ["12345678901234567", "12345678901234567"],
    Email: ["ada@shop", "ada@shop"],
    Password: ["short", "short"],
  }
  for (const [label, [typed, shown]] of Object.entries(form)) {
    await field(label).pressSequentially(typed)
    expect(await field(label).inputValue()).toBe(shown)
  }
  await send.click()
  for (const words of [
    texts.captchaMissing,
    texts.phoneInvalid,
    texts.emailInvalid,
    "Password must be at least 6 characters",
  ])
    await page.getByText(words, { exact: true }).waitFor()
  await captcha.release()
  await page.getByText("Success!").waitFor()
  await field("Phone").fill("+46 (0)8-123 45")
  await field("Email").fill("SIGNE@shop.test")
  await field("Password").fill("six-or-more")
  await field("First Name").fill("Al")
  await send.click()
  await page.getByText("First name must be at least 3 characters").waitFor()
  await field("First Name").fill("Ada")
  await send.click()
  await page.getByText("This email is already registered").first().waitFor()
  await field("Email").fill("ada@shop.test")
  await page.getByText("Success!").waitFor()
  await send.click()
  await page.getByText("This username is already taken").first().waitFor()
  await field("Username").fill("ada")
  await page.getByText("Success!").waitFor()
  await send.click()
  await page.getByText(texts.registerDone, { exact: true }).waitFor()
  await page.getByText(texts.registered, { exact: true }).waitFor()
  const main = page.getByRole("main")
  for (const path of ["/", "/dashboard", "/auth/signin"])
    expect(await main.locator(`a[href="${path}"]`).count(), path).toBe(1)

  // The pages between say the address, after a reload too, and send the link again.
  await page.reload()
  await page.getByText(texts.registerDone, { exact: true }).waitFor()
  await page.goto("/verify")
  const waiting = page.getByRole("region", { name: "Link by e-mail" })
  await waiting.getByText("ada@shop.test").waitFor()
  await waiting.getByRole("button", { name: "Send it again" }).click()
  await said(page, "We sent the link to ada@shop.test again")

  await page.goto("/auth/signin")
  await page.getByText("Success!").waitFor()
  await field("Email or Username").fill("ada")
  await field("Password").fill("six-or-more")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText(/Please verify your email first/).waitFor()
  await waiting.getByText("ada@shop.test").waitFor()

  const { text, html } = await stage.mailTo("ada@shop.test")
  const link = text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0] ?? "no link in the mail"
  expect(html).toContain(link.replaceAll("&", "&amp;"))
  const verification = await hold(page, "**/api/verify?*")
  await page.goto(link)
  await page.getByRole("heading", { name: texts.verifying }).waitFor()
  // The page goes on by itself.
  await Promise.all([
    page.getByRole("heading", { name: texts.verified }).waitFor(),
    page.getByText("20 credits are waiting for you.").waitFor(),
    expectPath(page.getByRole("link", { name: "Go to login" }), "/auth/signin"),
    verification.release(),
  ])
  await said(page, texts.verified)
  // This browser signed up: it is signed in.
  await page.waitForURL("**/dashboard")

  // As it is where an earlier account of this mailbox had them.
  const db = await stage.runtime.miniflare.getD1Database("DB")
  const ada = "(SELECT id FROM user WHERE username_key = 'ada')"
  await db.prepare(`UPDATE mailbox SET user_id = NULL WHERE user_id = ${ada}`).run()
  await Promise.all([
    page.getByText("This mailbox has already received its free credits.").waitFor(),
    page.goto(link),
  ])

  await page.goto("/verify")
  await page.getByRole("heading", { name: "Check your mailbox" }).waitFor()
  await page.goto("/verify?token=wrong")
  await page.getByRole("heading", { name: texts.verifyFailed }).waitFor()
  await said(page, texts.verifyFailed)
  await expectPath(page.getByRole("main").getByRole("link", { name: /sign up/i }), "/auth/signup")

  await page.goto("/auth/signin")
  await page.waitForURL("**/dashboard")
  await page.getByRole("banner").getByText(String(TRIAL_CREDITS), { exact: true }).waitFor()
})

longTest(
  "a link opened on the phone leads the phone to the sign-in, and the browser that signed up inside",
  async () => {
    const { page, errors } = await stage.open()
    const waiting = await signedUp(page, "ines")

    const phone = await stage.open({ phone: true })
    const { text } = await stage.mailTo("ines@shop.test")
    await phone.page.goto(text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0] ?? "no link in the mail")
    await phone.page.getByRole("heading", { name: texts.verified }).waitFor()
    await phone.page.waitForURL("**/auth/signin")
    await page.waitForURL("**/dashboard")
    expect(await waiting.count()).toBe(0)
    expect([...errors, ...phone.errors]).toEqual([])
  },
)

longTest(
  "the page that waits for a link says whose session this browser has, and goes into none but its own",
  async () => {
    const { person } = await stage.givenSeller("Olga")
    const { page, context } = await stage.open()
    const waiting = await signedUp(page, "iris")
    await expectPath(waiting.getByRole("link", { name: "Use another" }), "/auth/signup")

    const tab = await context.newPage()
    await tab.goto("/auth/signin")
    await tab.getByText("Success!").waitFor()
    await tab.getByRole("textbox", { name: "Email or Username" }).fill(person.email)
    await tab.getByRole("textbox", { name: "Password" }).fill(person.password)
    await tab.getByRole("button", { name: "Sign in" }).click()
    await tab.waitForURL("**/dashboard")
    await waiting.getByText(`This browser is signed in as ${person.email}, not as iris@shop.test`).waitFor()
    await waiting.getByRole("button", { name: "Log out and sign in" }).click()
    await page.waitForURL("**/auth/signin")
  },
)

/** Signs up by the form; returns the part of the page that waits for the link. */
async function signedUp(page: Page, name: string): Promise<Locator> {
  await page.goto("/auth/signup")
  const person = { "First Name": "Ines", "Last Name": "Lind", Username: name, Phone: "12345" }
  const form = { ...person, Email: `${name}@shop.test`, Password: "film-by-inch" }
  for (const [label, value] of Object.entries(form))
    await page.getByRole("textbox", { name: label }).fill(value)
  await page.getByText("Success!").waitFor()
  await page.getByRole("button", { name: "Sign up" }).click()
  const waiting = page.getByRole("region", { name: "Link by e-mail" })
  await waiting.getByText(`${name}@shop.test`).first().waitFor()
  return waiting
}

longTest("a forgotten password is replaced with the mailed code, and logs you out everywhere", async () => {
  const { person, client } = await stage.givenSeller("Frida")
  const { page } = await stage.open()
  await page.goto("/auth/forgot-password")
  const email = page.getByRole("textbox", { name: "Email" })
  const sendCode = page.getByRole("button", { name: "Send code" })
  await sendCode.click()
  await page.getByText(texts.emailRequired, { exact: true }).waitFor()
  await email.fill("frida@")
  await page.getByText(texts.emailInvalid, { exact: true }).waitFor()
  await email.fill(person.email)
  await sendCode.click()
  await page.getByText(texts.resetSent, { exact: true }).waitFor()

  expect(await email.inputValue()).toBe(person.email)
  await expect.poll(async () => (await stage.mailTo(person.email)).subject).toMatch(/password code/)
  const code = (await stage.mailTo(person.email)).text.match(/^ {4}(\S+)$/m)?.[1] ?? "no code in the mail"
  const update = page.getByRole("button", { name: "Update password" })
  await page.getByRole("textbox", { name: "Code" }).fill("00000-00000")
  await page.getByRole("textbox", { name: "New Password" }).fill("a-new-password")
  await page.getByRole("textbox", { name: "Confirm Password" }).fill("another-password")
  await update.click()
  await page.getByText(texts.passwordsDiffer, { exact: true }).waitFor()
  await page.getByRole("textbox", { name: "Confirm Password" }).fill("a-new-password")
  await update.click()
  await page.getByText("The code is wrong or no longer valid. Please request a new one.").waitFor()
  await page.getByRole("textbox", { name: "Code" }).fill(` ${code.toLowerCase().replace("-", " ")} `)
  await update.click()
  await page.waitForURL("**/auth/signin")
  await said(page, texts.resetDone, { exact: true })
  expect((await client.send("GET", "/api/profile")).status).toBe(401)

  await page.getByText("Success!").waitFor()
  await page.getByRole("textbox", { name: "Email or Username" }).fill(person.email)
  await page.getByRole("textbox", { name: "Password" }).fill("a-new-password")
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("**/dashboard")
})

test("any other path is not found, and leads back", async () => {
  const { page, errors } = await stage.open()
  for (const path of ["/no/such/page", "/prints/x/y/z", "/auth", "/api-docs"]) {
    await page.goto(path)
    await page.getByRole("heading", { name: texts.notFound, exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe(`Sheetsmith | ${texts.notFound}`)
  }
  await page.getByRole("link", { name: "Go to Homepage" }).click()
  await page.waitForURL((url) => url.pathname === "/")
  await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor()
  expect(errors).toEqual([])
})

async function expectPath(link: Locator, path: string): Promise<void> {
  expect(await link.first().getAttribute("href")).toBe(path)
}

/** The titles of the features in the section of that heading. */
async function featuresUnder(page: Page, heading: string): Promise<string[]> {
  const section = page.getByRole("region", { name: heading, exact: true })
  await section.getByRole("heading", { level: 2 }).waitFor()
  return section.getByRole("article").getByRole("heading").allInnerTexts()
}

async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y)
}

function topOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => Math.abs(element.getBoundingClientRect().top))
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

/** Presses Tab until that control has the focus, as long as a person would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await isFocused(target)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab never reached ${target}`)
}

/** The captcha's widget does not arrive until it is let go. */
function holdCaptcha(page: Page): Promise<{ release(): Promise<void> }> {
  return hold(page, "**/turnstile/v0/api.js*")
}

async function orderStandIn(order: Record<string, unknown>): Promise<void> {
  const reply = await fetch(`${stage.standIns.origin}/__control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  })
  expect(reply.status).toBe(200)
}
