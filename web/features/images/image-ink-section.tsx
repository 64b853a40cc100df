import { Link } from "@tanstack/react-router"
import { Droplet } from "lucide-react"
import type { Image } from "../../../contract/artwork/image.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { marksText } from "./ink-names.ts"

/** Says what the press will make of an image's ink, and links to the page that shows it. */
export function ImageInkSection({ image: { _id, ink } }: { image: Image }) {
  const text = marksText(ink)
  return (
    <section aria-label="Ink" className="mt-5 flex items-center gap-3 border-line-soft border-t pt-4">
      <div className="min-w-0 flex-1">
        <h3 className="text-sm font-[550]">Ink</h3>
        <p className="truncate text-ink-2 text-xs">{text === "" ? "Nothing to look at" : text}</p>
      </div>
      <Link to="/images/$imageId/ink" params={{ imageId: _id }} className={buttonVariants({ size: "sm" })}>
        <Droplet /> Look at the ink
      </Link>
    </section>
  )
}
