import { LoaderCircle, TriangleAlert } from "lucide-react"
import { memo, type ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"
import { formatSides, formatTyped } from "../../lib/length.ts"
import type { PreviewItem, PreviewTemplate } from "./preview-item.ts"
import { SearchLine } from "./search-line.tsx"
import { shownSheets } from "./sheet-figures.tsx"
import { SheetStage, type StageGround } from "./sheet-stage.tsx"
import type { PackedSheets, SheetLayoutState } from "./use-sheet-layout.ts"

type SheetPanelProps = {
  state: SheetLayoutState
  items: readonly PreviewItem[]
  template: PreviewTemplate | null
  warnedIds: ReadonlySet<string>
  pickedId: string | null
  onHoverItem?: (itemId: string | null) => void
  /** The sheets as a hand has left them, and the hand. */
  packed?: PackedSheets
  renderHand?: (ground: StageGround) => ReactNode
  /** Buttons about the whole layout. */
  tools?: ReactNode
  /** The current stage of the sheets, and its share from 0 to 1; null for a draft. */
  running?: { stage: string; share: number } | null
  leading?: ReactNode
  className?: string
}

/**
 * Shows the stage in each of its states: sheets, an empty roll, or why there is no sheet. It is drawn again
 * only when one of its props changes, because it costs more than all that stands beside it.
 */
export const SheetPanel = memo(function SheetPanel(props: SheetPanelProps) {
  const { state, items, template, running = null, leading, className, tools, ...stage } = props
  const packed = props.packed ?? shownSheets(state)
  if (packed) {
    return (
      <div className={classNames("flex min-h-0 flex-col", className)}>
        <SheetStage
          {...stage}
          packed={packed}
          isPacking={state.kind === "packing"}
          writtenShare={running ? (running.stage === "Packing" ? 0 : running.share) : undefined}
          leading={leading}
          className="flex-1"
        />
        {running ? <RunningLine {...running} /> : <SearchLine state={state}>{tools}</SearchLine>}
      </div>
    )
  }
  return (
    <div className={classNames("mat relative flex min-h-0 flex-col", className)}>
      {leading && <div className="flex h-14 flex-none items-center px-2">{leading}</div>}
      <div className="grid flex-1 place-content-center justify-items-center gap-2 p-8 text-center text-stage-ink">
        {state.kind === "empty" && (
          <>
            <div aria-hidden="true" className="[--in:9px] [--len:15]">
              <div className="roll -mx-2 [--roll:18px]" />
              <div className="film" />
            </div>
            <p className="mt-3 text-base font-[620]">The roll is empty</p>
            <p className="max-w-72 text-sm text-stage-ink-2">
              The sheet packs itself as soon as an image has a size.
            </p>
          </>
        )}
        {state.kind === "packing" && (
          <>
            <LoaderCircle role="img" aria-label="Packing" className="size-6 animate-spin" />
            {running && (
              <p className="max-w-72 text-sm text-stage-ink-2">
                The sheet is being laid out on the server. It appears here as soon as it is ready.
              </p>
            )}
          </>
        )}
        {state.kind === "too-large" && (
          <div role="alert" className="max-w-80">
            <TriangleAlert aria-hidden="true" className="mx-auto size-6" />
            <p className="mt-2 text-base font-[620]">{tooLargeTitle(state.itemIds, items)}</p>
            <p className="mt-1 text-sm text-stage-ink-2">{template && tooLargeAdvice(template)}</p>
          </div>
        )}
        {state.kind === "failed" && (
          <p role="alert" className="max-w-72 text-sm">
            The preview could not be computed. The print itself is not affected.
          </p>
        )}
      </div>
    </div>
  )
})

/** Shows beneath the film that it is being made. Screen readers get the page's progress bar. */
function RunningLine({ stage, share }: { stage: string; share: number }) {
  return (
    <div aria-hidden="true" className="relative flex h-11 flex-none items-center bg-stage px-4 text-xs">
      <span
        className="absolute top-0 left-0 h-0.5 bg-stage-ink transition-[width] duration-300"
        style={{ width: `${share * 100}%` }}
      />
      <span className="text-stage-ink-2 tabular-nums">
        {stage}, {Math.round(share * 100)}%
      </span>
    </div>
  )
}

/** Returns `Cosmic Cat at 24 in does not fit on any sheet` */
export function tooLargeTitle(itemIds: readonly string[], items: readonly PreviewItem[]): string {
  const names = items
    .filter((item) => itemIds.includes(item.id))
    .map((item) => `${item.image?.name ?? "An item"} at ${formatTyped(item.widthIn ?? 0)}`)
  const more = names.length - 2
  const listed = names.slice(0, 2).join(" and ")
  return more > 0
    ? `${listed} and ${more} more do not fit on any sheet`
    : `${listed} ${names.length > 1 ? "do" : "does"} not fit on any sheet`
}

export function tooLargeAdvice(template: PreviewTemplate): string {
  const { widthIn, maxLengthIn, edgeIn } = template
  const room = formatSides(widthIn - 2 * edgeIn, maxLengthIn - 2 * edgeIn)
  return `Pieces on this sheet can be up to ${room}. Choose a smaller size or another sheet.`
}
