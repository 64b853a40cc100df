import { useMutation } from "@tanstack/react-query"
import { ImageDown } from "lucide-react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { shownQuestion } from "../../../contract/orders/personalisation.ts"
import { Button } from "../../components/ui/button.tsx"
import { truncate } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { applyBuyerFile } from "./reading-calls.ts"

/** Makes a buyer's uploaded file the artwork of this item only. */
export function UseFile({ item }: { item: OrderItem }) {
  const fetching = useMutation({
    mutationFn: (answer: number) => applyBuyerFile(item, answer),
    onSuccess: (undo) =>
      toastUndo("The buyer's file is now this item's artwork. It is being processed.", undo),
  })
  const files = item.personalisation.flatMap((upload, answer) => (upload.isFile ? [{ upload, answer }] : []))
  if (item.isOwnImage || item.status !== "Pending") return null
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {files.map(({ upload, answer }, place) => (
        <Button
          key={upload.answer}
          size="sm"
          icon={<ImageDown />}
          aria-label={`Use as artwork: ${fileName(shownQuestion(upload), files.length > 1 ? place + 1 : null)}`}
          isLoading={fetching.isPending && fetching.variables === answer}
          disabled={fetching.isPending}
          onClick={() => fetching.mutate(answer)}
        >
          Use as artwork
        </Button>
      ))}
    </span>
  )
}

function fileName(question: string, number: number | null): string {
  return [`“${truncate(question || "Upload", 24)}”`, number].filter((part) => part !== null).join(" ")
}
