import type { Page } from "playwright-core"

export type PaintFigures = {
  /** The sum of all layout shifts, those after input too: nothing may jump at all. */
  layoutShift: number
  /** The time from the start of the navigation to the paint of the first screen's largest element. */
  largestPaintMs: number
}

declare global {
  interface Window {
    paintFigures?: PaintFigures
  }
}

/**
 * Watches paints and shifts; runs before the page's scripts
 * (w3c.github.io/largest-contentful-paint, wicg.github.io/layout-instability).
 */
export function watchPaints(): void {
  const figures = { layoutShift: 0, largestPaintMs: 0 }
  window.paintFigures = figures
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) figures.largestPaintMs = entry.startTime
  }).observe({ type: "largest-contentful-paint", buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      figures.layoutShift += (entry as unknown as { value: number }).value
  }).observe({ type: "layout-shift", buffered: true })
}

/** Scrolls through the page, so late content counts in the shifts, and returns the figures. */
export async function readFigures(page: Page): Promise<PaintFigures> {
  // No paint counts as the largest once the page has scrolled.
  await page.waitForFunction(() => (window.paintFigures?.largestPaintMs ?? 0) > 0)
  const screens = await page.evaluate(() =>
    Math.ceil(document.documentElement.scrollHeight / window.innerHeight),
  )
  for (let screen = 1; screen < screens; screen++) {
    await page.evaluate(
      (count) => window.scrollTo({ top: count * window.innerHeight, behavior: "instant" }),
      screen,
    )
    await page.waitForFunction(allPicturesAreHere)
  }
  const figures = await page.evaluate(() => window.paintFigures)
  if (!figures) throw new Error("the page told of no paint")
  return figures
}

/** Returns whether all images on screen are loaded; lazy ones elsewhere have not been requested. */
function allPicturesAreHere(): boolean {
  return [...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return image.complete || bottom < 0 || top > window.innerHeight
  })
}
