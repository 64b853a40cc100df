import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { FolderInput, Scroll, Trash2, Upload as UploadIcon } from "lucide-react"
import { type MouseEvent, Suspense } from "react"
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
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { plural } from "../../lib/format.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { useAskedIds, useRowSelection } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { scopeOf } from "../../lib/use-table-params.ts"
import { useChosenFiles } from "./chosen-files.ts"
import { DropVeil, usePageFiles } from "./file-drop.tsx"
import {
  type ImageSearch,
  imageCategoriesOptions,
  imageSearchSchema,
  imagesOptions,
  listAllImages,
} from "./image-calls.ts"
import { isFailed } from "./image-state.ts"
import { LibraryFilters, rangeWords } from "./library-filters.tsx"
import { LibraryGrid } from "./library-grid.tsx"
import type { Upload } from "./upload-queue.ts"
import { useUploads } from "./use-uploads.ts"

const AddImageModal = lazyRouteComponent(() => import("./add-image-modal.tsx"), "AddImageModal")

const ImageDrawer = lazyRouteComponent(() => import("./image-drawer.tsx"), "ImageDrawer")

const PAGE_SIZES = [25, 50, 100]
const noImages: Image[] = []

const modals = () => import("./image-modals.tsx")
const CategoryModal = lazyRouteComponent(modals, "CategoryModal")
const DeleteImagesModal = lazyRouteComponent(modals, "DeleteImagesModal")
const MoveImagesModal = lazyRouteComponent(modals, "MoveImagesModal")

