import { appendFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { afterAll, afterEach, beforeAll } from "vitest"
import { lostBrowsersFile } from "../lost-browsers.ts"
import { type Stage, setStage } from "./stage.ts"

/** A busy machine answers within seconds. */
const ANSWER_MS = 30_000

/** The stage for all tests of the calling file: set before the first one, closed after the last. */
export function useStage(): Stage {
  const stage = {} as Stage
  beforeAll(async () => {
    Object.assign(stage, await setStage())
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await examine(stage, task.file.filepath)
  })
  afterAll(() => stage.close())
  return stage
}

/**
 * Says after a failure whether app and browser are alive. Headless browsers now and then stop answering altogether
 * (github.com/microsoft/playwright/issues/42692): such a file's other tests fail at once, and `npm test` runs it anew.
 */
async function examine(stage: Stage, file: string): Promise<void> {
  const isAppAlive = await isDoneInTime(fetch(`${stage.runtime.origin}/api/config`))
  const isBrowserAlive = await isDoneInTime(openAndClose(stage))
  console.error(
    `App ${isAppAlive ? "answers" : "is silent"}, browser ${isBrowserAlive ? "answers" : "is silent"}`,
  )
  if (isBrowserAlive) return
  appendFileSync(lostBrowsersFile, `${file}\n`)
  stage.open = () => Promise.reject(new Error("The browser has stopped answering"))
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
