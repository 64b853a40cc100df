import { useLayoutEffect, useRef } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode, InkFinding, InkPlace } from "../../../contract/artwork/ink.ts"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { useFittedSize } from "../../lib/use-fitted-size.ts"
import { useKeptCentre } from "../../lib/use-kept-centre.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"
import { InkPin } from "./ink-mark.tsx"
import { inkTitle } from "./ink-words.ts"
import { MiniMap } from "./mini-map.tsx"
import type { Zoom } from "./zoom-buttons.tsx"

/** The pattern of a kind of finding, so that it reads without colour. */
const patterns: Partial<Record<InkCode, string>> = {
  "white-box": "find-box",
  "soft-alpha": "find-soft",
  halo: "find-soft",
  "out-of-gamut": "find-soft",
  speck: "find-speck",
  pinhole: "find-speck",
}
const OTHER_PATTERN = "find-thin"
/** The smallest mark on screen, so that a place of a hair's width is seen. */
const LEAST_MARK_PX = 10

type InkStageProps = {
  image: Image
  /** The addresses of the pictures from the lowest up; null until they are drawn. */
  pictures: readonly string[] | null
  isFailed: boolean
  picked: InkCode | null
  onPick: (code: InkCode) => void
  garment: Garment
  zoom: Zoom
  placed: readonly { finding: InkFinding; number: number }[]
}

/** Draws the artwork's pictures on a ground, with the places of findings over them. */
export function InkStage(props: InkStageProps) {
  const { image, pictures, isFailed, garment, zoom, placed, picked, onPick } = props
  const frame = useRef<HTMLDivElement>(null)
  const { widthPx, heightPx } = image
  const canvas = { width: widthPx ?? 1, height: heightPx ?? 1 }
  const fitted = useFittedSize(frame, canvas)
  const size = zoom === null ? fitted : { widthPx: canvas.width * zoom, heightPx: canvas.height * zoom }
  const colour = garmentColour(garment)
  const worst = placed.find(({ finding }) => finding.code === picked)?.finding.places[0]
  const { left, top } = worst ? centreOf(worst) : { left: null, top: null }
  const width = size?.widthPx
  const height = size?.heightPx
  const onScroll = useKeptCentre(frame, width)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null || left === null || width === undefined || height === undefined) return
    element.scrollTo({
      left: (left / 1000) * width - element.clientWidth / 2,
      top: (top / 1000) * height - element.clientHeight / 2,
    })
  }, [left, top, width, height])
  return (
    <div className="relative mt-3 flex min-h-0 flex-1 coarse:h-78 coarse:flex-none">
      <div
        ref={frame}
        onScroll={onScroll}
        className={classNames(
          "grid min-h-0 min-w-0 flex-1 overflow-auto rounded-xl",
          colour === null && "checker [background-size:16px_16px]",
        )}
        style={colour === null ? undefined : { background: colour }}
      >
        {size && (
          <div className="relative m-auto" style={{ width: size.widthPx, height: size.heightPx }}>
            {pictures === null && !isFailed && <Skeleton className="absolute inset-0 size-full opacity-40" />}
            {pictures?.map((picture, i) => (
              <img
                key={picture}
                src={picture}
                alt={i === 0 ? image.name : ""}
                draggable={false}
                className={classNames(
                  "absolute inset-0 size-full",
                  zoom !== null && zoom > 1 && "[image-rendering:pixelated]",
                )}
              />
            ))}
            {placed.map(({ finding }) =>
              finding.places.map((place) => (
                <span
                  key={`${finding.code} ${place.x} ${place.y} ${place.width} ${place.height}`}
                  aria-hidden="true"
                  className={classNames(
                    "pointer-events-none absolute",
                    patternOf(finding.code),
                    picked !== null && picked !== finding.code && "opacity-40",
                  )}
                  style={placeStyle(place, size)}
                />
              )),
            )}
            {placed.map(({ finding, number }) => {
              const { x, y } = finding.places[0]
              return (
                <button
                  key={finding.code}
                  type="button"
                  aria-label={`${number}: ${inkTitle(finding)}`}
                  onClick={() => onPick(finding.code)}
                  className="-translate-1/2 absolute rounded-full p-3"
                  style={{ left: `${x / 10}%`, top: `${y / 10}%` }}
                >
                  <InkPin
                    severity={finding.severity}
                    number={number}
                    isOnArt
                    isPicked={picked === finding.code}
                  />
                </button>
              )
            })}
          </div>
        )}
      </div>
      {pictures !== null && zoom !== null && size && (
        <MiniMap frame={frame} size={{ width: size.widthPx, height: size.heightPx }} colour={colour}>
          {pictures.map((picture) => (
            <img
              key={picture}
              src={picture}
              alt=""
              draggable={false}
              className="absolute inset-0 size-full"
            />
          ))}
        </MiniMap>
      )}
    </div>
  )
}

/** Returns the class of a kind's pattern. */
export function patternOf(code: InkCode): string {
  return patterns[code] ?? OTHER_PATTERN
}

function centreOf({ x, y, width, height }: InkPlace): { left: number; top: number } {
  return { left: x + width / 2, top: y + height / 2 }
}

/** Returns a place on the drawn artwork, never smaller than can be seen. */
function placeStyle(place: InkPlace, size: { widthPx: number; heightPx: number }) {
  const { left, top } = centreOf(place)
  const width = Math.max(LEAST_MARK_PX, (place.width / 1000) * size.widthPx)
  const height = Math.max(LEAST_MARK_PX, (place.height / 1000) * size.heightPx)
  return {
    left: (left / 1000) * size.widthPx - width / 2,
    top: (top / 1000) * size.heightPx - height / 2,
    width,
    height,
  }
}
