import { ImageOff } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"
import { fileUrl } from "../../lib/format.ts"
import { type Garment, garmentColour } from "./garment.ts"
import { useIsPale } from "./use-is-pale.ts"

type ArtworkPictureProps = {
  /** The preview's path; null shows that there is none. */
  path: string | null
  /** "" if the name stands beside it. */
  alt?: string
  /** The ground; without it the checkerboard, or black under white ink. */
  garment?: Garment
  className?: string
}

/** Shows artwork on its ground: never cropped, rounded or on plain white. */
export function ArtworkPicture({ path, alt = "", garment, className }: ArtworkPictureProps) {
  const isPale = useIsPale(path)
  const colour = garment === undefined ? (isPale ? garmentColour("black") : null) : garmentColour(garment)
  return (
    <span
      className={classNames(
        "grid flex-none place-items-center overflow-hidden",
        path === null ? "bg-sunken text-ink-3" : colour === null && "checker checker-sm",
        className,
      )}
      style={path !== null && colour !== null ? { background: colour } : undefined}
    >
      {path === null ? (
        <ImageOff aria-hidden="true" className="size-1/3 max-h-6" />
      ) : (
        <img
          src={fileUrl(path)}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full min-h-0 min-w-0 object-contain"
        />
      )}
    </span>
  )
}
