import { ImageOff, Scroll, X } from "lucide-react"
import { type MouseEvent, memo, type ReactNode, useEffect } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { Stars } from "../../components/ui/stars.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatBytes, plural } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { countMendsOn, isFailed } from "./image-state.ts"
import { InkChip, InkWords } from "./ink-chip.tsx"
import type { Upload } from "./upload-queue.ts"
import { ownPictures, uploadQueue, useOwnPicture, useUploadShare } from "./use-uploads.ts"

type ImageTileProps = {
  image: Image
  isPicked: boolean
  isOpen: boolean
  onOpen: (event: MouseEvent) => void
  canPick: boolean
  onPickedChange: (isPicked: boolean, withShift: boolean) => void
  onDelete: () => void
}

/** Shows one image of the library, in any state. */
export function ImageTile({
  image,
  isPicked,
  canPick,
  isOpen,
  onOpen,
  onPickedChange,
  onDelete,
}: ImageTileProps) {
  const isReady = image.status === "Ready"
  const mends = countMendsOn(image)
  const ownPicture = useOwnPicture(image._id)
  // The server's preview exists, or never will.
  const isSettled = isReady || isFailed(image)
  useEffect(() => {
    if (isSettled) ownPictures.drop(image._id)
  }, [isSettled, image._id])

  if (isFailed(image)) return <FailedTile image={image} onDelete={onDelete} />
  return (
    <article className="group relative min-w-0">
      <button
        type="button"
        aria-label={image.name}
        onClick={onOpen}
        className={classNames(
          "relative block aspect-square w-full overflow-hidden rounded-md ring-1 ring-line",
          (isPicked || isOpen) && "outline-2 outline-accent focus-visible:outline-4",
        )}
      >
        {isReady ? (
          <ArtworkPicture
            path={image.previewFile?.path ?? null}
            className="size-full p-4 [background-size:16px_16px]"
          />
        ) : (
          <span className="checker relative block size-full">
            <OwnPicture url={ownPicture} />
            <PreparingTag />
          </span>
        )}
      </button>
      <span
        className={classNames(
          "absolute top-2 left-2 grid opacity-0 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100",
          isPicked && "opacity-100",
        )}
      >
        <Checkbox
          checked={isPicked}
          onCheckedChange={onPickedChange}
          isDisabled={!canPick}
          label={`Select ${image.name}`}
        />
      </span>
      <InkChip marks={image.ink} className="absolute top-2 right-2" />
      <TileName>{image.name}</TileName>
      <p className="truncate text-xs text-ink-3">
        {isReady && <InkWords marks={image.ink} />}
        {isReady ? `${image.widthPx ?? 0} × ${image.heightPx ?? 0}` : "Trimming and checking"}
        {mends > 0 && `, ${plural(mends, "mend")}`}
        {image.fields.length > 0 && `, with ${image.fields.map(({ label }) => label).join(", ")}`}
      </p>
      {isReady && (
        <div className="mt-1 flex items-center justify-between">
          <Stars value={image.score} label={`Score of ${image.name}`} />
          {image.usedInPrint > 0 && (
            <span
              role="img"
              aria-label={`${plural(image.usedInPrint, "copy", "copies")} printed`}
              title={`${plural(image.usedInPrint, "copy", "copies")} printed`}
              className="inline-flex items-center gap-1 text-xs text-ink-3"
            >
              <Scroll aria-hidden="true" className="size-3" /> {image.usedInPrint}
            </span>
          )}
        </div>
      )}
    </article>
  )
}

/** Shows a file that is being uploaded, by its own picture. */
export const UploadTile = memo(function UploadTile({ upload }: { upload: Upload }) {
  const { file, state } = upload
  const picture = useOwnPicture(upload.id)
  const hasEnded = state === "failed" || state === "refused"
  const cancelLabel = hasEnded ? `Dismiss ${file.name}` : `Cancel ${file.name}`
  return (
    <article className="relative min-w-0">
      <div
        className={classNames(
          "relative grid aspect-square w-full place-items-center overflow-hidden rounded-md",
          hasEnded ? "border border-bad border-dashed bg-bad-soft p-3" : "checker ring-1 ring-line",
        )}
      >
        {hasEnded ? (
          <div className="grid justify-items-center gap-2 text-center text-xs font-[550] text-balance text-bad-ink">
            <ImageOff aria-hidden="true" className="size-6" />
            {state === "failed" ? "The upload failed" : "Not uploaded"}
            {state === "failed" && (
              <Button
                size="sm"
                onClick={() => uploadQueue.retry(upload.id)}
                aria-label={`Retry ${file.name}`}
              >
                Retry
              </Button>
            )}
          </div>
        ) : (
          <OwnPicture url={picture} isFaint={state === "waiting"} />
        )}
        {state === "sent" && <PreparingTag />}
        {state === "sending" && <SendingBar upload={upload} />}
      </div>
      {state !== "sent" && (
        <Button
          size="icon-sm"
          aria-label={cancelLabel}
          title={cancelLabel}
          onClick={() => uploadQueue.cancel(upload.id)}
          className="absolute top-2 right-2 size-7 rounded-full coarse:size-11"
        >
          <X />
        </Button>
      )}
      <TileName isQuiet>{file.name}</TileName>
      <p className={classNames("text-xs", hasEnded ? "text-bad-ink" : "truncate text-ink-3")}>
        {hasEnded ? upload.message : state === "sent" ? "Trimming and checking" : formatBytes(file.size)}
      </p>
    </article>
  )
})

function SendingBar({ upload }: { upload: Upload }) {
  return (
    <Progress
      value={useUploadShare(upload.id)}
      label={`Uploading ${upload.file.name}`}
      className="absolute inset-x-2 bottom-2 rounded-full bg-raised p-1 shadow-float"
    />
  )
}

function FailedTile({ image, onDelete }: { image: Image; onDelete: () => void }) {
  return (
    <article className="min-w-0">
      <button
        type="button"
        onClick={onDelete}
        aria-label={`${image.name}: ${texts.imageFailed}`}
        className="grid aspect-square w-full place-content-center justify-items-center gap-2 rounded-md border border-bad border-dashed bg-bad-soft p-3 text-center text-bad-ink"
      >
        <ImageOff aria-hidden="true" className="size-6" />
        <span className="text-xs font-[550] text-balance">{texts.imageFailed}</span>
      </button>
      <TileName isQuiet>{image.name}</TileName>
      {image.failureReason !== null && <p className="text-xs text-bad-ink">{image.failureReason}</p>}
    </article>
  )
}

function TileName({ isQuiet, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <h2 className={classNames("mt-2 truncate text-sm font-[550]", isQuiet && "text-ink-2")}>{children}</h2>
  )
}

/** Shows the seller's file itself until the server has drawn its preview. */
function OwnPicture({ url, isFaint = false }: { url: string | null; isFaint?: boolean }) {
  if (url === null) return null
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      className={classNames("absolute inset-0 size-full object-contain p-4", isFaint && "opacity-50")}
    />
  )
}

/** Shows a turning mark, because no share is known while the server trims and checks. */
function PreparingTag() {
  return (
    <span className="pointer-events-none absolute inset-x-0 bottom-2 grid justify-items-center">
      <span className="inline-flex items-center gap-1.5 rounded-full bg-raised px-2.5 py-1 text-xs font-[550] shadow-float">
        <Spinner className="size-3 text-busy" /> Preparing
      </span>
    </span>
  )
}
