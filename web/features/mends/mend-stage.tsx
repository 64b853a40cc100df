import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { useFittedSize } from "../../lib/use-fitted-size.ts"
import type { Zoom } from "../images/zoom-buttons.tsx"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { MendedCanvas } from "./mended-canvas.tsx"
import { SplitLine, useSplitPlace } from "./split-line.tsx"
import { middleOf, placeOver, roomOf } from "./stage-places.ts"
import type { MendedPictures } from "./use-mended-pictures.ts"

/** The ways to compare the artwork as it was with what its mends make of it. */
export const views = [
  { value: "split", label: "Before and after" },
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
] as const
export type View = (typeof views)[number]["value"]

type MendStageProps = {
  name: string
  /** Null until they are drawn. */
  pictures: MendedPictures | null
  view: View
  split: number
  onSplit: (at: number) => void
  garment: Garment
  zoom: Zoom
  /** The pixels of the file for each of the picture before. */
  filePxPerPx: number
  /** A part over the picture before, in its place. */
  over: ReactNode
  /** Called with a place on the picture before, in thousandths; null while no colour is picked. */
  onLook: ((x: number, y: number) => void) | null
}

/** Shows the artwork before and after its mends on a ground. */
export function MendStage(props: MendStageProps) {
  const { pictures, view, split, onSplit, garment, zoom, filePxPerPx } = props
  const frame = useRef<HTMLDivElement>(null)
  const room = pictures
    ? roomOf({ before: pictures.before, after: pictures.after.bitmap, scale: pictures.scale })
    : { width: 1, height: 1 }
  const fitted = useFittedSize(frame, room)
  const colour = garmentColour(garment)
  const width = zoom === null ? fitted?.widthPx : room.width * filePxPerPx * zoom
  const onScroll = useKeptCentre(frame, width)
  return (
    <div className="relative flex min-h-0 flex-1 overflow-hidden rounded-xl coarse:h-72 coarse:flex-none">
      <section
        ref={frame}
        aria-label="Picture"
        tabIndex={zoom === null ? undefined : 0}
        onScroll={onScroll}
        className={classNames(
          "grid min-h-0 min-w-0 flex-1 overflow-auto rounded-xl -outline-offset-2",
          colour === null && "checker [background-size:16px_16px]",
        )}
        style={colour === null ? undefined : { background: colour }}
      >
        {!pictures && <Skeleton className="m-auto size-2/3 opacity-40" />}
        {pictures && width !== undefined && (
          <Pictures {...props} pictures={pictures} room={room} stageWidth={width} frame={frame} />
        )}
      </section>
      {pictures && view === "split" && <SplitLine at={split} onMove={onSplit} />}
      {pictures && <Labels view={view} isPress={pictures.press !== null} />}
    </div>
  )
}

/** Keeps what is in the middle of a frame there when its content is drawn at another width. Returns what follows scrolling. */
function useKeptCentre(frame: RefObject<HTMLElement | null>, widthPx: number | undefined): () => void {
  const centre = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null || widthPx === undefined) return
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
    element.scrollTo({
      left: centre.current.x * scrollWidth - clientWidth / 2,
      top: centre.current.y * scrollHeight - clientHeight / 2,
    })
  }, [frame, widthPx])
  return () => {
    const element = frame.current
    if (element === null) return
    centre.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    }
  }
}

type PicturesProps = MendStageProps & {
  pictures: MendedPictures
  room: { width: number; height: number }
  stageWidth: number
  frame: RefObject<HTMLElement | null>
}

function Pictures({ pictures, room, stageWidth, frame, view, split, ...props }: PicturesProps) {
  const { before, after, scale, press } = pictures
  const stage = useRef<HTMLDivElement>(null)
  useSplitPlace(frame, stage, split, stageWidth)
  const isPixelated = props.zoom !== null && props.zoom > 1
  const beforePlace = middleOf(before, 1, room, stageWidth)
  const ownPlace = middleOf(after.bitmap, scale, room, stageWidth)
  const own = { width: after.bitmap.width, height: after.bitmap.height, ink: after.ink }
  const shown = press ?? after
  const { width, height } = shown.bitmap
  const afterPlace = press ? placeOver({ width, height, ink: press.ink }, own, ownPlace) : ownPlace
  return (
    <div
      ref={stage}
      className="relative m-auto"
      style={{ width: stageWidth, height: (room.height / room.width) * stageWidth }}
    >
      {view !== "after" && (
        <div
          className="absolute inset-0"
          style={view === "split" ? { clipPath: "inset(0 calc(100% - var(--split)) 0 0)" } : undefined}
        >
          <MendedCanvas
            bitmap={before}
            label={`${props.name}, original`}
            isPixelated={isPixelated}
            style={beforePlace}
          />
        </div>
      )}
      {view !== "before" && (
        <div
          className="absolute inset-0"
          style={view === "split" ? { clipPath: "inset(0 0 0 var(--split))" } : undefined}
        >
          <MendedCanvas
            bitmap={shown.bitmap}
            label={`${props.name}, mended`}
            isPixelated={isPixelated}
            style={afterPlace}
          />
        </div>
      )}
      <div className="absolute" style={beforePlace}>
        {props.over}
        {props.onLook && <LookGlass onLook={props.onLook} />}
      </div>
    </div>
  )
}

/** Takes the place that is clicked, for a colour of the picture. Keys type a colour instead. */
function LookGlass({ onLook }: { onLook: (x: number, y: number) => void }) {
  return (
    <div
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
        onLook(((event.clientX - left) / width) * 1000, ((event.clientY - top) / height) * 1000)
      }}
    />
  )
}

function Labels({ view, isPress }: { view: View; isPress: boolean }) {
  const label =
    "pointer-events-none absolute bottom-3 rounded-sm bg-raised px-2 py-1 text-xs font-[550] shadow-float"
  return (
    <>
      {view !== "after" && <span className={`${label} left-3`}>Original</span>}
      {view !== "before" && <span className={`${label} right-3`}>{isPress ? "As printed" : "Mended"}</span>}
    </>
  )
}
