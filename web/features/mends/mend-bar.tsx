import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { withKeys } from "../artwork-text/use-editor-keys.ts"
import { mendImages, saveMends } from "../images/mend-calls.ts"
import { onesOn, savedOf } from "./mend-draft.ts"
import type { MendDraftState } from "./use-mend-draft.ts"

/** Saves a draft that has changed, and adds its mends to other images, which can be undone. */
export function useMendSave(
  imageId: string,
  { draft, isDirty, markSaved }: MendDraftState,
  otherIds: readonly string[],
) {
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async () => {
      const mends = savedOf(draft)
      await saveMends(imageId, mends)
      if (otherIds.length > 0) await mendImages(new Map(otherIds.map((id) => [id, onesOn(mends)])))
      return draft
    },
    onSuccess: (saved) => {
      markSaved(saved)
      toastSuccess("Mends saved")
    },
    meta: { silent: true },
  })

  const canSave = isDirty || (otherIds.length > 0 && draft.length > 0)

  async function save(): Promise<boolean> {
    if (!canSave || isPending) return false
    return mutateAsync().then(
      () => true,
      // The notice says why.
      () => false,
    )
  }

  return { save, canSave, isPending, error }
}

type MendBarProps = {
  imageId: string
  isDirty: boolean
  /** The number of images that are mended. */
  count: number
  saving: ReturnType<typeof useMendSave>
}

/** Saves the mends, or leaves to the image. */
export function MendBar({ imageId, isDirty, count, saving }: MendBarProps) {
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
          {count === 1 ? "Save" : `Mend ${plural(count, "image")}`}
        </Button>
      </div>
    </div>
  )
}
