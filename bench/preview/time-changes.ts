import type { Page } from "playwright-core"

export type ChangeTiming = {
  previewMs: number
  longestFrameMs: number
  /** The time from the click until the page's thread is free again, including the frame it causes. */
  workMs: number
}

/**
 * Clicks a stepper and times each click inside the page: from it to the first frame with the new
 * layout (the stage's "Packing" mark has come and gone), the longest gap between two frames
 * meanwhile, and the work for the click.
 */
export async function timeChanges(page: Page, stepper: string, changes: number): Promise<ChangeTiming[]> {
  return page.evaluate(
    async ({ stepper, changes }) => {
      const button = document.querySelector<HTMLButtonElement>(`[aria-label="${stepper}"]`)
      const stage = document.querySelector(`aside[aria-label="Sheet preview"]`)
      if (!button || !stage) throw new Error("the stepper or the preview is not there")
      const isPacking = () => stage.querySelector(`[aria-label="Packing"]`) !== null
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const timings: ChangeTiming[] = []
      for (let i = 0; i < changes; i++) {
        let [last, longest, hasPacked] = [await frame(), 0, false]
        // A mark that comes and goes between two frames counts too.
        const watch = new MutationObserver(() => {
          hasPacked ||= isPacking()
        })
        watch.observe(stage, { childList: true, subtree: true })
        performance.mark(`change ${i}`)
        const clickedMs = performance.now()
        button.click()
        // A frame's own work is done before a message that was sent in it arrives.
        const workMs = await new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - clickedMs)
            port2.postMessage(null)
          })
        })
        for (;;) {
          const now = await frame()
          longest = Math.max(longest, now - last)
          last = now
          if (hasPacked && !isPacking()) break
        }
        watch.disconnect()
        const { duration } = performance.measure(`preview ${i}`, `change ${i}`)
        timings.push({
          previewMs: Math.round(duration),
          longestFrameMs: Math.round(longest),
          workMs: Math.round(workMs),
        })
      }
      return timings
    },
    { stepper, changes },
  )
}
