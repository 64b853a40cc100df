import type { ReactNode } from "react"
import { pageUnit } from "../../../contract/length.ts"
import { FilmMeter } from "../../components/ui/film-meter.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"
import { formatLength, formatLengthNumber, formatTyped } from "../../lib/length.ts"
import type { PackedSheets, SheetLayoutState } from "./use-sheet-layout.ts"

/** Returns the sheets on screen: the packed ones, or the last ones while the next are packed. */
export function shownSheets(state: SheetLayoutState): PackedSheets | null {
  if (state.kind === "packed") return state.packed
  return state.kind === "packing" ? state.last : null
}

type SheetFiguresProps = {
  state: SheetLayoutState
  /** The sum of quantities; one credit each. Known before the sheet is packed. */
  copies: number
}

/** Shows film, its use, copies and credits of a print, and its share of the longest sheet. */
export function SheetFigures({ state, copies }: SheetFiguresProps) {
  const packed = shownSheets(state)
  const isOld = state.kind === "packing"
  const longestIn = packed
    ? Math.max(0, ...packed.layout.sheets.map((sheet) => sheet.lengthPx / packed.dpi))
    : 0
  return (
    <div>
      <dl
        aria-busy={isOld || undefined}
        className={classNames(
          "grid grid-cols-4 gap-3 [&_dd]:transition-colors",
          isOld && packed && "[&_dd]:text-ink-3 [&_dd]:delay-150",
        )}
      >
        <Figure label="Film" unit={pageUnit()}>
          {packed ? (
            formatLengthNumber(packed.lengthIn)
          ) : state.kind === "packing" ? (
            <Skeleton className="h-5 w-12" />
          ) : (
            "–"
          )}
        </Figure>
        <Figure label="Film used" unit="%">
          {packed ? (
            (packed.utilisation * 100).toFixed(1)
          ) : state.kind === "packing" ? (
            <Skeleton className="h-5 w-10" />
          ) : (
            "–"
          )}
        </Figure>
        <Figure label="Copies">{formatCount(copies)}</Figure>
        <Figure label="Credits">{formatCount(copies)}</Figure>
      </dl>
      {packed && packed.savedShare !== null && (
        <FilmSaved
          share={packed.savedShare}
          boxesLengthIn={packed.boxesLengthIn}
          hasPins={isPinned(packed)}
        />
      )}
      {packed && (
        <div className="mt-3 flex items-center gap-3">
          <FilmMeter
            value={longestIn / packed.template.maxLengthIn}
            label="Longest sheet of this print compared with the longest allowed"
            className="flex-1"
          />
          <span className="text-xs whitespace-nowrap text-ink-3">
            longest sheet {formatTyped(packed.template.maxLengthIn)}
          </span>
        </div>
      )}
    </div>
  )
}

type FilmSavedProps = { share: number; boxesLengthIn: number; hasPins: boolean }

/** Shows what nesting saves, in whole percent, because tenths flicker during the search. */
function FilmSaved({ share, boxesLengthIn, hasPins }: FilmSavedProps) {
  const percent = Math.round(share * 100)
  // Copies placed by hand may take any film, which says nothing about shapes.
  if (percent <= 0 && hasPins) return null
  return (
    <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-2 tabular-nums">
      <p>
        {percent > 0 ? (
          <>
            <span className="font-[640]">{percent} %</span> less film than boxes would take
          </>
        ) : (
          "Shapes save no film on this print: packed as boxes."
        )}
      </p>
      {percent > 0 && <p className="text-xs text-ink-3">Boxes: {formatLength(boxesLengthIn)}</p>}
    </div>
  )
}

function isPinned({ layout }: PackedSheets): boolean {
  return layout.sheets.some(({ placements }) => placements.some(({ pinned }) => pinned))
}

function Figure({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="mt-0.5 flex h-6 items-center text-lg font-[640] tabular-nums">
        {children}
        {unit && children !== "–" && <span className="ml-1 text-sm font-[450] text-ink-3">{unit}</span>}
      </dd>
    </div>
  )
}
