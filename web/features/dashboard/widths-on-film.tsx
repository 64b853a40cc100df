import type { CSSProperties } from "react"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { RulerNumbers } from "../../components/ruler-numbers.tsx"
import { formatLength } from "../../lib/length.ts"
import { type NamedWidth, placeWidths } from "./place-widths.ts"

/** The film that is shown, in inches. */
const LENGTH_IN = 31
const widthIn = defaultSheetTemplate.widthIn
/** The units between two numbers of the rulers. */
const STEP = { in: 5, cm: 10 }

type WidthsOnFilmProps = {
  widths: readonly NamedWidth[]
  /** The artwork that takes the widths' places, one after the other. */
  pictures: readonly string[]
}

/** Draws an empty film with the widths on it, to scale: a picture, not a control. */
export function WidthsOnFilm({ widths, pictures }: WidthsOnFilmProps) {
  const places = placeWidths(widths, { widthIn, lengthIn: LENGTH_IN })
  return (
    <aside
      aria-label="Your film"
      className="mat sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-116 flex-none flex-col overflow-hidden border-line border-l px-4 pt-3 [--sq:33px] lg:flex"
    >
      <div className="flex h-8 items-center text-sm font-[550] text-stage-ink">Your film</div>
      <div aria-hidden="true" className="mt-2 flex justify-center pr-6">
        <div
          className="grid w-fit grid-cols-[auto_auto] [--in:15.5px]"
          style={{ "--len": LENGTH_IN, "--roll-in": widthIn } as CSSProperties}
        >
          <span />
          <div className="ruler-x">
            <RulerNumbers lengthIn={widthIn} step={STEP[pageUnit()]} />
          </div>
          <span />
          <div className="roll -mx-1.5 mt-[3px] [--roll:26px]" />
          <div className="ruler-y">
            <RulerNumbers lengthIn={LENGTH_IN} step={STEP[pageUnit()]} />
          </div>
          <div className="film">
            {places.map(({ name, x, y, widthIn: side, isFirst }, index) => (
              <span
                key={`${x} ${y}`}
                className="absolute grid place-items-center rounded-xs border-[1.5px] border-mat-700/55 border-dashed text-center text-mat-700"
                style={{
                  left: `calc(${x} * var(--in))`,
                  top: `calc(${y} * var(--in))`,
                  width: `calc(${side} * var(--in))`,
                  height: `calc(${side} * var(--in))`,
                }}
              >
                {pictures.length > 0 ? (
                  <img
                    src={pictures[index % pictures.length]}
                    alt=""
                    decoding="async"
                    className="size-full object-contain p-px"
                  />
                ) : (
                  <span className="min-w-0 max-w-full text-xs leading-4">
                    <b className="font-[600] tabular-nums">{formatLength(side)}</b>
                    {isFirst && side >= 5 && <span className="block truncate px-1">{name}</span>}
                  </span>
                )}
              </span>
            ))}
          </div>
        </div>
      </div>
      <p className="mt-6 px-10 text-center text-sm text-stage-ink-2">
        {pictures.length > 0
          ? "Your artwork in your widths, to scale."
          : "Your widths, to scale. Your artwork takes their place."}
      </p>
    </aside>
  )
}
