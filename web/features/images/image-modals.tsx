import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { type ImageCategory, imageCategoryInputSchema } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { Form } from "../../components/ui/form.tsx"
import { ConfirmModal, DeleteModal, Modal } from "../../components/ui/modal.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useForm } from "../../lib/use-form.ts"
import { CategoryPicker } from "./category-picker.tsx"
import { createCategory, deleteCategory, deleteImages, moveImages, renameCategory } from "./image-calls.ts"

type DeleteImagesModalProps = {
  ids: readonly string[]
  /** The name, if there is only one. */
  name?: string
  onClose: () => void
  onDeleted: (ids: readonly string[]) => void
}

/** Asks before images are deleted; the message after it offers to undo it. */
export function DeleteImagesModal({ ids, name, onClose, onDeleted }: DeleteImagesModalProps) {
  const remove = useMutation({
    // The ids are the call's own, because those of the page are fewer by the time it ends.
    mutationFn: (gone: readonly string[]) => deleteImages(gone),
    onSuccess: (undoIds, gone) => {
      onDeleted(gone)
      toastDeleted(
        gone.length === 1 ? "Image deleted" : `${plural(gone.length, "image")} deleted`,
        ...undoIds,
      )
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title={ids.length === 1 ? `Delete ${name ?? "this image"}?` : `Delete ${plural(ids.length, "image")}?`}
      description="Sheets that are already printed stay as they are. Prints that still need it will say that it is missing."
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate(ids)}
    />
  )
}

type MoveImagesModalProps = {
  ids: readonly string[]
  onClose: () => void
  onMoved: () => void
}

/** Changes the category of every picked image. */
export function MoveImagesModal({ ids, onClose, onMoved }: MoveImagesModalProps) {
  const [categoryId, setCategoryId] = useState("")
  const [isCustom, setIsCustom] = useState(false)
  const move = useMutation({
    mutationFn: (moved: readonly string[]) => moveImages(moved, categoryId || null),
    onSuccess: (_nothing, moved) => {
      toastSuccess(`Category of ${plural(moved.length, "image")} changed`)
      onMoved()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title="Change category"
      description={`For ${plural(ids.length, "selected image")}.`}
      verb="Change category"
      isDisabled={isCustom || ids.length === 0}
      isWorking={move.isPending}
      onConfirm={() => move.mutate(ids)}
    >
      <CategoryPicker value={categoryId} onChange={setCategoryId} onCustomChange={setIsCustom} />
    </ConfirmModal>
  )
}

type CategoryModalProps = {
  /** Null for a new one. */
  category: ImageCategory | null
  onClose: () => void
  onDeleted: () => void
}

/** Names, renames or deletes one category. */
export function CategoryModal({ category, onClose, onDeleted }: CategoryModalProps) {
  const formId = useId()
  const form = useForm({
    schema: imageCategoryInputSchema,
    initial: { name: category?.name ?? "" },
    send: async ({ name }) => {
      if (category) await renameCategory(category._id, name)
      else await createCategory(name)
      toastSuccess(category ? "Category renamed" : "Category created")
      onClose()
    },
    failureIn: "toast",
  })
  const remove = useMutation({
    mutationFn: async () => category && deleteCategory(category._id),
    onSuccess: (undoId) => {
      onDeleted()
      toastDeleted("Category deleted", undoId)
    },
  })
  return (
    <Modal
      onClose={onClose}
      title={category ? "Edit category" : "New category"}
      description={category ? "If you delete it, its images stay, without a category." : undefined}
      isChanged={form.isChanged}
      footer={
        <>
          {category && (
            <Button
              variant="danger-ghost"
              isLoading={remove.isPending}
              onClick={() => remove.mutate()}
              className="mr-auto"
            >
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={form.values.name.trim() === ""}
            isLoading={form.isSubmitting}
          >
            Save
          </Button>
        </>
      }
    >
      <Form id={formId} form={form}>
        <NameField {...form.text("name")} autoFocus />
      </Form>
    </Modal>
  )
}
