import { type ComponentProps, type ReactNode, useMemo, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Segments } from "../../components/ui/segments.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { type Zoom, ZoomButtons } from "../images/zoom-buttons.tsx"
import type { Garment } from "../sheet-preview/garment.ts"
import { GarmentPicker } from "../sheet-preview/garment-picker.tsx"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { CropBox } from "./crop-box.tsx"
import { isScaleKnown } from "./mend-draft.ts"
import { MendStage, type View, views } from "./mend-stage.tsx"
import type { OpenedArtwork } from "./mend-task.ts"
import type { MendThread } from "./mend-thread.ts"
import { useMendThread } from "./use-mend-thread.ts"
import { useMendedPictures } from "./use-mended-pictures.ts"
import { useTextsToMend } from "./use-texts-to-mend.ts"
import { widthWithin } from "./width-within.ts"

/** The pixels that the thread mends: all that a fitted picture shows, within a tenth of a second. */
const FITTED_PIXELS = 400_000
/** The pixels of a closer look. */
const CLOSE_PIXELS = 2_000_000

type CropWish = ComponentProps<typeof CropBox> & {
  /** The mends that the picture has which the crop is given. */
  below: readonly Mend[]
}

type MendViewProps = {
  image: Image
  /** The mends that are on. */
  mends: readonly Mend[]
  /** The printed width; null until it is known. */
  widthIn: number | null
  /** The template that it is printed under; null until it is known. */
  template: SheetTemplate | null
  view: View
  onView: (view: View) => void
  /** The crop whose box is shown on the picture; null for none. */
  crop: CropWish | null
  /** Called with a colour that is picked from the picture; null while none is. */
  onColour: ((colour: string) => void) | null
  /** A control beside the views. */
  children: ReactNode
}

/** Shows an image before and after these mends, on a ground, at a zoom. */
export function MendView(props: MendViewProps) {
  const { image, view, onView, children } = props
  const opened = useMendThread(image)
  const isPale = useIsPale(image.previewFile?.path ?? null)
  const [chosen, setChosen] = useState<Garment | null>(null)
  const garment = chosen ?? (isPale ? "black" : "navy")
  const [zoom, setZoom] = useState<Zoom>(null)
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 px-4 md:px-0">
        <div className="*:auto-cols-auto">
          <Segments label="View" value={view} onChange={onView} options={views} />
        </div>
        {children}
      </div>
      {/* Stays visible on a phone while settings are changed. */}
      <div className="sticky top-14 z-10 bg-canvas px-4 py-3 md:static md:z-auto md:flex md:min-h-0 md:flex-1 md:flex-col md:px-0 md:pb-0 [@media(max-height:36rem)]:static">
        {opened.state === "open" && <OpenView {...props} {...opened} {...{ garment, zoom }} />}
        {opened.state === "opening" && (
          <Skeleton className="min-h-0 flex-1 rounded-xl coarse:h-72 coarse:flex-none" />
        )}
        {opened.state === "failed" && (
          <Notice
            tone="warn"
            action={
              <Button size="sm" onClick={opened.again}>
                Try again
              </Button>
            }
          >
            The artwork could not be shown. {opened.reason}
          </Notice>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-3 px-4 pb-5 md:mt-3 md:p-0">
        <span className="text-ink-2 text-sm coarse:hidden">Seen on</span>
        <GarmentPicker value={garment} onChange={setChosen} />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
    </>
  )
}

type OpenViewProps = MendViewProps & {
  thread: MendThread
  artwork: OpenedArtwork
  garment: Garment
  zoom: Zoom
}

function OpenView({ image, thread, artwork, mends, crop, ...props }: OpenViewProps) {
  const { widthIn, template, zoom, garment, onColour } = props
  const widthPx = widthWithin(artwork, zoom === null ? FITTED_PIXELS : CLOSE_PIXELS)
  const framed = props.view === "after" ? null : crop
  const shown = framed ? framed.below : mends
  // The same wish is the same object, however often the page is drawn.
  const trims = template?.trim ?? true
  const texts = useTextsToMend(image, shown)
  const name = JSON.stringify({ mends: shown, widthPx, widthIn, trims, texts })
  const wish = useMemo(() => JSON.parse(name), [name])
  const under = template?._id ?? null
  const { pictures, problem, isPressAsked, askAgain } = useMendedPictures(image, thread, wish, under)
  const isWaiting = pictures?.press == null && mends.some(({ kind }) => kind === "trace")
  const [split, setSplit] = useState(0.5)
  const isOriginal = framed !== null || onColour !== null || mends.length === 0
  return (
    <>
      <MendStage
        name={image.name}
        {...{ pictures, isWaiting }}
        isScaleKnown={isScaleKnown(image, mends)}
        view={isOriginal ? "before" : props.view}
        {...{ split, garment, zoom }}
        onSplit={setSplit}
        filePxPerPx={artwork.ownWidthPx / widthPx}
        over={framed && <CropBox {...framed} />}
        onLook={
          onColour &&
          ((x, y) =>
            void thread.ask({ kind: "look", x, y }).then(
              (colour) => colour !== null && onColour(colour),
              () => undefined,
            ))
        }
      />
      <p role="status" className="mt-2 min-h-4 text-ink-2 text-xs">
        {onColour
          ? "Click the colour on the picture."
          : framed
            ? "Drag the box or its handles over what is kept."
            : statusOf({
                hasMends: mends.length > 0,
                isPress: pictures?.press != null,
                isPressAsked,
                tracing: !isWaiting
                  ? null
                  : problem !== null
                    ? "failed"
                    : askAgain
                      ? "unanswered"
                      : "waiting",
              })}
        {isWaiting && askAgain && (
          <Button variant="ghost" size="sm" className="-my-1.5 ml-1" onClick={askAgain}>
            Try again
          </Button>
        )}
      </p>
      {problem !== null && (
        <Notice tone="bad" className="mt-2">
          {problem}
        </Notice>
      )}
    </>
  )
}

type Status = {
  hasMends: boolean
  isPress: boolean
  isPressAsked: boolean
  /** Where a trace is that is not there yet; null if there is none. */
  tracing: "waiting" | "unanswered" | "failed" | null
}

/** Says how true the picture is. */
function statusOf({ hasMends, isPress, isPressAsked, tracing }: Status): string {
  if (!hasMends || tracing === "failed") return ""
  if (isPress) return "As the press draws it."
  if (tracing === "waiting") return "The press is tracing it …"
  if (tracing === "unanswered")
    return "The press takes longer to trace it. Save, and it is shown once it is done."
  return isPressAsked ? "A quick look. The press is drawing it …" : "A quick look."
}
