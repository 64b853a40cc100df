import { ImageOff } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"
import { truncate } from "../../lib/format.ts"

/** The length at which titles and addresses are cut. */
export const CUT = 50

/** Shows a text cut to fit a row; all of it on hover. */
export function CutText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={className} title={text}>
      {truncate(text, CUT)}
    </span>
  )
}

/** Shows the listing's photo, as the buyer saw it: it is never printed. */
export function Mockup({ url, className }: { url: string | null; className?: string }) {
  return (
    <span
      className={classNames(
        "grid flex-none place-items-center overflow-hidden rounded-xs bg-sunken text-ink-3",
        className,
      )}
    >
      {url === null ? (
        <ImageOff aria-hidden="true" className="size-1/3 max-h-6" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
