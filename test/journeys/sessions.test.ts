import { expect } from "vitest"
import { texts } from "../../contract/text.ts"
import { longTest } from "../../harness/long-test.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { Client } from "../../local/client.ts"
import { signIn } from "../../local/people.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest("a seller signs out everywhere else, with the password, and stays signed in here", async () => {
  const { client, person } = await stage.givenSeller("Rova")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const laptop = new Client(stage.runtime.origin)
  await signIn(laptop, person)
  await page.goto("/profile")
  const section = page.getByRole("region", { name: "Where you are signed in" })
  await section.getByText(/^This browser, until/).waitFor()
  await section.getByText("Another browser, signed in just now").waitFor()
  await section.scrollIntoViewIfNeeded()

  await section.getByRole("button", { name: "Log out everywhere else" }).click()
  const modal = page.getByRole("dialog", { name: "Log out everywhere else?" })
  await modal.getByLabel("Your password").fill("not-the-password")
  await modal.getByRole("button", { name: "Log out", exact: true }).click()
  await modal.getByText("The password is wrong").waitFor()
  await modal.getByLabel("Your password").fill(person.password)
  await modal.getByRole("button", { name: "Log out", exact: true }).click()
  await said(page, "You are logged out everywhere else")
  await modal.waitFor({ state: "detached" })
  await section.getByText(/^Another browser/).waitFor({ state: "detached" })
  await section.getByText(/^This browser, until/).waitFor()
  expect((await laptop.fetch("GET", "/api/profile")).status).toBe(401)
  // The wrong password is a refusal that browsers note themselves.
  expect(errors.filter((text) => !text.includes("422"))).toEqual([])
})

longTest(
  "a seller moves to another address by the link sent there, and whoever has the old one takes it back",
  async () => {
    const { client, person } = await stage.givenSeller("Nomad")
    const newEmail = "nomad-too@shop.test"
    const { page, context, errors } = await stage.open()
    await context.addCookies(client.browserCookies())
    await page.goto("/profile")
    const email = page.getByRole("textbox", { name: "Email" })
    await email.fill(newEmail)
    await page.getByRole("button", { name: "Update", exact: true }).click()
    await said(page, texts.profileUpdated, { exact: true })
    const waiting = page.getByText(`We sent a link to ${newEmail}: open it to finish.`)
    await waiting.waitFor()
    expect(await email.inputValue()).toBe(person.email)
    expect(await objectionsInBothThemesOnTheWay(page, "an address that waits")).toEqual([])
    await page.getByRole("button", { name: "Send the link again" }).click()
    await said(page, "We sent the link again")
    await page.getByRole("button", { name: "Keep the old e-mail" }).click()
    await said(page, "Your e-mail stays as it is")
    await waiting.waitFor({ state: "detached" })

    await email.fill(newEmail)
    await page.getByRole("button", { name: "Update", exact: true }).click()
    await waiting.waitFor()
    const mailed = async (to: string, path: string) => {
      const link = new RegExp(`${path}\\?token=\\S+`)
      const find = async () => (await stage.mailTo(to)).text.match(link)?.[0] ?? ""
      await expect.poll(find).not.toBe("")
      return find()
    }
    // The second change's link, which is no longer the one of the first.
    const opened = await stage.open()
    await expect
      .poll(async () => {
        const reply = await client.get(`/api${await mailed(newEmail, "/verify")}`)
        return reply.status
      })
      .toBe(200)
    await opened.page.goto(await mailed(newEmail, "/verify"))
    await opened.page.getByText(`You sign in with ${newEmail} from now on.`).waitFor()
    await page.reload()
    await expect.poll(() => email.inputValue()).toBe(newEmail)

    const undo = await mailed(person.email, "/undo-email-change")
    await page.goto("/undo-email-change?token=wrong")
    const button = page.getByRole("button", { name: "Undo it and log out everywhere" })
    await button.click()
    await page.getByRole("heading", { name: "Nothing was undone" }).waitFor()
    await page.goto(undo)
    await page.getByRole("heading", { name: "Undo the e-mail change?" }).waitFor()
    expect((await client.fetch("GET", "/api/profile")).status).toBe(200)
    await button.click()
    await page.getByText(`e-mail is ${person.email}, and every browser is logged out`).waitFor()
    expect((await client.fetch("GET", "/api/profile")).status).toBe(401)
    await page.getByRole("link", { name: "Set a new password" }).click()
    await page.getByRole("heading", { name: "Forgot password" }).waitFor()
    // The wrong link is a refusal that browsers note themselves.
    expect([...errors, ...opened.errors].filter((text) => !text.includes("400"))).toEqual([])
  },
)
