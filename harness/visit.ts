import type { Page } from "playwright-core"

type Router = { navigate(to: { href: string }): Promise<void> }

/**
 * Opens a path as a link of the app does: the page's scripts are loaded the first time alone. A
 * link with a token comes from a mail and always loads the page.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const isOpen = await page.evaluate(() => "__TSR_ROUTER__" in window)
  if (!isOpen || /[?&]token=/.test(path)) {
    await page.goto(path)
    await page.locator("#start").waitFor({ state: "detached" })
    return
  }
  await page.evaluate(
    (href) => (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }),
    path,
  )
}
