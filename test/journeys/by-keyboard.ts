import type { Locator, Page } from "playwright-core"

/** More stops than any page has between two things. */
const MAX_TABS = 150

/** Goes there with Tab and presses Enter. */
export async function enter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator)
  await page.keyboard.press("Enter")
}

/** Goes on with Tab until it is there, and fails where no Tab leads. */
export async function tabTo(page: Page, locator: Locator, stops = MAX_TABS): Promise<void> {
  await locator.waitFor()
  for (let presses = 0; presses <= stops; presses++) {
    if (await locator.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`no Tab leads to ${locator}`)
}
