import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { MendChange } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { withKeys } from "../artwork-text/use-editor-keys.ts"
import { mendAlike, saveMends } from "../images/mend-calls.ts"
import { savedOf } from "./mend-draft.ts"
import type { MendDraftState } from "./use-mend-draft.ts"

/** Saves a draft that has changed, and gives other images its mends, as one change that can be undone. */
export function useMendSave(
  imageId: string,
  { draft, saved, isDirty, markSaved }: MendDraftState,
  others: MendChange,
) {
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async () => {
      const mends = savedOf(draft)
      if (others.ids.length === 0) {
        await saveMends(imageId, mends)
        toastUndo("Mends saved", () => saveMends(imageId, savedOf(saved)))
        return draft
      }
      const own: MendChange = { ids: [imageId], mends, mode: "replace" }
      const refused = await mendAlike(isDirty ? [own, others] : [others])
      return refused.has(imageId) ? null : draft
    },
    onSuccess: (kept) => {
      if (kept !== null) markSaved(kept)
    },
    meta: { silent: true },
  })

  const canSave = isDirty || others.ids.length > 0

  async function save(): Promise<boolean> {
    if (!canSave || isPending) return false
    return mutateAsync().then(
      (kept) => kept !== null,
      // The notice says why.
      () => false,
    )
  }

  return { save, canSave, isPending, error }
}

type MendBarProps = {
  imageId: string
  isDirty: boolean
  /** The word for saving, with the number of images if there are several. */
  verb: string
  saving: ReturnType<typeof useMendSave>
}

/** Saves the mends, or leaves to the image. */
export function MendBar({ imageId, isDirty, verb, saving }: MendBarProps) {
  const navigate = useNavigate()
  return (
    <div className="sticky bottom-0 z-10 border-line border-t bg-surface p-4">
      {saving.error && (
        <Notice tone="bad" className="mb-3">
          {failureWords(saving.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button
          size="lg"
          className="coarse:flex-1"
          onClick={() => void navigate({ to: "/images", search: { editImage: imageId } })}
        >
          {isDirty ? "Cancel" : "Close"}
        </Button>
        <Button
          variant="primary"
          size="lg"
          className="coarse:flex-1"
          disabled={!saving.canSave}
          isLoading={saving.isPending}
          title={withKeys("Save", "save")}
          onClick={() => void saving.save()}
        >
          {verb}
        </Button>
      </div>
    </div>
  )
}
