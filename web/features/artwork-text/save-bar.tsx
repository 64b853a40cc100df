import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { saveText } from "./artwork-text-calls.ts"
import { savedOf } from "./text-draft.ts"
import { withKeys } from "./use-editor-keys.ts"
import type { TextDraftState } from "./use-text-draft.ts"

/** Saves a draft that has changed and has no problem. */
export function useTextSave(imageId: string, state: TextDraftState, problem: string | undefined) {
  const { draft } = state
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async () => {
      await saveText(imageId, savedOf(draft))
      return draft
    },
    onSuccess: (saved) => {
      state.markSaved(saved)
      toastSuccess("Text saved")
    },
    meta: { silent: true },
  })
  const canSave = state.isDirty && problem === undefined

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

type SaveBarProps = {
  imageId: string
  isDirty: boolean
  problem: string | undefined
  saving: ReturnType<typeof useTextSave>
}

/** Says why the text cannot be saved, saves it, or leaves to where the seller came from. */
export function SaveBar({ imageId, isDirty, problem, saving }: SaveBarProps) {
  const navigate = useNavigate()
  const isForOrders = useSearchParam("orderItem") !== ""
  return (
    <div className="sticky bottom-0 z-10 border-line border-t bg-surface p-4">
      {saving.error && (
        <Notice tone="bad" className="mb-3">
          {failureWords(saving.error)}
        </Notice>
      )}
      {problem !== undefined && isDirty && (
        <p role="status" className="mb-2 text-sm text-bad-ink">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button
          size="lg"
          className="coarse:flex-1"
          onClick={() =>
            void navigate(
              isForOrders
                ? { to: "/orders", search: { doubtful: "true" } }
                : { to: "/images", search: { editImage: imageId } },
            )
          }
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
          Save
        </Button>
      </div>
    </div>
  )
}
