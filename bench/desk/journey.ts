import type { Page } from "playwright-core"
import type { Stage } from "../../harness/stage.ts"
import type { Client } from "../../local/client.ts"
import { CountedHand } from "./counted-hand.ts"

/** A way through the product that somebody goes every day. */
export type Journey = {
  name: string
  /** The start and the end of the way. */
  what: string
  /** The most actions that it may take; null if they are only reported. */
  maxActions: number | null
  /** Fills the account, opens the page where the person starts, and returns the way itself. */
  prepare(stage: Stage): Promise<{ page: Page; go: (hand: CountedHand) => Promise<Marks> }>
}

/** Times that the person notices on the way, in ms since the first action. */
type Marks = Record<string, number>

export type JourneyRow = {
  name: string
  actions: number
  fields: number
  maxActions: number | null
  seconds: number
  marks: Marks
}

export async function timeJourney(stage: Stage, journey: Journey): Promise<JourneyRow> {
  const { page, go } = await journey.prepare(stage)
  const hand = new CountedHand(page)
  const startMs = performance.now()
  const marks = await go(hand).catch(async (error: unknown) => {
    await page.screenshot({ path: `shots/desk-${journey.name.replaceAll(" ", "-")}.png` })
    throw error
  })
  const seconds = (performance.now() - startMs) / 1_000
  await page.context().close()
  const { actions, fields } = hand
  return { name: journey.name, actions, fields, maxActions: journey.maxActions, seconds, marks }
}

/** Opens a page at a path for somebody who is signed in. */
export async function openFor(stage: Stage, client: Client, path: string): Promise<Page> {
  const { page, context } = await stage.open()
  await context.addCookies(client.browserCookies())
  await page.goto(path)
  return page
}

/** Returns a function that gives the milliseconds since now. */
export function stopwatch(): () => number {
  const startMs = performance.now()
  return () => performance.now() - startMs
}
