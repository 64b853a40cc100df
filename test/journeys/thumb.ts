import { setTimeout } from "node:timers/promises"
import type { Locator } from "playwright-core"

/** The least room around the middle of what a thumb presses: 40 px in all. */
const REACH_PX = 19
const MOST_LOOKS = 40
const LOOK_AGAIN_MS = 50

/**
 * Taps as a thumb does, and rejects what one would miss: what is smaller than 40 px each way, or
 * has something else within that room.
 */
export async function thumb(target: Locator): Promise<void> {
  await target.waitFor()
  await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }))
  let missed = await target.evaluate(missedBy, REACH_PX)
  // A part that slides in may not have arrived.
  for (let looks = 1; missed !== "" && looks < MOST_LOOKS; looks++) {
    await setTimeout(LOOK_AGAIN_MS)
    missed = await target.evaluate(missedBy, REACH_PX)
  }
  if (missed !== "") throw new Error(`a thumb misses ${target}: ${missed}`)
  await target.tap()
}

/** Runs in the page: what lies at the edges of the room around the middle instead. */
function missedBy(element: Element, reachPx: number): string {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const edges = [
    [x - reachPx, y],
    [x + reachPx, y],
    [x, y - reachPx],
    [x, y + reachPx],
  ]
  return edges
    .map(([atX, atY]) => document.elementFromPoint(atX, atY))
    .filter((hit) => hit === null || (!element.contains(hit) && hit.closest("label")?.control !== element))
    .map((hit) => hit?.outerHTML.slice(0, 120) ?? "the screen's edge")
    .join(" and ")
}
