import { expect, test } from "vitest"
import { seriousViolationsInBothThemes } from "./axe.ts"
import { AppClient, said, signIn } from "./stage.ts"
import { useStage } from "./use-stage.ts"

const stage = useStage()

test("a seller signs out everywhere else, with the password, and stays signed in here", async () => {
  const { client, person } = await stage.givenSeller("Rova")
  const { page, context, errors } = await stage.open()
  await context.addCookies(client.browserCookies())
  const laptop = new AppClient(stage.runtime.origin)
  await signIn(laptop, person)
  await page.goto("/profile")
  const section = page.getByRole("region", { name: "Where you are signed in" })
  await section.getByText(/^This browser, until/).waitFor()
  await section.getByText("Another browser, signed in just now").waitFor()
  await section.scrollIntoViewIfNeeded()

  await section.getByRole("button", { name: "Sign out everywhere else" }).click()
  const modal = page.getByRole("dialog", { name: "Sign out everywhere else?" })
  expect(await seriousViolationsInBothThemes(page, "sign out elsewhere")).toEqual([])
  await modal.getByLabel("Your password").fill("not-the-password")
  await modal.getByRole("button", { name: "Sign out", exact: true }).click()
  await modal.getByText("The password is not right").waitFor()
  await modal.getByLabel("Your password").fill(person.password)
  await modal.getByRole("button", { name: "Sign out", exact: true }).click()
  await said(page, "You are signed out everywhere else")
  await modal.waitFor({ state: "detached" })
  await section.getByText(/^Another browser/).waitFor({ state: "detached" })
  await section.getByText(/^This browser, until/).waitFor()
  expect((await laptop.fetch("GET", "/profile")).status).toBe(401)
  // The wrong password is a refusal that browsers note themselves.
  expect(errors.filter((text) => !text.includes("422"))).toEqual([])
})
