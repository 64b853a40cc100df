import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { FolderInput, Scroll, Trash2, WandSparkles } from "lucide-react"
import { Suspense } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { type RowSelection, useAskedIds } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { imageCategoriesOptions } from "./image-calls.ts"

const modals = () => import("./image-modals.tsx")
const CategoryModal = lazyRouteComponent(modals, "CategoryModal")
const DeleteImagesModal = lazyRouteComponent(modals, "DeleteImagesModal")
const MoveImagesModal = lazyRouteComponent(modals, "MoveImagesModal")
const PickedMends = lazyRouteComponent(() => import("./picked-mends.tsx"), "PickedMends")
const MendImagesModal = lazyRouteComponent(() => import("./mend-images-modal.tsx"), "MendImagesModal")

type LibraryBarProps = {
  selection: RowSelection
  /** The images of this page. */
  images: readonly Image[]
}

/** Offers actions for selected images, and shows what the address asks about these, an image or a category. */
export function LibraryBar({ selection, images }: LibraryBarProps) {
  const setParams = useSetSearchParams()
  const navigate = useNavigate()
  const openId = useSearchParam("editImage")
  const editCategory = useModalParam("editCategory")
  const deleteImage = useModalParam("deleteImage")
  const mendImages = useModalParam("mendImages")
  const categories = useQuery(imageCategoriesOptions()).data?.data
  const category = categories?.find(({ _id }) => _id === editCategory.value) ?? null
  const movedIds = useAskedIds(editCategory.value === "selected", selection)
  const mendedIds = useAskedIds(mendImages.value === "selected", selection)
  const selectedIds = useAskedIds(deleteImage.value === "selected", selection)
  const deletedIds = deleteImage.value === "selected" ? selectedIds : [deleteImage.value]

  /** Deselects deleted images and closes what shows them. */
  function forget(gone: readonly string[]) {
    setParams({ deleteImage: null, ...(gone.includes(openId) ? { editImage: null } : {}) })
    selection.drop(gone)
  }

  return (
    <>
      <SelectionBar
        count={selection.ids.length}
        onClear={selection.clear}
        above={
          <Suspense>
            <PickedMends ids={selection.ids} images={images} onMended={selection.clear} />
          </Suspense>
        }
      >
        <Button
          variant="ghost"
          size="sm"
          icon={<WandSparkles />}
          {...asCommand("mend-images")}
          onClick={() => mendImages.open("selected")}
        >
          Mend
        </Button>
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
              search: { addPrint: "true", addImages: selection.ids.join(",") },
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
      <Suspense>
        {movedIds.length > 0 && (
          <MoveImagesModal
            ids={movedIds}
            onClose={editCategory.close}
            onMoved={() => {
              editCategory.close()
              selection.clear()
            }}
          />
        )}
        {mendedIds.length > 0 && (
          <MendImagesModal
            ids={mendedIds}
            onClose={mendImages.close}
            onMended={() => {
              mendImages.close()
              selection.clear()
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
        {deleteImage.isOpen && deletedIds.length > 0 && (
          <DeleteImagesModal
            ids={deletedIds}
            name={images.find((image) => image._id === deletedIds[0])?.name}
            onClose={deleteImage.close}
            onDeleted={forget}
          />
        )}
      </Suspense>
    </>
  )
}
