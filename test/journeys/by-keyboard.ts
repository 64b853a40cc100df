import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

/** More stops than any page has between two things. */
const MAX_TABS = 150
const WAIT_MS = 45_000

/** Goes there with Tab and presses Enter, once it is no longer busy: until then it ignores keys. */
export async function enter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator)
  await expect.poll(() => locator.getAttribute("aria-disabled"), { timeout: WAIT_MS }).not.toBe("true")
  await page.keyboard.press("Enter")
}

/** Goes on with Tab until it is there, and fails where no Tab leads. */
export async function tabTo(page: Page, locator: Locator, stops = MAX_TABS): Promise<void> {
  await locator.waitFor()
  // A dialog can be seen a moment before it takes the focus.
  const isHeard = () =>
    locator.evaluate((node) => node.closest("[role=dialog]")?.contains(document.activeElement) ?? true)
  await expect.poll(isHeard, { timeout: WAIT_MS }).toBe(true)
  for (let presses = 0; presses <= stops; presses++) {
    if (await locator.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`no Tab leads to ${locator}`)
}
