import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { useStage } from "../../harness/use-stage.ts"
import { signIn } from "../../local/people.ts"

const stage = useStage()

longTest(
  "public pages lead inside as long as there is a session, whatever became of the browser's memory",
  async () => {
    const { client, person, userId } = await stage.givenSeller("Sela")
    const { page, context } = await stage.open()
    await context.addCookies(client.browserCookies())
    await expectInside(page)

    await page.evaluate(() => localStorage.clear())
    await expectInside(page)
    // A mark that is lost comes back with the first page that the server lets through.
    await context.clearCookies({ name: "__Host-signed-in" })
    await page.goto("/prints")
    await page.getByRole("heading", { level: 1, name: "Prints" }).waitFor()
    await expectInside(page)

    // Signed out in another tab: this one leaves as soon as it is looked at, and is let in nowhere.
    const other = await context.newPage()
    await other.goto("/dashboard")
    await other.getByRole("button", { name: /^Account of/ }).click()
    await other.getByRole("menuitem", { name: "Log Out" }).click()
    await expectLanding(other)
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
    await expectLanding(page)
    await expectOutside(page, context)

    // The server ends the session and this browser does not know: one look inside, then the landing.
    await signIn(client, person)
    await context.addCookies(client.browserCookies())
    await expectInside(page)
    const database = await stage.runtime.miniflare.getD1Database("DB")
    await database.prepare("UPDATE session SET expires_at = 1 WHERE user_id = ?").bind(userId).run()
    await page.goto("/")
    await expectLanding(page)
    await expectOutside(page, context)
  },
)

async function expectInside(page: Page): Promise<void> {
  for (const path of ["/", "/auth/signin", "/auth/signup", "/auth/forgot-password"]) {
    await page.goto(path)
    await page.waitForURL("**/dashboard")
  }
  await page.getByText(texts.discountBanner).waitFor()
}

async function expectLanding(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === "/")
  await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor()
}

async function expectOutside(page: Page, context: BrowserContext): Promise<void> {
  await page.goto("/")
  await expectLanding(page)
  await page.goto("/auth/signin")
  await page.getByRole("textbox", { name: "Email or Username" }).waitFor()
  const names = (await context.cookies()).map((cookie) => cookie.name)
  expect(names).not.toContain("__Host-signed-in")
}
