import { appendFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { afterEach, beforeAll, expect } from "vitest"
import { clearApp } from "./clear-app.ts"
import { endSearches } from "./end-searches.ts"
import { lostBrowsersFile } from "./lost-browsers.ts"
import { SilentBrowserError, type Stage, setStage } from "./stage.ts"

/** A busy machine answers within seconds. */
const ANSWER_MS = 30_000

/** The stage that files of one process use in turn: to start app and browser takes seconds of the processor. */
let shared: Promise<Stage> | null = null

/**
 * Returns the stage for all tests of the calling file, without what other files left there. `searches`:
 * pages look for shorter sheets, as the file is about that.
 */
export function useStage({ searches = false } = {}): Stage {
  const stage = {} as Stage
  const file = expect.getState().testPath ?? ""
  beforeAll(async () => {
    if (shared) await clearApp(await shared)
    shared ??= setStage().catch((error: unknown) => {
      if (error instanceof SilentBrowserError) noteLostBrowser(file)
      shared = null
      throw error
    })
    Object.assign(stage, await shared)
    if (searches) return
    const { open } = stage
    stage.open = async (options) => {
      const opened = await open(options)
      await opened.context.addInitScript(endSearches)
      return opened
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await examine(stage, file)
    // Pages that stay open go on searching for shorter sheets.
    for (const context of stage.browser?.contexts() ?? []) {
      for (const routed of [context, ...context.pages()])
        await routed.unrouteAll({ behavior: "ignoreErrors" })
      await context.close()
    }
    expect(stage.findings?.splice(0) ?? [], "replies not as described").toEqual([])
  })
  return stage
}

/**
 * Says after a failure whether app and browser are alive. Headless browsers now and then stop
 * answering altogether (github.com/microsoft/playwright/issues/42692): such a file's other tests
 * fail at once, and `npm test` runs it anew.
 */
async function examine(stage: Stage, file: string): Promise<unknown> {
  const isAppAlive = await isDoneInTime(fetch(`${stage.runtime.origin}/api/config`))
  const isBrowserAlive = await isDoneInTime(openAndClose(stage))
  console.error(
    `App ${isAppAlive ? "answers" : "is silent"}, browser ${isBrowserAlive ? "answers" : "is silent"}`,
  )
  if (isBrowserAlive) return isDoneInTime(tellPages(stage))
  noteLostBrowser(file)
  shared = null
  stage.open = () => Promise.reject(new Error("The browser has stopped answering"))
}

/** Says where each open page is, what has the focus, and what its dialogs or else the page itself read. */
async function tellPages({ browser }: Stage): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const [focus, text] = await page.evaluate(() => {
      const dialogs = [...document.querySelectorAll("[role=dialog]")]
      const shown = dialogs.length > 0 ? dialogs : [document.querySelector("main") ?? document.body]
      return [document.activeElement?.outerHTML ?? "", shown.map((part) => part.textContent).join("\n")]
    })
    console.error(`${page.url()}\nFocus: ${focus.slice(0, 300)}\n${text.slice(0, 2000)}`)
  }
}

function noteLostBrowser(file: string): void {
  appendFileSync(lostBrowsersFile, `${file}\n`)
}

async function openAndClose({ browser }: Stage): Promise<void> {
  const page = await browser.newPage()
  await page.close()
}

async function isDoneInTime(work: Promise<unknown>): Promise<boolean> {
  const isDone = work.then(
    () => true,
    () => false,
  )
  return Promise.race([isDone, setTimeout(ANSWER_MS, false)])
}
