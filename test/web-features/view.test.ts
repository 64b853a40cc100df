import { expect, test } from "vitest"
import { paleShare } from "../../web/features/sheet-preview/use-is-pale.ts"
import {
  fitView,
  panView,
  reachesBeyond,
  rulerStep,
  zoomView,
} from "../../web/features/sheet-preview/view.ts"

const frame = { widthPx: 460, heightPx: 540 }
const film = { widthIn: 22, lengthIn: 36.15 }

test("the whole film fits the stage, whatever its length", () => {
  for (const lengthIn of [2, 22, 36.15, 100, 240]) {
    const view = fitView(frame, { widthIn: 22, lengthIn })
    expect(reachesBeyond(view, frame, { widthIn: 22, lengthIn })).toBe(false)
  }
})

test("zooming keeps the point under the pointer where it is", () => {
  const before = fitView(frame, film)
  const at = { x: 200, y: 300 }
  const after = zoomView(before, 2, at, frame, film)
  expect(after.pxPerIn).toBeCloseTo(before.pxPerIn * 2)
  expect((at.x - after.x) / after.pxPerIn).toBeCloseTo((at.x - before.x) / before.pxPerIn)
  expect((at.y - after.y) / after.pxPerIn).toBeCloseTo((at.y - before.y) / before.pxPerIn)
  expect(reachesBeyond(after, frame, film)).toBe(true)
})

test("zoom has ends and the film cannot be dragged out of sight", () => {
  const fitted = fitView(frame, film)
  const near = zoomView(fitted, 1e6, { x: 0, y: 0 }, frame, film)
  expect(near.pxPerIn).toBe(160)
  expect(zoomView(fitted, 1e-6, { x: 0, y: 0 }, frame, film).pxPerIn).toBeCloseTo(fitted.pxPerIn * 0.6)
  const away = panView(fitted, 1e6, -1e6, frame, film)
  expect(away.x).toBeLessThan(frame.widthPx)
  expect(away.y + film.lengthIn * away.pxPerIn).toBeGreaterThan(0)
})

test("ruler figures never crowd", () => {
  for (const pxPerIn of [0.6, 3, 7, 12.5, 40, 160])
    expect(rulerStep(pxPerIn) * pxPerIn).toBeGreaterThanOrEqual(34)
  expect(rulerStep(12.5)).toBe(5)
})

test("white ink is told from light artwork on an opaque ground", () => {
  const white = paleShare(new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 0]))
  expect(white.lightness).toBeCloseTo(1)
  expect(white.coverage).toBe(0.5)
  expect(paleShare(new Uint8ClampedArray(8)).lightness).toBe(0)
})
