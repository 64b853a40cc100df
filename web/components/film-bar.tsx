import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react"
import type { ReactNode } from "react"
import type { useFilmView } from "../lib/use-film-view.ts"

type FilmBarProps = {
  index: number
  /** The number of sheets. */
  count: number
  onIndex: (index: number) => void
  /** Chooses what the film lies on, where that can be chosen. */
  garments?: ReactNode
  view: ReturnType<typeof useFilmView>
}

/** Turns from sheet to sheet, and sets how large the film is and what it lies on. */
export function FilmBar({ index, count, onIndex, garments, view }: FilmBarProps) {
  return (
    <>
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-1 px-4 py-1 coarse:px-2">
        <span className="mr-auto flex items-center text-sm font-[550] whitespace-nowrap text-stage-ink">
          {count > 1 && (
            <BarButton label="Previous sheet" isDisabled={index === 0} onClick={() => onIndex(index - 1)}>
              <ChevronLeft />
            </BarButton>
          )}
          Sheet {index + 1} of {count}
          {count > 1 && (
            <BarButton label="Next sheet" isDisabled={index >= count - 1} onClick={() => onIndex(index + 1)}>
              <ChevronRight />
            </BarButton>
          )}
        </span>
        {garments && <span className="rounded-full bg-black/20 px-1.5 py-1 coarse:hidden">{garments}</span>}
        <BarButton label="Zoom out" isDisabled={view.isLeast} onClick={view.zoomOut}>
          <ZoomOut />
        </BarButton>
        <BarButton label="Fit the sheet" onClick={view.fit}>
          {view.zoom === 1 ? "Fit" : `${Math.round(view.zoom * 100)}%`}
        </BarButton>
        <BarButton label="Zoom in" isDisabled={view.isMost} onClick={view.zoomIn}>
          <ZoomIn />
        </BarButton>
      </div>
      {garments && <div className="hidden flex-none justify-center pb-2 coarse:flex">{garments}</div>}
    </>
  )
}

type BarButtonProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode }

function BarButton({ label, isDisabled = false, onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className="grid h-8 min-w-8 flex-none place-items-center rounded-md text-xs tabular-nums hover:bg-white/10 disabled:opacity-40 coarse:h-11 coarse:min-w-11 [&_svg]:size-4"
    >
      {children}
    </button>
  )
}
