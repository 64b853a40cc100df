import type { MouseEvent } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import type { RowSelection } from "../../lib/use-row-selection.ts"
import { ImageTile, UploadTile } from "./image-tile.tsx"
import type { Upload } from "./upload-queue.ts"

type LibraryGridProps = {
  images: readonly Image[]
  /** Files that are being uploaded, shown before the images. */
  uploads: readonly Upload[]
  isLoading: boolean
  isRefreshing: boolean
  /** The image in the drawer beside the grid, or "". */
  openId: string
  selection: RowSelection
  onOpen: (image: Image, event: MouseEvent) => void
  onDelete: (image: Image) => void
}

export function LibraryGrid(props: LibraryGridProps) {
  const { openId, selection } = props
  return (
    <section
      aria-label="Images"
      aria-busy={props.isRefreshing || undefined}
      className={classNames(
        "mt-3 grid gap-x-4 gap-y-6 transition-opacity duration-[120ms]",
        openId === ""
          ? "grid-cols-2 md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]"
          : "grid-cols-2 md:grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))]",
        props.isRefreshing && "opacity-60",
      )}
    >
      {props.isLoading && <GridSkeleton />}
      {props.uploads.map((upload) => (
        <UploadTile key={upload.id} upload={upload} />
      ))}
      {props.images.map((image) => (
        <ImageTile
          key={image._id}
          image={image}
          isPicked={selection.has(image._id)}
          canPick={!props.isRefreshing}
          isOpen={openId === image._id}
          onOpen={(event) => props.onOpen(image, event)}
          onPickedChange={(isPicked, withShift) => selection.pick(image._id, isPicked, withShift)}
          onDelete={() => props.onDelete(image)}
        />
      ))}
    </section>
  )
}

const skeletonTiles = Array.from({ length: 12 }, (_, index) => `tile ${index}`)

function GridSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading
      </span>
      {skeletonTiles.map((tile) => (
        <div key={tile}>
          <Skeleton className="aspect-square rounded-md" />
          <Skeleton className="mt-2 h-4 w-3/4" />
          <Skeleton className="mt-1.5 h-3 w-1/2" />
        </div>
      ))}
    </>
  )
}
