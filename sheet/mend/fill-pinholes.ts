import type { Blob } from "../ink/blobs.ts"
import { longestDotPx } from "../ink/dots.ts"
import { FULL_INK_ALPHA } from "../ink/ink-rows.ts"
import type { MendStep } from "./mend.ts"
import { mendDots, visitDot } from "./small-dots.ts"
import type { HeldRow } from "./through-window.ts"

/** The least alpha of a colour that is trusted. What is fainter was rounded, or mixed with a background. */
const OWN_COLOUR_ALPHA = 128

const isFilm = (alpha: number) => alpha < FULL_INK_ALPHA

/** The states of the pixels of a hole's box. */
const OUTSIDE = 0
const OPEN = 1
const QUEUED = 2
const FILLED = 3

/**
 * Fills film within ink that has less area than a disc of so many mm with the ink around it. The hole is filled from
 * its rim inwards, each pixel with the mean of its neighbours that have ink by then.
 */
export const fillPinholes: MendStep<"fill-pinholes"> = async (source, { mm }, context) =>
  mendDots(source, { ...context, kind: "pinhole", limitMm: mm }, () => openFilling(mm, context.mmPerPx))

function openFilling(mm: number, mmPerPx: number) {
  // A pixel of a rim all around, so that neighbours need no check.
  const side = Math.ceil(longestDotPx(mm, mmPerPx)) + 3
  const state = new Uint8Array(side * side)
  const queue = new Int32Array(side * side)
  return (held: HeldRow, hole: Blob) => {
    const { box } = hole
    const width = box.right - box.left + 2
    state.fill(OUTSIDE, 0, width * (box.bottom - box.top + 2))
    const placeOf = (x: number, y: number) => (y - box.top + 1) * width + (x - box.left + 1)
    visitDot(held, hole, 0, isFilm, (row, from, to, y) => {
      for (let x = from; x < to; x++) {
        state[placeOf(x, y)] = row[x * 4 + 3] < OWN_COLOUR_ALPHA ? OPEN : FILLED
        row[x * 4 + 3] = 255
      }
    })
    // The rim first: what has ink beside it. Then each pixel queues its neighbours.
    let queued = 0
    for (let y = box.top; y < box.bottom; y++)
      for (let x = box.left; x < box.right; x++) {
        const at = placeOf(x, y)
        if (state[at] !== OPEN) continue
        const hasInk = [at - 1, at + 1, at - width, at + width].some(
          (beside) => state[beside] === OUTSIDE || state[beside] === FILLED,
        )
        if (!hasInk) continue
        state[at] = QUEUED
        queue[queued++] = at
      }
    for (let done = 0; done < queued; done++) {
      const at = queue[done]
      const x = (at % width) + box.left - 1
      const y = Math.floor(at / width) + box.top - 1
      let [red, green, blue, count] = [0, 0, 0, 0]
      for (let dy = -1; dy <= 1; dy++) {
        const row = held(y + dy)
        for (let dx = -1; dx <= 1; dx++) {
          const pixel = (x + dx) * 4
          const beside = state[at + dy * width + dx]
          if (beside === OPEN || beside === QUEUED || isFilm(row[pixel + 3])) continue
          red += row[pixel]
          green += row[pixel + 1]
          blue += row[pixel + 2]
          count++
        }
      }
      const row = held(y)
      row[x * 4] = Math.round(red / count)
      row[x * 4 + 1] = Math.round(green / count)
      row[x * 4 + 2] = Math.round(blue / count)
      state[at] = FILLED
      for (const beside of [at - 1, at + 1, at - width, at + width]) {
        if (state[beside] !== OPEN) continue
        state[beside] = QUEUED
        queue[queued++] = beside
      }
    }
  }
}