export function ImagesScreen() {
  const setParams = useSetSearchParams()
  const navigate = useNavigate()
  const query = useSearch(imageSearchSchema)
  const list = useQuery(imagesOptions(query))
  const everything = useQuery(imagesOptions(allOf(query)))
  const categories = useQuery(imageCategoriesOptions())
  const uploads = useUploads()
  const addImage = useModalParam("addImage")
  const editImage = useModalParam("editImage")
  const editCategory = useModalParam("editCategory")
  const deleteImage = useModalParam("deleteImage")
  const chosen = useChosenFiles()

  const images = list.data?.data ?? noImages
  const failure = loadFailure(list)
  const total = everything.data?.pagination.totalDocuments
  const selection = useRowSelection(list.data?.data, {
    scope: scopeOf(query),
    total: list.data?.pagination.totalDocuments,
    listAll: () => listAllImages(query),
    canPick: (image) => !isFailed(image),
  })
  const { ids: pickedIds, clear: clearPicked } = selection
  const movedIds = useAskedIds(editCategory.value === "selected", pickedIds)
  const deletedIds = useAskedIds(deleteImage.value === "selected", pickedIds)
  const isFiltered = query.search !== "" || query.imageCategory !== ""
  // If several are being uploaded, the list that one of them loaded has the next one too.
  const isListed = ({ imageId }: Upload) => images.some((image) => image._id === imageId)
  const shownUploads = query.page === 1 ? uploads.filter((upload) => !isListed(upload)) : []
  const isEmpty = list.isSuccess && images.length === 0 && shownUploads.length === 0

  const isOver = usePageFiles((dropped) => {
    chosen.choose(dropped)
    if (!addImage.isOpen) addImage.open("true")
  })

  function openTile(image: Image, event: MouseEvent) {
    if (pickedIds.length === 0) editImage.open(image._id)
    else selection.pick(image._id, event.shiftKey || !selection.has(image._id), event.shiftKey)
  }

  /** Deselects deleted images and closes what shows them. */
  function forget(gone: readonly string[]) {
    setParams({ deleteImage: null, ...(gone.includes(editImage.value) ? { editImage: null } : {}) })
    selection.drop(gone)
  }

  const openIndex = images.findIndex((image) => image._id === editImage.value)
  const neighbour = (step: number) => {
    const image = openIndex < 0 ? undefined : images[openIndex + step]
    return image && !isFailed(image) ? () => setParams({ editImage: image._id }) : null
  }
  const deleteIds = deleteImage.value === "selected" ? deletedIds : [deleteImage.value]
  const category = categories.data?.data.find((one) => one._id === editCategory.value) ?? null

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
          range={rangeWords(query.page, query.limit, list.data?.pagination.totalDocuments ?? 0)}
          onEditCategory={(value) => editCategory.open(value)}
        />
        {failure && <FailureNotice className="mt-5" {...failure} />}
        {isEmpty &&
          (isFiltered ? (
            <div className="flex flex-col items-center gap-4 py-16 text-ink-2">
              <p role="status">{texts.noMatch}</p>
              <Button
                onClick={() => setParams({ search: null, imageCategory: null, page: null }, { push: true })}
              >
                Show all
              </Button>
            </div>
          ) : (
            <EmptyState
              title="No images yet"
              description="Drop your artwork anywhere on this page, paste it, or pick files. Sheets are packed from what is here."
              action={
                <Button
                  variant="primary"
                  size="lg"
                  icon={<UploadIcon />}
                  onClick={() => addImage.open("true")}
                >
                  Upload images
                </Button>
              }
            />
          ))}
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
          <ImageDrawer
            imageId={editImage.value}
            listed={images[openIndex]}
            onClose={editImage.close}
            onDelete={() => deleteImage.open(editImage.value)}
            onPrevious={neighbour(-1)}
            onNext={neighbour(1)}
          />
        </Suspense>
      )}
      <SelectionBar count={pickedIds.length} onClear={clearPicked}>
        <Button
          variant="ghost"
          size="sm"
          icon={<FolderInput />}
          {...asCommand("move-images")}
          onClick={() => editCategory.open("selected")}
        >
          Change category
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Scroll />}
          {...asCommand("print-images")}
          onClick={() =>
            void navigate({
              to: "/prints/manual-create",
              search: { addPrint: "true", addImages: pickedIds.join(",") },
            })
          }
        >
          New print
        </Button>
        <Button
          variant="danger-ghost"
          size="sm"
          icon={<Trash2 />}
          {...asCommand("delete-images")}
          onClick={() => deleteImage.open("selected")}
        >
          Delete
        </Button>
      </SelectionBar>
      {isOver && !addImage.isOpen && <DropVeil />}
      <Suspense>
        {addImage.isOpen && <AddImageModal onClose={addImage.close} chosen={chosen} />}
        {movedIds.length > 0 && (
          <MoveImagesModal
            ids={movedIds}
            onClose={editCategory.close}
            onMoved={() => {
              editCategory.close()
              clearPicked()
            }}
          />
        )}
        {(editCategory.value === "new" || category) && (
          <CategoryModal
            key={category?._id ?? "new"}
            category={category}
            onClose={editCategory.close}
            onDeleted={() => setParams({ editCategory: null, imageCategory: null, page: null })}
          />
        )}
        {deleteImage.isOpen && deleteIds.length > 0 && (
          <DeleteImagesModal
            ids={deleteIds}
            name={images.find((image) => image._id === deleteIds[0])?.name}
            onClose={deleteImage.close}
            onDeleted={forget}
          />
        )}
      </Suspense>
    </div>
  )
}

ImagesScreen.fetchAhead = ({ search }: Address) => {
  const query = imageSearchSchema.parse(search)
  fetchAhead(imagesOptions(query))
  fetchAhead(imagesOptions(allOf(query)))
  fetchAhead(imageCategoriesOptions())
}

function allOf(query: ImageSearch) {
  return { ...query, page: 1, limit: 1, search: "", imageCategory: "" }
}

function describeLibrary(total: number, categories: number): string {
  if (total === 0) return "Nothing here yet"
  if (categories === 0) return plural(total, "image")
  return `${plural(total, "image")} in ${plural(categories, "category", "categories")}`
}
