import { useMutation } from "@tanstack/react-query"
import { useCallback, useMemo } from "react"
import type { MatchChoice, Suggestion } from "../../../contract/artwork/suggestion.ts"
import { toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { acceptMatches, useSuggestions } from "../matching/match-calls.ts"
import type { ReviewItem } from "./review-draft.ts"

type ReviewMatching = {
  /** By order item, for those that lack an image or a size. */
  suggestions: ReadonlyMap<string, Suggestion>
  onMatch: (row: ReviewItem, choice: Omit<MatchChoice, "orderItemId">) => void
}

/** Returns suggestions for reviewed items, and the choice that settles one and all alike. */
export function useReviewMatching(rows: readonly ReviewItem[]): ReviewMatching {
  const lacking = rows.filter(({ item }) => item.match.imageId === null || item.match.sizeId === null)
  const ids = lacking.map(({ _id }) => _id as string)
  const suggestions = useSuggestions(useMemo(() => ids, [ids.join()]))
  const { mutate } = useMutation({
    mutationFn: ({ row, choice }: { row: ReviewItem; choice: Omit<MatchChoice, "orderItemId"> }) =>
      acceptMatches([{ ...choice, orderItemId: row._id }]),
    onSuccess: ({ undo }, { row: { item }, choice }) => {
      const words = item.sku === "" ? "Your choice is remembered" : `Remembered for ${item.sku}`
      // Undo forgets a choice; one that replaced another cannot be undone that way.
      const replaces =
        (choice.imageId && item.match.imageId !== null) ||
        ((choice.sizeId || choice.newSize) && item.match.sizeId !== null)
      if (replaces) toastSuccess(words)
      else toastUndo(words, undo)
    },
  })
  const onMatch = useCallback<ReviewMatching["onMatch"]>((row, choice) => mutate({ row, choice }), [mutate])
  return { suggestions, onMatch }
}
