import { type ReactNode, type RefObject, useRef } from "react"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { useFittedSize } from "../../lib/use-fitted-size.ts"
import { useKeptCentre } from "../../lib/use-kept-centre.ts"
import { MiniMap } from "../images/mini-map.tsx"
import type { Zoom } from "../images/zoom-buttons.tsx"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import type { ShownPicture } from "./mend-task.ts"
import { MendedCanvas } from "./mended-canvas.tsx"
import { SplitLine, useSplitPlace } from "./split-line.tsx"
import { middleOf, type Place, placeOver, roomOf, sharesOf } from "./stage-places.ts"
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
  /** True if the picture after is not what prints: it is faded until the press's takes its place. */
  isWaiting: boolean
  /** False if the press's picture may print at another scale. */
  isScaleKnown: boolean
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
  const height = width === undefined ? undefined : (room.height / room.width) * width
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
      {pictures && <Labels view={view} label={afterLabel(props, pictures.press)} />}
      {pictures && zoom !== null && width !== undefined && height !== undefined && (
        <MiniMap frame={frame} size={{ width, height }} colour={colour}>
          <WholePicture {...{ pictures, room }} isBefore={view === "before"} />
        </MiniMap>
      )}
    </div>
  )
}

type PicturesProps = MendStageProps & {
  pictures: MendedPictures
  room: { width: number; height: number }
  stageWidth: number
  frame: RefObject<HTMLElement | null>
}

function Pictures({ pictures, room, stageWidth, frame, view, split, ...props }: PicturesProps) {
  const stage = useRef<HTMLDivElement>(null)
  useSplitPlace(frame, stage, split, stageWidth)
  const isPixelated = props.zoom !== null && props.zoom > 1
  const before = beforeIn(pictures, room, stageWidth)
  const after = afterIn(pictures, room, stageWidth)
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
            bitmap={before.bitmap}
            label={`${props.name}, original`}
            isPixelated={isPixelated}
            style={before.place}
          />
        </div>
      )}
      {view !== "before" && (
        <div
          className={classNames("absolute inset-0", props.isWaiting && "opacity-45")}
          style={view === "split" ? { clipPath: "inset(0 0 0 var(--split))" } : undefined}
        >
          <MendedCanvas
            bitmap={after.bitmap}
            label={`${props.name}, mended`}
            isPixelated={isPixelated}
            style={after.place}
          />
        </div>
      )}
      <div className="absolute" style={before.place}>
        {props.over}
        {props.onLook && <LookGlass onLook={props.onLook} />}
      </div>
    </div>
  )
}

type WholePictureProps = Pick<PicturesProps, "pictures" | "room"> & { isBefore: boolean }

/** Shows the whole picture as it lies on the stage. */
function WholePicture({ pictures, room, isBefore }: WholePictureProps) {
  const { bitmap, place } = (isBefore ? beforeIn : afterIn)(pictures, room, room.width)
  return <MendedCanvas bitmap={bitmap} label={null} style={sharesOf(place, room)} />
}

/** A picture, and its place on a stage. */
type Placed = { bitmap: ImageBitmap; place: Place }

function beforeIn({ before }: MendedPictures, room: PicturesProps["room"], stageWidth: number): Placed {
  return { bitmap: before, place: middleOf(before, 1, room, stageWidth) }
}

function afterIn(
  { after, scale, press }: MendedPictures,
  room: PicturesProps["room"],
  stageWidth: number,
): Placed {
  const place = middleOf(after.bitmap, scale, room, stageWidth)
  if (press === null) return { bitmap: after.bitmap, place }
  return { bitmap: press.bitmap, place: placeOver(sizeOf(press), sizeOf(after), place) }
}

function sizeOf({ bitmap: { width, height }, ink }: ShownPicture) {
  return { width, height, ink }
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

/** Says what the picture after is. */
function afterLabel(props: MendStageProps, press: ShownPicture | null): string {
  if (press !== null && props.isScaleKnown) return "As printed"
  return props.isWaiting ? "Not traced yet" : "Mended"
}

function Labels({ view, label: after }: { view: View; label: string }) {
  const label =
    "pointer-events-none absolute bottom-3 rounded-sm bg-raised px-2 py-1 text-xs font-[550] shadow-float"
  return (
    <>
      {view !== "after" && <span className={`${label} left-3`}>Original</span>}
      {view !== "before" && <span className={`${label} right-3`}>{after}</span>}
    </>
  )
}
