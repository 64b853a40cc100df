import { expect } from "vitest"
import type { SheetTemplate } from "../../contract/artwork/size.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { joined, tokenOfInvitation, workingIn } from "../../harness/members.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { givenImage, processed } from "../worker/artwork/artwork-steps.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest("a seller invites somebody at the press, who ticks off pieces and sees no price", async () => {
  const owner = await stage.givenSeller("Boss")
  const helper = await stage.givenSeller("Helper")
  const image = await givenImage(owner.client, { name: "logo.svg", bytes: logoSvg() })
  const size = await owner.client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 3.5 })
  // Film and credits have a price, so that the print has a cost that a press must not see.
  const [film] = await owner.client.expect<SheetTemplate[]>("GET", "/api/sheet-templates")
  const filmPrice = { amount: 240, per: "roll", rollLengthIn: 3_937, currency: "EUR" }
  await owner.client.expect("PUT", `/api/sheet-templates/${film._id}`, {
    ...film,
    filmPrice,
    creditPrice: 0.1,
  })
  const { _id: print } = await owner.client.expect<{ _id: string }>("POST", "/api/prints", {
    name: "Friday's film",
    printItems: [{ imageId: image._id, sizeId: size._id, quantity: 2 }],
  })
  await owner.client.expect("POST", `/api/prints/${print}/process`, {})
  expect((await processed(owner.client, print)).cost).not.toBeNull()

  const { page, context, errors } = await stage.open()
  await context.addCookies(owner.client.browserCookies())
  await page.goto("/profile#people")
  const people = page.getByRole("region", { name: "People" })
  await people.getByText("You work alone here").waitFor()
  await people.getByRole("button", { name: "Invite somebody" }).click()
  const form = page.getByRole("dialog", { name: "Invite somebody" })
  await form.getByRole("button", { name: "Send invitation" }).click()
  await form.getByText("Email is required").waitFor()
  await form.getByLabel("Email").fill(helper.person.email)
  await form.getByText(/no prices, no buyers' addresses/).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "an invitation")).toEqual([])
  await form.getByRole("button", { name: "Send invitation" }).click()
  await said(page, `We sent an invitation to ${helper.person.email}`)
  await people.getByText("Invited", { exact: true }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "people")).toEqual([])

  const token = await tokenOfInvitation(stage, helper.person.email)
  const press = await stage.open({ phone: true })
  await press.page.goto(`/invitation?token=${token}`)
  await press.page.getByRole("heading", { name: "You are invited" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(press.page, "an invitation's link")).toEqual([])
  await press.context.addCookies(helper.client.browserCookies())
  await press.page.reload()
  await press.page.getByText(`You are signed in as ${helper.person.email}`).waitFor()
  await press.page.getByRole("button", { name: "Accept and open the account" }).click()
  await press.page.getByRole("link", { name: "Friday's film" }).waitFor()
  expect(await objectionsInBothThemesOnTheWay(press.page, "a press's prints")).toEqual([])
  expect(await press.page.getByText("Credit:").count()).toBe(0)
  await press.page.getByRole("link", { name: "Friday's film" }).click()
  const box = press.page.getByRole("checkbox", { name: /^1-1,/ })
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(true)
  expect(await objectionsInBothThemesOnTheWay(press.page, "a press's manifest")).toEqual([])
  expect(await press.page.locator("main").textContent()).not.toMatch(/[$€£]|cost/i)
  const isTooWide = await press.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide).toBe(false)
  await press.page.goto(`/prints/${print}`)
  await press.page.waitForURL(`**/prints/${print}/manifest`)
  await press.page.goto("/profile")
  await press.page.waitForURL("**/prints")

  // The owner sees who it was, and what it cost.
  await page.goto(`/prints/${print}/manifest`)
  await page.getByText("Ticked by Helper Seller").waitFor()
  expect(await page.locator("main").textContent()).toMatch(/€/)

  // Back to one's own account, and there again.
  await press.page.getByRole("button", { name: /^Account of/ }).click()
  await press.page.getByRole("menuitem", { name: /Yours$/ }).click()
  await press.page.getByText("Credit:").waitFor()
  await press.page.getByRole("button", { name: /^Account of/ }).click()
  await press.page.getByRole("menuitem", { name: /Press$/ }).click()
  await press.page.getByRole("link", { name: "Friday's film" }).waitFor()

  await page.goto("/profile#people")
  await people.getByRole("button", { name: "Remove Helper Seller" }).click()
  await page
    .getByRole("dialog", { name: "Remove Helper Seller?" })
    .getByRole("button", { name: "Remove" })
    .click()
  await said(page, "Person removed. They see nothing here any more.")
  // Their page begins in their own account, without being asked.
  await press.page.getByText("Credit:").waitFor()
  expect([...errors, ...press.errors.filter((error) => !isRefusal(error))]).toEqual([])
})

