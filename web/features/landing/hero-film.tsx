import { RefreshCw } from "lucide-react"
import { type CSSProperties, useState } from "react"
import { type FilmCopy, filmInRows } from "./living-film.ts"
import { artwork } from "./sample-film.ts"
import { type OrderLine, sampleOrders, sampleTemplate } from "./sample-orders.ts"
import { useLivingFilm } from "./use-living-film.ts"

/** Shows film off its roll, which the engine packs while one looks, with the figures of the moment. */
export function HeroFilm() {
  const [index, setIndex] = useState(0)
  const order = sampleOrders[index % sampleOrders.length]
  const film = useLivingFilm(order)
  const shorterIn = filmInRows(order).lengthIn - film.lengthIn
  const style = {
    "--in": "var(--inch)",
    "--len": film.lengthIn,
    "--roll-in": sampleTemplate.widthIn,
    "--roll": "var(--thickness)",
  } as CSSProperties
  return (
    <div className="relative mt-16 h-[33rem] md:mt-0 md:h-auto md:flex-1">
      <div
        aria-hidden="true"
        className="absolute top-0 left-[6%] origin-top-left -rotate-[6deg] [--inch:14px] [--thickness:34px] md:top-24 md:left-[17%] md:rotate-[6deg] md:[--inch:21px] md:[--thickness:54px]"
        style={style}
      >
        <div className="roll -mx-3" />
        <div className="film transition-[height] duration-500 ease-out">
          {film.copies.map((copy) => (
            <img
              key={`${index} ${copy.line} ${copy.copy}`}
              src={artwork[order[copy.line].design]}
              alt=""
              decoding="async"
              className="transition-[translate,rotate] duration-500 ease-out"
              style={placeOf(copy, order[copy.line])}
            />
          ))}
        </div>
      </div>
      <div className="absolute right-0 bottom-6 z-20 rounded-lg bg-white px-5 pt-3.5 pb-2 text-paper-950 shadow-modal md:right-auto md:bottom-12 md:-left-30">
        <dl className="flex gap-6">
          <Figure value={`${film.lengthIn.toFixed(1)} in`} unit="of film" />
          <Figure value={`${shorterIn.toFixed(1)} in`} unit="less than in rows" />
          <Figure value={String(film.copies.length)} unit="copies" />
        </dl>
        <button
          type="button"
          onClick={() => setIndex(index + 1)}
          className="-mx-2 mt-1 flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-[550] text-mat-700 hover:bg-paper-950/5 coarse:min-h-11"
        >
          <RefreshCw className="size-3.5" aria-hidden="true" />
          Pack another order
        </button>
      </div>
    </div>
  )
}

/** Returns a copy's style: its upright picture, turned around its own middle and moved to its box. */
function placeOf({ x, y, turn }: FilmCopy, { width, height }: OrderLine): CSSProperties {
  const lies = turn === 90 || turn === 270
  const across = lies ? (height - width) / 2 : 0
  return {
    "--x": 0,
    "--y": 0,
    "--w": width,
    "--h": height,
    translate: `calc(${x + across} * var(--in)) calc(${y - across} * var(--in))`,
    // A short way round.
    rotate: `${turn === 270 ? -90 : turn}deg`,
    transformOrigin: "center",
  } as CSSProperties
}

function Figure({ value, unit }: { value: string; unit: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-paper-600">{unit}</dt>
      <dd className="text-xl font-[660] tabular-nums">{value}</dd>
    </div>
  )
}
