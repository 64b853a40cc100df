import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { texts } from "../../contract/text.ts"
import { useStage } from "../../harness/use-stage.ts"
import { visit } from "../../harness/visit.ts"
import { seriousViolations, seriousViolationsInBothThemes } from "./axe.ts"

const stage = useStage()

type Screen = { name: string; path: string; ready: string; act?: (page: Page) => Promise<void> }

const publicScreens: Screen[] = [
  { name: "landing", path: "/", ready: "Explore The Solutions" },
  {
    name: "landing, second solution",
    path: "/",
    ready: "Explore The Solutions",
    act: (page) => page.getByRole("tab", { name: /User Dashboard Access/ }).click(),
  },
  {
    name: "landing, third solution",
    path: "/",
    ready: "Explore The Solutions",
    act: (page) => page.getByRole("tab", { name: /Manual Image Entry/ }).click(),
  },
  { name: "sign in", path: "/auth/signin", ready: "Register Now" },
  {
    name: "sign in, refused",
    path: "/auth/signin",
    ready: "Success!",
    act: async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByText(texts.emailRequired).waitFor()
    },
  },
  {
    name: "sign up, refused",
    path: "/auth/signup",
    ready: "Success!",
    act: async (page) => {
      await page.getByRole("button", { name: "Sign up" }).click()
      await page.getByText(texts.emailRequired).waitFor()
    },
  },
  { name: "forgot password", path: "/auth/forgot-password", ready: "Back to sign in" },
  {
    name: "update password",
    path: "/auth/forgot-password",
    ready: "Back to sign in",
    act: async (page) => {
      await page.getByRole("button", { name: "I have a code" }).click()
      await page.getByRole("button", { name: "Update password" }).click()
      await page.getByText(texts.emailRequired).waitFor()
    },
  },
  { name: "verify without a token", path: "/verify", ready: "Check your mailbox" },
  { name: "verify failed", path: "/verify?token=wrong", ready: "Go to sign up" },
  { name: "not found", path: "/no/such/page", ready: texts.notFound },
]

const protectedScreens: Screen[] = [
  { name: "dashboard", path: "/dashboard", ready: "Latest prints" },
  { name: "payment result", path: "/dashboard?PaymentResult=Completed", ready: "Payment Successful" },
  { name: "profile", path: "/profile", ready: "Update Profile Information" },
  { name: "sign out elsewhere", path: "/profile?signOutElsewhere=true", ready: "This one stays signed in" },
  {
    name: "profile, refused",
    path: "/profile",
    ready: "Update Profile Information",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("nobody")
      await page.getByText(texts.emailInvalid).waitFor()
    },
  },
  { name: "orders", path: "/orders", ready: "Integration Orders" },
  { name: "integrations", path: "/integrations", ready: "Integrations" },
  { name: "sizes", path: "/sizes", ready: "Left chest" },
  { name: "sizes, nothing found", path: "/sizes?search=zebra", ready: texts.noMatch },
  { name: "add size", path: "/sizes?addSize=true", ready: "The printed width of the artwork" },
  { name: "sheet templates", path: "/sizes?tab=templates", ready: "22 in roll" },
  { name: "admins only", path: "/users", ready: texts.notAuthorized },
  { name: "payment failed", path: "/payment", ready: "Payment Failed" },
  {
    name: "notifications",
    path: "/dashboard",
    ready: "Latest prints",
    act: async (page) => {
      await page.getByRole("button", { name: /^Notifications/ }).click()
      await page.getByText(/"Left chest" was created/).waitFor()
    },
  },
  {
    name: "account menu",
    path: "/dashboard",
    ready: "Latest prints",
    act: async (page) => {
      await page.getByRole("button", { name: /^Account of/ }).click()
      await page.getByRole("menuitem", { name: "Log Out" }).waitFor()
    },
  },
]

test("what axe should object to is seen", async () => {
  const { page, context } = await stage.open()
  await page.setContent(
    `<html lang="en"><title>x</title><main><h1>x</h1><button></button><p style="color: #bbb">pale</p></main>`,
  )
  const found = await seriousViolations(page)
  expect(found.map((line) => line.split(" (")[0]).sort()).toEqual(["button-name", "color-contrast"])
  await context.close()
})

for (const phone of [false, true]) {
  const width = phone ? "on a phone" : "on a wide screen"

  test(`public screens give axe nothing serious to say ${width}, in light and dark`, async () => {
    const { page, context } = await stage.open({ phone })
    const found = await judge(page, publicScreens)
    if (phone) {
      await page.goto("/")
      await page.getByRole("button", { name: "Menu" }).click()
      found.push(...(await seriousViolationsInBothThemes(page, "landing menu")))
    }
    expect(found).toEqual([])
    await context.close()
  })

  test(`the frame and its screens give axe nothing serious to say ${width}, in light and dark`, async () => {
    const { client } = await stage.givenSeller(phone ? "Phoebe" : "Wanda")
    await client.expect("POST", "/api/sizes", { name: "Left chest", value: 3.5 })
    const { page, context } = await stage.open({ phone })
    await context.addCookies(client.browserCookies())
    const found = await judge(page, protectedScreens)
    await page.goto("/dashboard")
    await page.getByRole("button", { name: phone ? "Menu" : "Collapse sidebar" }).click()
    found.push(...(await seriousViolationsInBothThemes(page, "sidebar")))
    expect(found).toEqual([])
    await context.close()
  })
}

async function judge(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = []
  let isTouched = false
  for (const { name, path, ready, act } of screens) {
    // What an act has opened or filled in goes with the page.
    if (isTouched) await page.goto(path)
    else await visit(page, path)
    isTouched = act !== undefined
    await page.getByText(ready).filter({ visible: true }).first().waitFor()
    await act?.(page)
    found.push(...(await seriousViolationsInBothThemes(page, name)))
  }
  return found
}
