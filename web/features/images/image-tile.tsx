import { ImageOff, Scroll, X } from "lucide-react"
import type { MouseEvent, ReactNode } from "react"
import type { Image } from "../../../contract/image.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { Stars } from "../../components/ui/stars.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatBytes, plural } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { isFailed } from "./image-state.ts"
import type { Upload } from "./upload-queue.ts"

type ImageTileProps = {
  image: Image
  isPicked: boolean
  isOpen: boolean
  onOpen: (event: MouseEvent) => void
  onPickedChange: (isPicked: boolean, withShift: boolean) => void
  onDelete: () => void
}

/** One image of the library, in whichever state it is. */
export function ImageTile({ image, isPicked, isOpen, onOpen, onPickedChange, onDelete }: ImageTileProps) {
  if (isFailed(image)) return <FailedTile image={image} onDelete={onDelete} />
  const isReady = image.status === "Ready"
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
          <span className="checker grid size-full place-items-center" />
        )}
      </button>
      {!isReady && <BusyPanel label={`Preparing ${image.name}`} word="Preparing" share={1} isLive />}
      <span
        className={classNames(
          "absolute top-2 left-2 grid opacity-0 group-hover:opacity-100 focus-within:opacity-100 [@media(hover:none)]:opacity-100",
          isPicked && "opacity-100",
        )}
      >
        <Checkbox checked={isPicked} onCheckedChange={onPickedChange} label={`Select ${image.name}`} />
      </span>
      <TileName>{image.name}</TileName>
      <p className="truncate text-xs text-ink-3">
        {isReady ? `${image.widthPx ?? 0} × ${image.heightPx ?? 0}` : "Trimming and checking"}
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

/** A file on its way to the library. */
export function UploadTile({
  upload,
  onRetry,
  onCancel,
}: {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}) {
  const { file, state } = upload
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
        {hasEnded && (
          <div className="grid justify-items-center gap-2 text-center text-xs font-[550] text-balance text-bad-ink">
            <ImageOff aria-hidden="true" className="size-6" />
            {state === "failed" ? "The upload failed" : "Not uploaded"}
            {state === "failed" && (
              <Button size="sm" onClick={onRetry} aria-label={`Retry ${file.name}`}>
                Retry
              </Button>
            )}
          </div>
        )}
      </div>
      {!hasEnded && (
        <BusyPanel
          label={`Uploading ${file.name}`}
          word={state === "waiting" ? "Waiting" : state === "sent" ? "Preparing" : "Uploading"}
          share={upload.share}
        />
      )}
      {state !== "sent" && (
        <Button
          size="icon-sm"
          aria-label={cancelLabel}
          title={cancelLabel}
          onClick={onCancel}
          className="absolute top-2 right-2 size-7 rounded-full coarse:size-11"
        >
          <X />
        </Button>
      )}
      <TileName isQuiet>{file.name}</TileName>
      <p className={classNames("text-xs", hasEnded ? "text-bad-ink" : "truncate text-ink-3")}>
        {hasEnded
          ? upload.message
          : state === "waiting"
            ? formatBytes(file.size)
            : `${formatBytes(Math.round(file.size * upload.share))} of ${formatBytes(file.size)}`}
      </p>
    </article>
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

type BusyPanelProps = { label: string; word: string; share: number; isLive?: boolean }

// Lies over the lower end of the square picture above it.
function BusyPanel({ label, word, share, isLive }: BusyPanelProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-square items-end p-3">
      <div
        className={classNames(
          "w-full rounded-md bg-raised p-2 shadow-float",
          isLive && "motion-safe:animate-pulse",
        )}
      >
        <div className="flex justify-between text-xs">
          <span className="font-[550]">{word}</span>
          <span className="text-ink-3 tabular-nums">{Math.round(share * 100)}%</span>
        </div>
        <Progress value={share} label={label} className="mt-1.5" />
      </div>
    </div>
  )
}
