import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { ListChecks, Upload } from "lucide-react"
import { useCallback, useMemo, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { imageCategoriesOptions, pickerImagesOptions } from "./image-calls.ts"
import { MoreImages } from "./more-images.tsx"
import { type PickerImage, PickerTile } from "./picker-tile.tsx"
import { SeveralBar } from "./several-bar.tsx"
import { useRovingFocus } from "./use-roving-focus.ts"
import { useSeveralPicked } from "./use-several-picked.ts"

/** An image that the page suggests. `hint` says why in a word or two, such as how well it fits. */
export type SuggestedImage = PickerImage & { hint?: string }

type ImagePickerProps = {
  onPick: (image: PickerImage) => void
  /** Called with several images that were ticked; without it images are picked one by one. */
  onPickSeveral?: (images: readonly Image[]) => void
  /** Images shown above the library, the best first. */
  suggested?: readonly SuggestedImage[]
  /** The copies of each image that are already in the print. */
  copies?: ReadonlyMap<string, number>
  pickedId?: string
  title?: string
}

const noImages: readonly SuggestedImage[] = []
/** A grid with ten columns only if each image is still large enough to be recognised. */
const grid = "grid grid-cols-5 gap-2 @4xl:grid-cols-10"

/**
 * Shows the library as a grid to pick from, with an upload that returns here. Suggestions, upload and images
 * are one tab stop; arrow keys go between them.
 */
export function ImagePicker(props: ImagePickerProps) {
  const { onPick, onPickSeveral, suggested = noImages, copies, pickedId, title = "Images" } = props
  const [search, setSearch] = useState("")
  const [imageCategory, setImageCategory] = useState("")
  const wanted = useMemo(() => ({ search, imageCategory }), [search, imageCategory])
  const list = useInfiniteQuery(pickerImagesOptions(wanted))
  const images = useMemo(
    () => list.data?.pages.flatMap((page) => page.data.filter(({ status }) => status !== "Failed")) ?? [],
    [list.data],
  )
  const total = list.data?.pages[0].pagination.totalDocuments ?? 0
  const categories = useQuery(imageCategoriesOptions())
  const here = useLocation({ select: (location) => location.href })
  const upload = { to: "/images", search: { addImage: "true", callback: here } } as const
  const several = useSeveralPicked(images)
  const ids = useMemo(
    () => [...suggested.map(suggestedStop), "upload", ...images.map(({ _id }) => _id)],
    [suggested, images],
  )
  const firstId = suggested.length > 0 ? ids[0] : (images.find(isReady)?._id ?? "upload")
  const { stopId, group } = useRovingFocus(ids, firstId)
  const { isOn, toggle } = several
  const pick = useCallback(
    (image: Image, withShift: boolean) => (isOn ? toggle(image, withShift) : onPick(image)),
    [isOn, toggle, onPick],
  )

  return (
    <section aria-label={title} className="@container">
      <div className="flex flex-wrap items-center gap-2">
        <h2
          className={classNames(
            "min-w-24 flex-1 text-base font-[620] md:@max-xl:min-w-0 md:@max-xl:flex-none",
            !onPickSeveral && "coarse:basis-full",
          )}
        >
          {title}
        </h2>
        {onPickSeveral && (
          <Button
            variant="ghost"
            size="sm"
            icon={<ListChecks />}
            aria-pressed={isOn}
            onClick={several.isOn ? several.end : several.begin}
            className={classNames(isOn && "bg-accent-soft text-accent-ink")}
          >
            Select several
          </Button>
        )}
        <SearchInput
          label="Search images"
          value={search}
          onSearch={setSearch}
          className="w-48 md:@max-xl:w-auto md:@max-xl:min-w-28 md:@max-xl:flex-1 coarse:w-auto coarse:min-w-32 coarse:flex-1"
        />
        <Select<string>
          label="Category"
          isQuiet
          value={imageCategory}
          onValueChange={setImageCategory}
          options={[
            { value: "", label: "All categories" },
            ...(categories.data?.data ?? []).map((category) => ({
              value: category._id,
              label: category.name,
            })),
          ]}
          className="w-40 min-w-0 md:@max-xl:w-36"
        />
      </div>
      {onPickSeveral && isOn && (
        <SeveralBar several={several} total={total} wanted={wanted} onPickSeveral={onPickSeveral} />
      )}
      <div {...group}>
        {suggested.length > 0 && !isOn && (
          <section aria-label="Suggested">
            <h3 className="mt-3 text-sm font-[550] text-ink-2">Suggested</h3>
            <div className={classNames(grid, "mt-2")}>
              {suggested.map((image) => (
                <PickerTile
                  key={image._id}
                  image={image}
                  hint={image.hint}
                  stopId={suggestedStop(image)}
                  isStop={stopId === suggestedStop(image)}
                  isPicked={image._id === pickedId}
                  onPick={onPick}
                />
              ))}
            </div>
          </section>
        )}
        {/* The scrolled box includes what its tiles draw beyond their edges. */}
        <div className="-mx-2 mt-1 max-h-76 overflow-y-auto overscroll-contain p-2 md:max-h-110 @4xl:max-h-78">
          <div className={classNames(grid, "transition-opacity", list.isPlaceholderData && "opacity-60")}>
            <Link
              {...upload}
              data-stop="upload"
              tabIndex={stopId === "upload" ? 0 : -1}
              aria-label="Upload images"
              title="Upload images"
              className="grid aspect-square place-items-center rounded-md border border-line-strong border-dashed text-ink-2 hover:bg-hover"
            >
              <Upload aria-hidden="true" className="size-5" />
            </Link>
            {images.map((image) => (
              <PickerTile
                key={image._id}
                image={image}
                stopId={image._id}
                isStop={stopId === image._id}
                copies={copies?.get(image._id)}
                isPicked={image._id === pickedId}
                isTicked={isOn ? several.picked.has(image._id) : undefined}
                onPick={pick}
              />
            ))}
          </div>
          {list.hasNextPage && (
            <MoreImages
              shown={images.length}
              total={total}
              isLoading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </div>
      </div>
      {list.isSuccess && images.length === 0 && (
        <p role="status" className="mt-3 text-sm text-ink-2">
          {search !== "" || imageCategory !== "" ? (
            texts.noMatch
          ) : (
            <>
              No images yet.{" "}
              <Link {...upload} className="touch font-[550] text-accent-ink hover:underline">
                Upload the first
              </Link>{" "}
              to begin.
            </>
          )}
        </p>
      )}
    </section>
  )
}

// Returns a stop of its own for a suggested image, because it is also in the library.
function suggestedStop({ _id }: PickerImage): string {
  return `suggested ${_id}`
}

function isReady({ status }: Image): boolean {
  return status === "Ready"
}
