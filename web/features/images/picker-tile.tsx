import { Check, LoaderCircle } from "lucide-react"
import { memo } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

/** The part of an image that a tile shows. */
export type PickerImage = Pick<Image, "_id" | "name" | "previewFile">

type PickerTileProps<Picked extends PickerImage> = {
  image: Picked & { status?: Image["status"] }
  /** The name among the stops of the arrow keys. */
  stopId: string
  isStop: boolean
  isPicked: boolean
  onPick: (image: Picked, withShift: boolean) => void
  /** The copies that are already in the print. */
  copies?: number
  /** A word beneath it, such as how well it fits. */
  hint?: string
  /** The state of its checkbox, while several are picked at once. */
  isTicked?: boolean
}

function Tile<Picked extends PickerImage>(props: PickerTileProps<Picked>) {
  const { image, isPicked, isTicked, copies = 0, hint } = props
  const isReady = image.status === undefined || image.status === "Ready"
  const facts = [image.name, hint, copies > 0 ? `${copies} in this print` : undefined]
  return (
    <button
      type="button"
      data-stop={props.stopId}
      tabIndex={props.isStop ? 0 : -1}
      aria-label={isReady ? facts.filter(Boolean).join(", ") : `${image.name}, preparing`}
      aria-pressed={isTicked ?? isPicked}
      title={image.name}
      disabled={!isReady}
      onClick={(event) => props.onPick(image, event.shiftKey)}
      className={classNames(
        "relative aspect-square rounded-md",
        copies > 0 || isTicked ? "ring-[1.5px] ring-accent" : "ring-1 ring-line",
        isPicked && "outline-2 outline-offset-2 outline-accent focus-visible:outline-4",
      )}
    >
      {isReady ? (
        <ArtworkPicture path={image.previewFile?.path ?? null} className="size-full rounded-md p-1.5" />
      ) : (
        <span className="checker checker-sm grid size-full place-items-center rounded-md text-paper-800">
          <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
        </span>
      )}
      {isTicked !== undefined && (
        <span
          aria-hidden="true"
          className={classNames(
            "absolute -top-1 -left-1 grid size-4.5 place-items-center rounded-xs border-[1.5px]",
            isTicked ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface",
          )}
        >
          {isTicked && <Check className="size-3" strokeWidth={3} />}
        </span>
      )}
      {copies > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1.5 -right-1.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs font-[650] text-on-accent tabular-nums ring-2 ring-canvas"
        >
          {copies}
        </span>
      )}
      {hint !== undefined && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 truncate rounded-b-md bg-raised/90 px-1 text-center text-2xs font-[550] text-ink-2"
        >
          {hint}
        </span>
      )}
    </button>
  )
}

/** Shows one image to pick; drawn again only if something about it changed. */
export const PickerTile = memo(Tile) as typeof Tile
