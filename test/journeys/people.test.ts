import { expect } from "vitest"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import { tokenOfInvitation } from "../../harness/members.ts"
import { said } from "../../harness/stage.ts"
import { useStage } from "../../harness/use-stage.ts"
import { givenImage } from "../worker/artwork/artwork-steps.ts"
import { objectionsInBothThemesOnTheWay } from "./axe.ts"

const stage = useStage()

longTest("a seller invites somebody at the press, who ticks off pieces and sees no price", async () => {
  const owner = await stage.givenSeller("Boss")
  const helper = await stage.givenSeller("Helper")
  const image = await givenImage(owner.client, { name: "logo.svg", bytes: logoSvg() })
  const size = await owner.client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 3.5 })
  const { _id: print } = await owner.client.expect<{ _id: string }>("POST", "/api/prints", {
    name: "Friday's film",
    printItems: [{ imageId: image._id, sizeId: size._id, quantity: 2 }],
  })

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

  // The owner sees who it was.
  await page.goto(`/prints/${print}/manifest`)
  await page.getByText("Ticked by Helper Seller").waitFor()

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

/** Returns whether the console only says that a call was refused: a page that is not for somebody loads ahead. */
function isRefusal(error: string): boolean {
  return /status of 403/.test(error)
}
