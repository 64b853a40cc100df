import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import type { Image } from "../../../contract/artwork/image.ts"
import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import { effectiveDpi, LOW_DPI, VERY_LOW_DPI } from "../../../sheet/preflight/warnings.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatSides, formatSize } from "../../lib/length.ts"
import { artworkOf } from "../sheet-preview/image-artwork.ts"
import { allSizesOptions } from "../sizes/size-calls.ts"

/** The resolution from which more pixels add nothing to a 300 DPI sheet. */
const SHARP_DPI = 300
/** The bar's right end; the warning's limit is in its middle. */
const BAR_DPI = 2 * LOW_DPI

/** Shows how sharp the image prints at each of the seller's sizes. */
export function ResolutionBySize({ image }: { image: Image }) {
  const sizes = useQuery(allSizesOptions())
  const here = useLocation({ select: (location) => location.href })
  const art = artworkOf(image)
  if (!art || !sizes.data) return null
  const box = printedBox(art, true)
  return (
    <section className="mt-5">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-base font-[620]">Resolution by size</h3>
        <span className="text-xs text-ink-3">
          {image.isVector ? "Vector, sharp at every size" : `${LOW_DPI} DPI or more prints sharp`}
        </span>
      </div>
      {sizes.data.data.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">
          No sizes yet.{" "}
          <Link
            to="/sizes"
            search={{ addSize: "true", callback: here }}
            className="font-[550] text-accent-ink hover:underline"
          >
            Add a size
          </Link>
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line-soft">
          {sizes.data.data.map((size) => (
            <li key={size._id} className="grid grid-cols-[1fr_5.5rem_4.5rem] items-center gap-3 py-1.5">
              <div className="min-w-0">
                <div className="wrap-anywhere text-sm font-[550]">{formatSize(size)}</div>
                <div className="text-xs text-ink-3">
                  {formatSides(size.value, (size.value * box.height) / box.width)}
                </div>
              </div>
              {image.isVector ? (
                <div className="col-span-2 text-right text-xs text-good-ink">Sharp</div>
              ) : (
                <Dpi dpi={effectiveDpi(art, size.value, true)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Dpi({ dpi }: { dpi: number }) {
  const { word, bar, ink } = gradeOf(dpi)
  return (
    <>
      <div aria-hidden="true" className="relative h-1.5 rounded-full bg-sunken">
        <span
          className={classNames("absolute inset-y-0 left-0 rounded-full", bar)}
          style={{ width: `${Math.min(100, (dpi / BAR_DPI) * 100)}%` }}
        />
        <span className="absolute -inset-y-1 left-1/2 w-px bg-line-strong" />
      </div>
      <div className="text-right">
        <div className="text-sm font-[600] tabular-nums">
          {dpi} <span className="sr-only">DPI</span>
        </div>
        <div className={classNames("text-xs", ink)}>{word}</div>
      </div>
    </>
  )
}

function gradeOf(dpi: number): { word: string; bar: string; ink: string } {
  if (dpi < VERY_LOW_DPI) return { word: "Very low", bar: "bg-bad", ink: "text-bad-ink" }
  if (dpi < LOW_DPI) return { word: "Low", bar: "bg-warn", ink: "text-warn-ink" }
  return { word: dpi < SHARP_DPI ? "Good" : "Sharp", bar: "bg-good", ink: "text-good-ink" }
}
