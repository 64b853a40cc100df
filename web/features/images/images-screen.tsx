import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Upload as UploadIcon } from "lucide-react"
import { type MouseEvent, Suspense, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { texts } from "../../../contract/text.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { Hint } from "../../components/hint.tsx"
import { Button } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { FailureNotice, loadFailure } from "../../components/ui/failure-notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Pagination } from "../../components/ui/pagination.tsx"
import { SelectEverything, SelectPage } from "../../components/ui/select-all.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { plural } from "../../lib/format.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { useRowSelection } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { scopeOf } from "../../lib/use-table-params.ts"
import {
  type ImageSearch,
  imageCategoriesOptions,
  imageSearchSchema,
  imagesOptions,
  listAllImages,
} from "./image-calls.ts"
import { isFailed } from "./image-state.ts"
import { openMarks } from "./ink-names.ts"
import { LibraryFilters } from "./library-filters.tsx"
import { LibraryGrid } from "./library-grid.tsx"
import { UploadDrop } from "./upload-drop.tsx"
import type { Upload } from "./upload-queue.ts"
import { useUploads } from "./use-uploads.ts"

/** Loaded beside the screen, which shows its images without it. */
const LibraryBar = lazyRouteComponent(() => import("./library-bar.tsx"), "LibraryBar")
const ImageDrawer = lazyRouteComponent(() => import("./image-drawer.tsx"), "ImageDrawer")

const PAGE_SIZES = [25, 50, 100]
const noImages: Image[] = []

export function ImagesScreen() {
  const setParams = useSetSearchParams()
  const query = useSearch(imageSearchSchema)
  const list = useQuery(imagesOptions(query))
  const isFiltered = isFilteredBy(query)
  // An unfiltered list says how many images there are; one with all of them also says which are to be looked at.
  const isCurrent = !isFiltered && list.data !== undefined && !list.isPlaceholderData
  const hasWhole = isCurrent && list.data.data.length === list.data.pagination.totalDocuments
  const everything = useQuery({ ...imagesOptions(allOf(query)), enabled: isFiltered })
  const toLookAt = useQuery({
    ...imagesOptions({ ...allOf(query), ink: "open" }),
    enabled: !hasWhole && !list.isPending,
  })
  const categories = useQuery(imageCategoriesOptions())
  const uploads = useUploads()
  const addImage = useModalParam("addImage")
  const editImage = useModalParam("editImage")
  const deleteImage = useModalParam("deleteImage")

  const images = list.data?.data ?? noImages
  const failure = loadFailure(list)
  const counted = (isCurrent ? list : everything).data?.pagination.totalDocuments
  // The last count stays while another page is loaded.
  const [total, setTotal] = useState(counted)
  if (counted !== undefined && counted !== total) setTotal(counted)
  const selection = useRowSelection(list.data?.data, {
    list: "images",
    scope: scopeOf(query),
    total: list.data?.pagination.totalDocuments,
    listAll: () => listAllImages(query),
    canPick: (image) => !isFailed(image),
  })
  // If several are being uploaded, the list that one of them loaded has the next one too.
  const isListed = ({ imageId }: Upload) => images.some((image) => image._id === imageId)
  const shownUploads = query.page === 1 ? uploads.filter((upload) => !isListed(upload)) : []
  const isEmpty = list.isSuccess && images.length === 0 && shownUploads.length === 0

  function openTile(image: Image, event: MouseEvent) {
    if (selection.ids.length === 0) editImage.open(image._id)
    else selection.pick(image._id, event.shiftKey || !selection.has(image._id), event.shiftKey)
  }

  return (
    <div className="flex gap-6">
      <div className="min-w-0 flex-1">
        <PageHeader
          title="Images"
          description={
            total === undefined ? undefined : describeLibrary(total, categories.data?.data.length ?? 0)
          }
          isInline
          actions={
            <>
              <Link to="/fonts" className="touch px-2 font-[550] text-accent-ink text-sm hover:underline">
                Fonts
              </Link>
              {/* While there is nothing, the empty state offers the next step. */}
              {(!isEmpty || isFiltered) && (
                <CommandTip command="upload-images">
                  <Button variant="primary" icon={<UploadIcon />} onClick={() => addImage.open("true")}>
                    Upload<span className="-ml-1 coarse:hidden"> images</span>
                  </Button>
                </CommandTip>
              )}
            </>
          }
        />
        <LibraryFilters
          query={query}
          total={total}
          toLookAt={
            hasWhole
              ? images.filter(({ ink }) => openMarks(ink).length > 0).length
              : (toLookAt.data?.pagination.totalDocuments ?? 0)
          }
          found={list.data?.pagination.totalDocuments ?? 0}
        />
        {failure && <FailureNotice className="mt-5" {...failure} />}
        {isEmpty && <NoImages isFiltered={isFiltered} onUpload={() => addImage.open("true")} />}
        {images.length > 0 && (
          <div className="mt-4 flex flex-wrap items-center gap-x-4">
            <SelectPage
              selection={selection}
              isRefreshing={list.isPlaceholderData}
              className="flex h-10 items-center gap-2.5 text-sm text-ink-2 coarse:h-11"
            />
            <SelectEverything
              selection={selection}
              className="flex flex-wrap items-center gap-x-2 rounded-md bg-accent-soft/55 px-3 py-1 text-sm"
            />
          </div>
        )}
        {!isEmpty && (
          <Hint id="drop-files" className="mt-3 coarse:hidden">
            Drop or paste files anywhere on this page to upload them.
          </Hint>
        )}
        <LibraryGrid
          images={images}
          uploads={shownUploads}
          isLoading={list.isPending}
          isRefreshing={list.isPlaceholderData}
          openId={editImage.value}
          selection={selection}
          onOpen={openTile}
          onDelete={(image) => deleteImage.open(image._id)}
        />
        {list.data && list.data.pagination.totalDocuments > 0 && (
          <Pagination
            className="mt-8"
            page={list.data.pagination.page}
            limit={query.limit}
            totalPages={list.data.pagination.totalPages}
            totalRows={list.data.pagination.totalDocuments}
            pageSizes={PAGE_SIZES}
            unit="Images"
            onPage={(page) => setParams({ page: page === 1 ? null : page }, { push: true })}
            onLimit={(limit) => setParams({ limit, page: null }, { push: true })}
          />
        )}
      </div>
      {editImage.isOpen && (
        <Suspense>
          <ImageDrawer images={images} />
        </Suspense>
      )}
      <Suspense>
        <LibraryBar selection={selection} images={images} />
      </Suspense>
      <UploadDrop />
    </div>
  )
}

ImagesScreen.fetchAhead = ({ search }: Address) => {
  const query = imageSearchSchema.parse(search)
  fetchAhead(imagesOptions(query))
  if (isFilteredBy(query)) fetchAhead(imagesOptions(allOf(query)))
  fetchAhead(imageCategoriesOptions())
}

function NoImages({ isFiltered, onUpload }: { isFiltered: boolean; onUpload: () => void }) {
  const setParams = useSetSearchParams()
  if (isFiltered)
    return (
      <div className="flex flex-col items-center gap-4 py-16 text-ink-2">
        <p role="status">{texts.noMatch}</p>
        <Button
          onClick={() =>
            setParams({ search: null, imageCategory: null, ink: null, page: null }, { push: true })
          }
        >
          Show all
        </Button>
      </div>
    )
  return (
    <EmptyState
      title="No images yet"
      description="Drop your artwork anywhere on this page, paste it, or pick files. Sheets are packed from what is here."
      action={
        <Button variant="primary" size="lg" icon={<UploadIcon />} onClick={onUpload}>
          Upload images
        </Button>
      }
    />
  )
}

function isFilteredBy({ search, imageCategory, ink }: ImageSearch): boolean {
  return search !== "" || imageCategory !== "" || ink !== undefined
}

function allOf(query: ImageSearch) {
  return { ...query, page: 1, limit: 1, search: "", imageCategory: "", ink: undefined }
}

function describeLibrary(total: number, categories: number): string {
  if (total === 0) return "Nothing here yet"
  if (categories === 0) return plural(total, "image")
  return `${plural(total, "image")} in ${plural(categories, "category", "categories")}`
}
