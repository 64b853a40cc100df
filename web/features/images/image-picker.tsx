import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight, LoaderCircle, Upload } from "lucide-react"
import { useState } from "react"
import type { Image } from "../../../contract/image.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"
import { useMediaQuery } from "../../lib/media-query.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { imageCategoriesOptions, imagesOptions } from "./image-calls.ts"

/** With the upload tile three rows of ten from 1280 px on, three of five below. */
const PAGE_SIZE = { ten: 29, five: 14 }

type ImagePickerProps = {
  onPick: (image: Image) => void
  /** Copies of each image that are in the print already. */
  copies?: ReadonlyMap<string, number>
  pickedId?: string
  title?: string
}

/** The library as a grid to pick from, with an upload that leads back here. */
export function ImagePicker({ onPick, copies, pickedId, title = "Images" }: ImagePickerProps) {
  const [search, setSearch] = useState("")
  const [imageCategory, setImageCategory] = useState("")
  const [page, setPage] = useState(1)
  const limit = useMediaQuery("(min-width: 80rem)") ? PAGE_SIZE.ten : PAGE_SIZE.five
  const list = useQuery(
    imagesOptions({ page, limit, search, sortBy: "createdAt", sort: "desc", imageCategory }),
  )
  const categories = useQuery(imageCategoriesOptions())
  const here = useLocation({ select: (location) => location.href })
  const upload = { to: "/images", search: { addImage: "true", callback: here } } as const
  const images = (list.data?.data ?? []).filter((image) => image.status !== "Failed")
  const pages = list.data?.pagination.totalPages ?? 1
  const filter = (change: () => void) => {
    change()
    setPage(1)
  }

  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-base font-[620]">{title}</h2>
        <SearchInput
          label="Search images"
          value={search}
          onSearch={(text) => filter(() => setSearch(text))}
          className="w-48"
        />
        <Select
          label="Category"
          isQuiet
          value={imageCategory}
          onValueChange={(id) => filter(() => setImageCategory(id))}
          options={[
            { value: "", label: "All categories" },
            ...(categories.data?.data ?? []).map((category) => ({
              value: category._id,
              label: category.name,
            })),
          ]}
          className="w-40 coarse:hidden"
        />
      </div>
      <div
        className={classNames(
          "mt-3 grid grid-cols-5 gap-2 transition-opacity xl:grid-cols-10",
          list.isPlaceholderData && "opacity-60",
        )}
      >
        <Link
          {...upload}
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
            copies={copies?.get(image._id) ?? 0}
            isPicked={image._id === pickedId}
            onPick={() => onPick(image)}
          />
        ))}
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
      {pages > 1 && (
        <nav
          aria-label="Pages of images"
          className="mt-2 flex items-center justify-end gap-1 text-xs text-ink-3"
        >
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Previous images"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft />
          </Button>
          <span className="tabular-nums">
            {formatCount(page)} of {formatCount(pages)}
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="More images"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight />
          </Button>
        </nav>
      )}
    </section>
  )
}

type PickerTileProps = { image: Image; copies: number; isPicked: boolean; onPick: () => void }

function PickerTile({ image, copies, isPicked, onPick }: PickerTileProps) {
  const isReady = image.status === "Ready"
  const name = copies > 0 ? `${image.name}, ${copies} in this print` : image.name
  return (
    <button
      type="button"
      aria-label={isReady ? name : `${image.name}, preparing`}
      aria-pressed={isPicked}
      title={image.name}
      disabled={!isReady}
      onClick={onPick}
      className={classNames(
        "relative aspect-square rounded-md",
        copies > 0 ? "ring-[1.5px] ring-accent" : "ring-1 ring-line",
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
      {copies > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-1.5 -right-1.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs font-[650] text-on-accent tabular-nums ring-2 ring-canvas"
        >
          {copies}
        </span>
      )}
    </button>
  )
}
