import { useEffect, useRef } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { Period, PlotSeries } from "./plot-series.ts"

export type PlotProps = {
  /** One for each bar. */
  periods: readonly Period[]
  series: readonly PlotSeries[]
  format: (amount: number) => string
  /** True for counts of things: the axis has no halves. */
  isWhole: boolean
  /** Called with the bars under the pointer, or null. */
  onPoint: (index: number | null) => void
}

const HEIGHT_PX = 180
/** The distance between two names on the axis. */
const NAME_PX = 64
const WHOLE_STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power))
const FONT = '11px "Inter Variable", sans-serif'

/** Draws bars over days, weeks or months. They are only for the eye: the card says the same in words. */
export function Plot({ periods, series, format, isWhole, onPoint }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const plot = new uPlot(
      optionsOf(element, { periods, series, format, isWhole, onPoint }),
      dataOf(periods, series),
      element,
    )
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    sizes.observe(element)
    // Colours are read whenever it is drawn.
    const dark = window.matchMedia("(prefers-color-scheme: dark)")
    const redraw = () => plot.redraw()
    dark.addEventListener("change", redraw)
    return () => {
      dark.removeEventListener("change", redraw)
      sizes.disconnect()
      plot.destroy()
    }
  }, [periods, series, format, isWhole, onPoint])
  return <div ref={frame} aria-hidden="true" style={{ height: HEIGHT_PX }} />
}

function dataOf(periods: readonly Period[], series: readonly PlotSeries[]): uPlot.AlignedData {
  return [periods.map((_, i) => i), ...series.map(({ amounts }) => [...amounts])]
}

function optionsOf(
  element: HTMLElement,
  { periods, series, format, isWhole, onPoint }: PlotProps,
): uPlot.Options {
  const colour = (name: string) => () => colourOf(element, name)
  const axis = { stroke: colour("ink-3"), font: FONT, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, periods.length - 0.5] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        splits: ({ width }) => splitsOf(periods.length, Math.max(1, Math.floor(width / NAME_PX))),
        values: (_plot, splits) => splits.map((at) => periods[at]?.short ?? ""),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: colour("line-soft"), width: 1 },
        values: (_plot, splits) => splits.map(format),
        ...(isWhole && { incrs: WHOLE_STEPS }),
      },
    ],
    series: [
      {},
      ...series.map(
        ({ color }): uPlot.Series => ({
          fill: colour(color),
          width: 0,
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.7, 48] }),
        }),
      ),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

/** Returns evenly spread positions for at most so many names. */
function splitsOf(count: number, most: number): number[] {
  const step = Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}

/** Returns a token's colour as a canvas takes it, in the theme that the element is shown in. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(--color-${name})`
  return getComputedStyle(element).color
}
