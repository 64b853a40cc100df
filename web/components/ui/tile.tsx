import { CircleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"
import { Checkbox } from "./checkbox.tsx"
import { Progress } from "./progress.tsx"
import { Spinner } from "./spinner.tsx"

export type TileProps = {
  name: string
  /** The picture; null while there is none. */
  src: string | null
  /** `busy`: on its way (with `progress` 0..1 where known); `failed`: dashed, and the click offers the way out. */
  state?: "ready" | "busy" | "failed"
  progress?: number
  /** The exact words of a failed tile. */
  failedText?: string
  /** Artwork that is mostly white lies on black. */
  isOnDark?: boolean
  isPicked?: boolean
  onPickedChange?: (isPicked: boolean) => void
  onOpen?: () => void
  /** Below the picture. */
  children?: ReactNode
}

/** Square artwork on the checkerboard with its name below; hover or focus shows the tick. */
export function Tile({
  name,
  src,
  state = "ready",
  progress,
  failedText,
  isOnDark,
  isPicked = false,
  onPickedChange,
  onOpen,
  children,
}: TileProps) {
  return (
    <div className="group relative min-w-0">
      <button
        type="button"
        onClick={onOpen}
        aria-label={state === "failed" ? `${name}: ${failedText ?? ""}` : name}
        className={classNames(
          "relative block aspect-square w-full overflow-hidden rounded-md",
          state === "failed"
            ? "border border-bad border-dashed bg-bad-soft"
            : isOnDark
              ? "bg-garment-black"
              : "checker",
          isPicked && "outline-2 outline-accent outline-offset-2 focus-visible:outline-4",
        )}
      >
        {state !== "failed" && src !== null && (
          <img
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            className={classNames(
              "absolute inset-0 size-full object-contain p-[9%]",
              state === "busy" && "opacity-45 grayscale",
            )}
          />
        )}
        {state === "failed" && (
          <span className="flex h-full flex-col items-center justify-center gap-2 p-3 text-center text-xs font-[500] text-bad-ink">
            <CircleAlert className="size-5" aria-hidden="true" />
            {failedText}
          </span>
        )}
        {state === "busy" && progress === undefined && (
          <span className="absolute inset-0 grid place-items-center text-ink">
            <Spinner className="size-6" />
          </span>
        )}
      </button>
      {state === "busy" && progress !== undefined && (
        <span className="pointer-events-none absolute inset-x-3 bottom-12 rounded-full bg-raised px-2 py-2 shadow-float">
          <Progress value={progress} label={`Uploading ${name}`} tone="busy" />
        </span>
      )}
      {onPickedChange !== undefined && (
        <span
          className={classNames(
            "absolute top-2 left-2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100",
            isPicked && "opacity-100",
          )}
        >
          <Checkbox checked={isPicked} onCheckedChange={onPickedChange} label={`Select ${name}`} />
        </span>
      )}
      {children !== undefined && <div className="mt-2 min-w-0">{children}</div>}
    </div>
  )
}
