import { useQuery } from "@tanstack/react-query"
import { Segments } from "../../components/ui/segments.tsx"
import { plural } from "../../lib/format.ts"
import { imagesNowOptions } from "../images/image-calls.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

type AppliesToProps = {
  name: string
  /** The images that were picked with this one. */
  otherIds: readonly string[]
  areAll: boolean
  onAll: (areAll: boolean) => void
}

/** Chooses whether mends are saved for the image on the stage alone, or are added to all that were picked with it. */
export function AppliesTo({ name, otherIds, areAll, onAll }: AppliesToProps) {
  const others = useQuery(imagesNowOptions(otherIds)).data
  const count = otherIds.length + 1
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
      <ul className="mt-3 flex gap-2 overflow-x-auto pb-1">
        {[...(others?.values() ?? [])].map(
          (image) =>
            image && (
              <li key={image._id} title={image.name} className={areAll ? "" : "opacity-35"}>
                <ArtworkPicture
                  path={image.previewFile?.path ?? null}
                  alt={image.name}
                  className="size-12 rounded-md p-1 ring-1 ring-line"
                />
              </li>
            ),
        )}
      </ul>
      <p className="mt-1 text-ink-2 text-xs">
        {areAll
          ? `They are added to the mends of ${plural(count - 1, "other image")}.`
          : `Only ${name} is mended.`}
      </p>
    </section>
  )
}
