import { Scissors } from "lucide-react"
import type { CSSProperties, ReactNode, RefObject } from "react"
import { formatLength } from "../lib/length.ts"
import type { useFilmView } from "../lib/use-film-view.ts"
import { RulerNumbers } from "./ruler-numbers.tsx"

/** The inches or centimetres between two figures of the rulers. */
const RULER_STEP = 5

type FilmMatProps = {
  label: string
  widthIn: number
  lengthIn: number
  mat: RefObject<HTMLElement | null>
  view: ReturnType<typeof useFilmView>
  /** The film itself. */
  children: ReactNode
}

/** Draws the mat that a written sheet lies on, with its roll and rulers. It scrolls and zooms. */
export function FilmMat({ label, widthIn, lengthIn, mat, view, children }: FilmMatProps) {
  return (
    <section
      ref={mat}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the sheet
      tabIndex={0}
      {...view.gestures}
      className="mat min-h-0 flex-1 cursor-grab touch-pan-x touch-pan-y active:cursor-grabbing [scrollbar-width:thin] overflow-auto outline-offset-[-3px] [container-type:size]"
    >
      <div
        className="mx-auto grid w-fit grid-cols-[auto_auto] px-4 pt-1 pb-4 [--least:11px] coarse:[--least:32px]"
        style={
          {
            "--roll-in": widthIn,
            "--len": lengthIn,
            "--wide": `calc((100cqw - 5rem) / ${widthIn})`,
            "--whole": `max((100cqh - 7rem) / ${lengthIn}, var(--least))`,
            "--in": `calc(min(var(--wide), var(--whole), 32px) * ${view.zoom})`,
            "--sq": "var(--in)",
          } as CSSProperties
        }
      >
        <span />
        <Ruler lengthIn={widthIn} className="ruler-x" />
        <span />
        <div className="roll -mx-1.5 my-0.5 mb-0" style={{ "--roll": "24px" } as CSSProperties} />
        <Ruler lengthIn={lengthIn} className="ruler-y" />
        {children}
        <span />
        <span className="mt-2.5 flex items-center gap-2 text-xs">
          <Scissors aria-hidden="true" className="size-3.5 flex-none" />
          <span className="h-px flex-1 border-t border-dashed border-current opacity-60" />
          <b className="font-[600] text-stage-ink">{formatLength(lengthIn)}</b>
        </span>
      </div>
    </section>
  )
}

function Ruler({ lengthIn, className }: { lengthIn: number; className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <RulerNumbers lengthIn={lengthIn} step={RULER_STEP} />
    </div>
  )
}
