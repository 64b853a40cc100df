import { useMutation } from "@tanstack/react-query"
import { Check, Ellipsis, Share2 } from "lucide-react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { Menu, MenuItem, MenuSeparator } from "../../components/ui/dropdown-menu.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { shortId } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useDuplicate } from "./duplicate-button.tsx"
import { useCopyLinks } from "./file-links.ts"
import { cancelPrint } from "./print-calls.ts"
import { printActions } from "./print-rules.ts"

export type PrintHandlers = {
  onView: (print: PrintSummary) => void
  onRename: (print: PrintSummary) => void
  onProcess: (print: PrintSummary) => void
  onShowSheets: (print: PrintSummary) => void
  onDelete: (print: PrintSummary) => void
}

/** Draws Process, Cancel or 'Already Processed', by the print's state. */
export function ProcessButton({
  print,
  onProcess,
}: {
  print: PrintSummary
  onProcess: (print: PrintSummary) => void
}) {
  const { process } = printActions(print.status)
  const cancel = useMutation({
    mutationFn: () => cancelPrint(print._id),
    onSuccess: () => toastSuccess("Print cancelled. Its credits are back."),
  })
  if (process.kind === "process") {
    return (
      <Button size="sm" aria-label={`Process print ${shortId(print._id)}`} onClick={() => onProcess(print)}>
        Process
      </Button>
    )
  }
  if (process.kind === "cancel") {
    return (
      <Button
        size="sm"
        aria-label={`Cancel print ${shortId(print._id)}`}
        isLoading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </Button>
    )
  }
  return (
    <Button size="sm" variant="ghost" disabled className="-ml-2.5">
      {process.label}
    </Button>
  )
}

/** Copies the links of a completed print's sheets. */
export function ShareButton({ print }: { print: PrintSummary }) {
  const { isCopied, copy } = useCopyLinks()
  if (!printActions(print.status).canShare) return null
  const label = isCopied ? texts.linkCopied : "Share File"
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      className={isCopied ? "text-good-ink" : ""}
      {...asCommand("share-file")}
      onClick={() => void copy(print.fileId.map((file) => file.path))}
    >
      {isCopied ? <Check /> : <Share2 />}
    </Button>
  )
}

export function DeletePrintButton({
  print,
  onDelete,
}: {
  print: PrintSummary
  onDelete: (print: PrintSummary) => void
}) {
  if (!printActions(print.status).canDelete) return null
  return <DeleteButton label={`Delete print ${shortId(print._id)}`} onClick={() => onDelete(print)} />
}

/** Offers the actions that a phone's card has no room for. */
export function PrintMenu({ print, handlers }: { print: PrintSummary; handlers: PrintHandlers }) {
  const { copy } = useCopyLinks()
  const { duplicate } = useDuplicate(print)
  const actions = printActions(print.status)
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`More about print ${shortId(print._id)}`}
          // Above the rows that it overlaps.
          className="relative -my-3 -mr-3"
        >
          <Ellipsis />
        </Button>
      }
    >
      <MenuItem onSelect={() => handlers.onView(print)}>View items</MenuItem>
      <MenuItem onSelect={() => handlers.onRename(print)}>Rename</MenuItem>
      <MenuItem onSelect={duplicate}>Duplicate</MenuItem>
      {actions.canShare && (
        <>
          <MenuItem onSelect={() => handlers.onShowSheets(print)}>Sheets</MenuItem>
          <MenuItem onSelect={() => void copy(print.fileId.map((file) => file.path))}>Share File</MenuItem>
        </>
      )}
      {actions.canDelete && (
        <>
          <MenuSeparator />
          <MenuItem isDanger onSelect={() => handlers.onDelete(print)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
