import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect } from "vitest"
import type { AccessToken } from "../../contract/accounts/access-token.ts"
import { scopes } from "../../contract/accounts/scope.ts"
import { errorWords } from "../../contract/error-words.ts"
import type { Job } from "../../contract/programs/job.ts"
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

const run = promisify(execFile)

longTest("a seller copies the line of a test token, runs it, and sees the print arrive", async () => {
  const { client } = await stage.givenSeller("Tried")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/profile?addToken=true")
  const form = page.getByRole("dialog", { name: "New access token" })
  await form.getByLabel("Name", { exact: true }).fill("Trying it out")
  for (const scope of ["images:write", "prints:write", "prints:spend"] as const)
    await form.getByLabel(scopes[scope], { exact: false }).click()
  await form.getByLabel("Test token").click()
  await form.getByRole("button", { name: "Make token" }).click()
  const made = page.getByRole("dialog", { name: "Copy your token" })
  await made.getByRole("button", { name: "Copy: Try it" }).click()
  await said(page, "Copied to clipboard")
  const line = await page.evaluate(() => navigator.clipboard.readText())
  await made.getByRole("button", { name: "Done" }).click()

  await page.goto("/prints")
  await page.getByText("The roll is empty").waitFor()
  const { stdout } = await run("sh", ["-c", line])
  const { data: job } = JSON.parse(stdout) as { data: Job }
  expect(job).toMatchObject({ action: "process", status: "reading" })
  // Nothing is reloaded.
  const row = page.getByRole("row", { name: /dot/ })
  await row.getByText("Completed").waitFor()
  await row.getByText("Test", { exact: true }).first().waitFor()
  await row.getByText("by Trying it out").waitFor()
  expect((await client.get("/api/statement")).data).toHaveLength(1)
  expect(errors).toEqual([])
})

longTest(
  "whoever writes a program finds out on one page how it calls, and what a refusal means",
  async () => {
    const { page, errors } = await stage.open({ phone: true })
    await page.goto("/")
    await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Developers" }).click()
    await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor()
    await expect.poll(() => page.title()).toBe("Sheetsmith | Developers")
    const refusal = await (await fetch(`${stage.runtime.origin}/api/images`)).json()
    const { docs, code } = refusal as { docs: string; code: keyof typeof errorWords }
    await page.goto(docs)
    const words = page.getByText(errorWords[code].split("`")[0], { exact: false })
    await expect
      .poll(() => words.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(400)
    expect(await objectionsInBothThemesOnTheWay(page, "developers on a phone")).toEqual([])
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isTooWide).toBe(false)
    expect(errors).toEqual([])
  },
)
