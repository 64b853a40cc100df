import { Scissors } from "lucide-react"
import type { CSSProperties } from "react"
import { inchesFrom, pageUnit } from "../../../contract/length.ts"
import { RulerNumbers } from "../../components/ruler-numbers.tsx"
import { formatLength } from "../../lib/length.ts"
import { type Film, rulerStep, type View } from "./view.ts"

export function Roll({ view, widthIn }: { view: View; widthIn: number }) {
  const width = widthIn * view.pxPerIn + 12
  const height = Math.min(34, Math.max(14, view.pxPerIn * 2))
  return (
    <div
      aria-hidden="true"
      className="absolute! top-0 left-0"
      style={{ width, height, transform: `translate(${view.x - 6}px, ${view.y - height + 2}px)` }}
    >
      <div className="roll" style={{ "--roll": `${height}px` } as CSSProperties} />
    </div>
  )
}

/** Draws inches or centimetres along both sides. They follow the film, but never leave the stage. */
export function Rulers({ view, film }: { view: View; film: { widthIn: number; lengthIn: number } }) {
  const step = rulerStep(inchesFrom(1, pageUnit()) * view.pxPerIn)
  const rollPx = Math.min(34, Math.max(14, view.pxPerIn * 2))
  const top = Math.max(0, view.y - rollPx - 18)
  const left = Math.max(0, view.x - 34)
  const style = {
    "--in": `${view.pxPerIn}px`,
    "--roll-in": film.widthIn,
    "--len": film.lengthIn,
  } as CSSProperties
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden" style={style}>
      {top === 0 && <span className="absolute inset-x-0 top-0 h-4.5 bg-stage/80" />}
      {left === 0 && <span className="absolute inset-y-0 left-0 w-6.5 bg-stage/80" />}
      <div
        className="ruler-x absolute! top-0 left-0 z-1"
        style={{ transform: `translate(${view.x}px, ${top}px)` }}
      >
        <RulerNumbers lengthIn={film.widthIn} step={step} />
      </div>
      <div
        className="ruler-y absolute! top-0 left-0 z-1"
        style={{ transform: `translate(${left}px, ${view.y}px)` }}
      >
        <RulerNumbers lengthIn={film.lengthIn} step={step} />
      </div>
    </div>
  )
}

/** Covers the part of the film that is not written yet. */
export function Veil({ view, film, fromIn }: { view: View; film: Film; fromIn: number }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0 border-t-2 border-stage-ink/70 bg-stage/60 transition-[height,transform] duration-300 ease-out motion-reduce:transition-none"
      style={{
        width: film.widthIn * view.pxPerIn,
        height: Math.max(0, film.lengthIn - fromIn) * view.pxPerIn,
        transform: `translate(${view.x}px, ${view.y + fromIn * view.pxPerIn}px)`,
      }}
    />
  )
}

/** Marks where the film is cut, and at what length. */
export function CutLine({ view, film }: { view: View; film: { widthIn: number; lengthIn: number } }) {
  return (
    <div
      className="pointer-events-none absolute top-0 left-0 flex items-center gap-2 text-xs text-stage-ink-2"
      style={{
        width: Math.max(96, film.widthIn * view.pxPerIn),
        transform: `translate(${view.x}px, ${view.y + film.lengthIn * view.pxPerIn + 10}px)`,
      }}
    >
      <Scissors aria-hidden="true" className="size-3.5 flex-none" />
      <span className="h-px flex-1 border-t border-dashed border-current opacity-60" />
      <b className="font-[600] whitespace-nowrap text-stage-ink">{formatLength(film.lengthIn)}</b>
    </div>
  )
}
