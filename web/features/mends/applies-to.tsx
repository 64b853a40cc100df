import { Check } from "lucide-react"
import type { Image } from "../../../contract/artwork/image.ts"
import { Segments } from "../../components/ui/segments.tsx"
import { classNames } from "../../lib/class-names.ts"
import { plural } from "../../lib/format.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

type AppliesToProps = {
  name: string
  /** The images that were picked with this one, as far as they are loaded. */
  others: readonly Image[]
  /** The number of all that were picked. */
  count: number
  areAll: boolean
  onAll: (areAll: boolean) => void
  /** True for an image that would be changed. */
  isChanged: (imageId: string) => boolean
}

/** Chooses whether mends are saved for the image on the stage alone, or are added to all that were picked with it. */
export function AppliesTo({ name, others, count, areAll, onAll, isChanged }: AppliesToProps) {
  return (
    <section aria-label="Applies to" className="mt-5 border-line-soft border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm font-[550]">Applies to</h2>
        <div className="*:auto-cols-auto">
          <Segments
            label="Applies to"
            value={areAll ? "all" : "one"}
            onChange={(value) => onAll(value === "all")}
            options={[
              { value: "one", label: "1 image" },
              { value: "all", label: `All ${count} picked` },
            ]}
          />
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2">
        {others.map((image) => (
          <li key={image._id} title={image.name} className="relative">
            <ArtworkPicture
              path={image.previewFile?.path ?? null}
              alt={isChanged(image._id) ? `${image.name}, is mended too` : image.name}
              className={classNames(
                "size-12 rounded-md p-1 ring-1 ring-line",
                !isChanged(image._id) && "opacity-35",
              )}
            />
            {isChanged(image._id) && (
              <span
                aria-hidden="true"
                className="-top-1 -right-1 absolute grid size-4 place-items-center rounded-full bg-accent text-on-accent ring-2 ring-surface"
              >
                <Check className="size-2.5" />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-ink-2 text-xs">
        {areAll ? wordsFor(others, isChanged) : `Only ${name} is mended.`}
      </p>
    </section>
  )
}

/** Returns how many of the other images are changed, and that theirs stay. */
function wordsFor(others: readonly Image[], isChanged: AppliesToProps["isChanged"]): string {
  const changed = others.filter(({ _id }) => isChanged(_id)).length
  const same = others.length - changed
  if (changed === 0) return "The other images stay as they are."
  const rest = same === 0 ? "" : `, ${same} ${same === 1 ? "stays as it is" : "stay as they are"}`
  return `Added to the mends of ${plural(changed, "other image")}${rest}.`
}