longTest("somebody who makes prints in an account is named beside them, and leaves it", async () => {
  const owner = await stage.givenSeller("Olga")
  const maker = await stage.givenSeller("Ana")
  await joined(stage, owner, { ...maker, email: maker.person.email }, "maker")
  const there = workingIn(maker, owner)
  const image = await givenImage(there, { name: "logo.svg", bytes: logoSvg() })
  const printItems = [{ imageId: image._id, quantity: 2 }]
  await there.expect("POST", "/api/prints", { name: "Ana's film", printItems })
  await owner.client.expect("POST", "/api/prints", { name: "Olga's film", printItems })

  const { page, context, errors } = await stage.open()
  await context.addCookies(owner.client.browserCookies())
  await page.goto("/prints")
  await page
    .getByRole("row", { name: /Ana's film/ })
    .getByText("by Ana Seller")
    .waitFor()
  await page
    .getByRole("row", { name: /Olga's film/ })
    .getByText("by Olga Seller")
    .waitFor()
  expect(await objectionsInBothThemesOnTheWay(page, "prints by several people")).toEqual([])
  await page.goto(`/images?editImage=${image._id}`)
  await page.getByText("by Ana Seller").waitFor()

  const other = await stage.open({ phone: true })
  await other.context.addCookies(there.browserCookies())
  await other.page.goto("/prints")
  await other.page.getByRole("link", { name: "Ana's film" }).waitFor()
  await other.page.getByRole("button", { name: /^Account of/ }).click()
  await other.page.getByRole("menuitem", { name: "Leave this account" }).click()
  const asked = other.page.getByRole("dialog", { name: /^Leave / })
  expect(await objectionsInBothThemesOnTheWay(other.page, "leaving an account")).toEqual([])
  await asked.getByRole("button", { name: "Cancel" }).click()
  await other.page.getByRole("button", { name: /^Account of/ }).click()
  await other.page.getByRole("menuitem", { name: "Leave this account" }).click()
  await asked.getByRole("button", { name: "Leave" }).click()
  // Their own account, in which nobody has a name to tell apart.
  await other.page.waitForURL("**/dashboard")
  await other.page.getByRole("button", { name: /^Account of/ }).click()
  await other.page.getByRole("menuitem", { name: "My Profile" }).waitFor()
  expect(await other.page.getByRole("menuitem", { name: "Leave this account" }).count()).toBe(0)
  expect((await there.get("/api/prints")).status).toBe(403)
  // What they made stays, under their name.
  await page.goto("/prints")
  await page
    .getByRole("row", { name: /Ana's film/ })
    .getByText("by Ana Seller")
    .waitFor()
  expect([...errors, ...other.errors.filter((error) => !isRefusal(error))]).toEqual([])
})

/** Returns whether the console only says that a call was refused: a page that is not for somebody loads ahead. */
function isRefusal(error: string): boolean {
  return /status of 403/.test(error)
}
