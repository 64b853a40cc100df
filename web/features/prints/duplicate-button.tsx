import { useMutation } from "@tanstack/react-query"
import { Copy } from "lucide-react"
import { useRef } from "react"
import type { Print, PrintSummary } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { shortId } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { duplicatePrint } from "./print-calls.ts"

/** Makes a draft with the same items; a retry makes no second one. */
export function useDuplicate(
  print: Pick<PrintSummary, "_id">,
  onMade: (copy: Print) => void = sayWhere,
): { isPending: boolean; duplicate: () => void } {
  const requestKey = useRef(crypto.randomUUID())
  const copy = useMutation({
    mutationFn: () => duplicatePrint(print._id, requestKey.current),
    onSuccess: (made) => {
      requestKey.current = crypto.randomUUID()
      onMade(made)
    },
  })
  return { isPending: copy.isPending, duplicate: () => !copy.isPending && copy.mutate() }
}

function sayWhere(copy: Print) {
  toastSuccess(`${copy.name} was created as a draft.`, { label: "Open", href: `/prints/${copy._id}` })
}

type DuplicateButtonProps = { print: Pick<PrintSummary, "_id">; onMade?: (copy: Print) => void }

export function DuplicateButton({ print, onMade }: DuplicateButtonProps) {
  const { isPending, duplicate } = useDuplicate(print, onMade)
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Duplicate print ${shortId(print._id)}`}
      title="Duplicate"
      isLoading={isPending}
      icon={<Copy />}
      {...asCommand("duplicate-print")}
      onClick={duplicate}
    />
  )
}
