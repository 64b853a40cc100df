import { ZoomIn, ZoomOut } from "lucide-react"
import { useLayoutEffect, useRef, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode, InkFinding, InkPlace } from "../../../contract/artwork/ink.ts"
import { Button } from "../../components/ui/button.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl } from "../../lib/format.ts"
import { useFittedSize } from "../../lib/use-fitted-size.ts"
import { type Garment, GarmentPicker, garmentColour } from "../sheet-preview/garment-picker.tsx"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { InkPin } from "./ink-mark.tsx"
import { inkNames } from "./ink-names.ts"
import { inkTitle } from "./ink-words.ts"

/** The zooms beside the fitted picture: screen pixels for each of the file's. */
const zooms = [null, 1, 2, 4] as const
type Zoom = (typeof zooms)[number]

/** The pattern of a kind of finding, so that it reads without colour. */
const patterns: Partial<Record<InkCode, string>> = {
  "white-box": "find-box",
  "soft-alpha": "find-soft",
  halo: "find-soft",
  speck: "find-speck",
  pinhole: "find-speck",
}
const OTHER_PATTERN = "find-thin"
/** The smallest mark on screen, so that a place of a hair's width is seen. */
const LEAST_MARK_PX = 10

type InkMapProps = {
  image: Image
  /** The findings that are listed beside it, in the list's order. */
  findings: readonly InkFinding[]
  picked: InkCode | null
  onPick: (code: InkCode) => void
}

/** Shows where on the artwork the findings are: a pattern for each kind, a number for its row in the list. */
export function InkMap({ image, findings, picked, onPick }: InkMapProps) {
  const [areShown, setAreShown] = useState(true)
  const [zoom, setZoom] = useState<Zoom>(null)
  const isPale = useIsPale(image.previewFile?.path ?? null)
  const [chosen, setChosen] = useState<Garment | null>(null)
  const garment = chosen ?? (isPale ? "black" : "navy")
  const step = (by: number) => setZoom(zooms[zooms.indexOf(zoom) + by] ?? null)
  const placed = findings.flatMap((finding, i) =>
    finding.places.length > 0 ? [{ finding, number: i + 1 }] : [],
  )
  return (
    <>
      <MapStage {...{ image, garment, zoom, picked, onPick }} placed={areShown ? placed : []} />
      <ul aria-label="Marks" className="mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        {placed.map(({ finding }) => (
          <li key={finding.code} className="flex items-center gap-1.5 text-ink-2 text-xs">
            <span
              aria-hidden="true"
              className="relative block h-4 w-7 flex-none overflow-hidden rounded-xs"
              style={{ background: "var(--color-garment-navy)" }}
            >
              <span className={classNames("absolute inset-[3px]", patternOf(finding.code))} />
            </span>
            {inkNames[finding.code]}
            {finding.count > finding.places.length &&
              `, the worst ${finding.places.length} of ${finding.count}`}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <span className="text-ink-2 text-sm coarse:hidden">Seen on</span>
        <GarmentPicker value={garment} onChange={setChosen} />
        <div className="ml-auto flex items-center gap-3">
          {placed.length > 0 && (
            <span className="flex items-center gap-2 text-sm">
              <Switch label="Show findings" checked={areShown} onCheckedChange={setAreShown} />
              Findings
            </span>
          )}
          <span className="flex items-center gap-0.5">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Zoom out"
              disabled={zoom === null}
              onClick={() => step(-1)}
            >
              <ZoomOut />
            </Button>
            <output className="w-12 text-center text-xs font-[550]">
              {zoom === null ? "Fit" : `${zoom * 100} %`}
            </output>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Zoom in"
              disabled={zoom === 4}
              onClick={() => step(1)}
            >
              <ZoomIn />
            </Button>
          </span>
        </div>
      </div>
    </>
  )
}

type MapStageProps = Pick<InkMapProps, "image" | "picked" | "onPick"> & {
  garment: Garment
  zoom: Zoom
  placed: readonly { finding: InkFinding; number: number }[]
}

function MapStage({ image, garment, zoom, placed, picked, onPick }: MapStageProps) {
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
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null || left === null || width === undefined || height === undefined) return
    element.scrollTo({
      left: (left / 1000) * width - element.clientWidth / 2,
      top: (top / 1000) * height - element.clientHeight / 2,
    })
  }, [left, top, width, height])
  return (
    <div
      ref={frame}
      className={classNames(
        "mt-3 grid min-h-0 flex-1 overflow-auto rounded-xl coarse:h-78 coarse:flex-none",
        colour === null && "checker [background-size:16px_16px]",
      )}
      style={colour === null ? undefined : { background: colour }}
    >
      {size && (
        <div className="relative m-auto" style={{ width: size.widthPx, height: size.heightPx }}>
          <img
            src={fileUrl(pictureOf(image))}
            alt={image.name}
            draggable={false}
            className={classNames(
              "absolute inset-0 size-full",
              zoom !== null && zoom > 1 && "[image-rendering:pixelated]",
            )}
          />
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
  )
}

function patternOf(code: InkCode): string {
  return patterns[code] ?? OTHER_PATTERN
}

/** Returns the file itself; its preview where browsers do not show the file, or it alone is not what is printed. */
function pictureOf({ file, previewFile, fields, layers, mediaType }: Image): string {
  const isFile = fields.length === 0 && layers.length === 0 && mediaType !== "image/tiff"
  return (isFile ? file?.path : previewFile?.path) ?? ""
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
