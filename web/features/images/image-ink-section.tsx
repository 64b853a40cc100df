import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Droplet } from "lucide-react"
import type { Image } from "../../../contract/artwork/image.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"
import { countMendsOn } from "./image-state.ts"
import { inkOptions } from "./ink-calls.ts"
import { marksText, openMarks } from "./ink-names.ts"
import { MendImageBar } from "./mend-image-bar.tsx"

/** Says what the press will make of an image's ink, links to the page that shows it, and mends it. */
export function ImageInkSection({ image }: { image: Image }) {
  const { _id, ink } = image
  const text = marksText(ink)
  const mends = countMendsOn(image)
  const hasOpen = openMarks(ink).length > 0
  const findings = useQuery({ ...inkOptions(_id, null, null), enabled: hasOpen }).data?.findings ?? []
  return (
    <section aria-label="Ink" className="mt-5 grid gap-3 border-line-soft border-t pt-4">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="text-sm font-[550]">Ink</h3>
          <p className="truncate text-ink-2 text-xs">
            {text === "" ? "Nothing to look at" : text}
            {mends > 0 && `, ${plural(mends, "mend")}`}
          </p>
        </div>
        <Link to="/images/$imageId/ink" params={{ imageId: _id }} className={buttonVariants({ size: "sm" })}>
          <Droplet /> Look at the ink
        </Link>
      </div>
      <MendImageBar imageId={_id} findings={hasOpen ? findings : []} widthIn={null} />
    </section>
  )
}
