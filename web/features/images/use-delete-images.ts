import { useMutation } from "@tanstack/react-query"
import { plural } from "../../lib/format.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { deleteImages } from "./image-calls.ts"

/** Deletes images at once; the message offers to undo it. */
export function useDeleteImages(onDeleted: (ids: readonly string[]) => void) {
  return useMutation({
    // The ids are the call's own: those of the page are fewer by the time it ends.
    mutationFn: (gone: readonly string[]) => deleteImages(gone),
    onSuccess: (undoIds, gone) => {
      toastDeleted(
        gone.length === 1 ? "Image deleted" : `${plural(gone.length, "image")} deleted`,
        ...undoIds,
      )
      onDeleted(gone)
    },
  })
}
