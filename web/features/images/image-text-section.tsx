import { Link } from "@tanstack/react-router"
import { Type } from "lucide-react"
import type { Image } from "../../../contract/artwork/image.ts"
import { buttonVariants } from "../../components/ui/button.tsx"

/** Shows the fields that differ from piece to piece, and links to their editor. */
export function ImageTextSection({ image: { _id, fields } }: { image: Image }) {
  return (
    <section aria-label="Text" className="mt-5 flex items-center gap-3 border-line-soft border-t pt-4">
      <div className="min-w-0 flex-1">
        <h3 className="text-sm font-[550]">Text</h3>
        <p className="truncate text-ink-2 text-xs">
          {fields.length === 0
            ? "The same on every piece"
            : `${fields.map(({ label }) => label).join(", ")} different on each piece`}
        </p>
      </div>
      <Link to="/images/$imageId/text" params={{ imageId: _id }} className={buttonVariants({ size: "sm" })}>
        <Type /> {fields.length === 0 ? "Add names or numbers" : "Edit text"}
      </Link>
    </section>
  )
}
