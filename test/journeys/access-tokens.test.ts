import { expect } from "vitest"
import type { AccessToken } from "../../contract/accounts/access-token.ts"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest("a seller makes a token, tries it, sees its use and revokes it, on a phone too", async () => {
  const { client } = await stage.givenSeller("Coder")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/profile#developers")
  const section = page.getByRole("region", { name: "Developers" })
  await section.getByText("No access token yet").waitFor()
  await section.getByRole("button", { name: "New token" }).click()
  const form = page.getByRole("dialog", { name: "New access token" })
  await form.getByRole("button", { name: "Make token" }).click()
  await form.getByText("Name is required").waitFor()
  await form.getByText("Choose what the token may do").waitFor()
  await form.getByLabel("Name", { exact: true }).fill("Web shop")
  await form.getByLabel("See artwork, its findings and its files").click()
  await form.getByLabel("Process prints, which spends credits").click()
  expect(await objectionsInBothThemesOnTheWay(page, "a new token")).toEqual([])
  await form.getByRole("button", { name: "Make token" }).click()

  const made = page.getByRole("dialog", { name: "Copy your token" })
  const token = await made.getByLabel("Token", { exact: true }).inputValue()
  expect(token).toMatch(/^ss_live_/)
  const line = await made.getByLabel("Try it", { exact: true }).inputValue()
  expect(line).toBe(`curl -H "Authorization: Bearer ${token}" ${stage.runtime.origin}/api/health`)
  await made.getByRole("button", { name: "Copy: Token" }).click()
  await said(page, "Copied to clipboard")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  expect(await objectionsInBothThemesOnTheWay(page, "a made token")).toEqual([])
  await made.getByRole("button", { name: "Done" }).click()

  const use = () =>
    fetch(`${stage.runtime.origin}/api/images`, { headers: { authorization: `Bearer ${token}` } })
  expect((await use()).status).toBe(200)
  await section.getByText("See artwork, spend credits").waitFor()
  const [listed] = await client.expect<AccessToken[]>("GET", "/api/tokens")
  await section.getByText(listed.hint).waitFor()
  expect(await page.content()).not.toContain(token)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await section.getByText(/^from /).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "tokens on a phone")).toEqual([])
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide).toBe(false)

  await section.getByRole("button", { name: "Revoke Web shop" }).click()
  await page.getByRole("dialog", { name: "Revoke Web shop?" }).getByRole("button", { name: "Revoke" }).click()
  await said(page, "Token revoked. It opens nothing any more.")
  await section.getByText("No access token yet").waitFor()
  expect((await use()).status).toBe(401)
  expect(errors).toEqual([])
})
