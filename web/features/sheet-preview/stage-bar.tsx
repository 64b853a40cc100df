import { ChevronLeft, ChevronRight, LoaderCircle, ZoomIn, ZoomOut } from "lucide-react"
import type { ReactNode } from "react"
import { inUnit, pageUnit } from "../../../contract/length.ts"
import type { Garment } from "./garment.ts"
import { GarmentPicker } from "./garment-picker.tsx"
import type { StageView } from "./use-stage-view.ts"

type StageBarProps = {
  index: number
  /** The number of sheets. */
  count: number
  onIndex: (index: number) => void
  isPacking: boolean
  garment: Garment
  onGarment: (garment: Garment) => void
  stageView: StageView
  /** Placed before the sheet's name. */
  leading: ReactNode
}

/** Turns from sheet to sheet, and sets what the film lies on and how large it is. */
export function StageBar(props: StageBarProps) {
  const { index, count, onIndex, garment, onGarment, stageView } = props
  return (
    <>
      <div className="relative z-10 flex h-12 flex-none items-center gap-1 px-4 text-stage-ink-2 coarse:h-14 coarse:px-2">
        {props.leading}
        <span className="mr-auto flex min-w-0 items-center text-sm font-[550] text-stage-ink">
          {count > 1 && (
            <StageButton label="Previous sheet" isDisabled={index === 0} onClick={() => onIndex(index - 1)}>
              <ChevronLeft className="size-4" />
            </StageButton>
          )}
          <span className="truncate whitespace-nowrap">
            Sheet {index + 1} of {count}
          </span>
          {count > 1 && (
            <StageButton
              label="Next sheet"
              isDisabled={index === count - 1}
              onClick={() => onIndex(index + 1)}
            >
              <ChevronRight className="size-4" />
            </StageButton>
          )}
          {props.isPacking && (
            <LoaderCircle
              aria-label="Packing"
              role="img"
              className="ml-2 size-4 flex-none animate-spin text-stage-ink-2"
            />
          )}
        </span>
        <span className="rounded-full bg-black/20 px-1.5 py-1 coarse:hidden">
          <GarmentPicker value={garment} onChange={onGarment} onMat />
        </span>
        <StageButton label="Zoom out" onClick={stageView.zoomOut}>
          <ZoomOut className="size-4" />
        </StageButton>
        <button
          type="button"
          onClick={stageView.fit}
          aria-label="Fit the sheet"
          className="h-8 w-11 rounded-md text-center text-xs tabular-nums hover:bg-white/10 coarse:h-11"
        >
          {stageView.isFitted
            ? "Fit"
            : `${Math.round(1 / inUnit(1 / stageView.view.pxPerIn, pageUnit()))}/${pageUnit()}`}
        </button>
        <StageButton label="Zoom in" onClick={stageView.zoomIn}>
          <ZoomIn className="size-4" />
        </StageButton>
      </div>
      <div className="relative z-10 hidden flex-none justify-center pb-2 coarse:flex">
        <GarmentPicker value={garment} onChange={onGarment} onMat />
      </div>
    </>
  )
}

type StageButtonProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode }

export function StageButton({ label, isDisabled = false, onClick, children }: StageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className="grid size-8 flex-none place-items-center rounded-md hover:bg-white/10 disabled:opacity-40 coarse:size-11"
    >
      {children}
    </button>
  )
}
