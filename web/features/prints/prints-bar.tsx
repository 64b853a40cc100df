import { useMutation } from "@tanstack/react-query"
import { Ban, Download, Link2, Play, Trash2 } from "lucide-react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatCount } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import type { RowSelection } from "../../lib/use-row-selection.ts"
import { outcomeWords } from "./bulk-rules.ts"
import { saveFiles, useCopyLinks } from "./file-links.ts"
import { cancelPrints, sheetZips } from "./print-calls.ts"
import { printActions } from "./print-rules.ts"

type PrintsBarProps = {
  selection: RowSelection<PrintSummary>
  onProcess: () => void
  onDelete: () => void
}

/** Offers actions for selected prints: each button is shown if one of them allows it. */
export function PrintsBar({ selection, onProcess, onDelete }: PrintsBarProps) {
  const { rows } = selection
  const idsWhere = (test: (print: PrintSummary) => boolean) => rows.filter(test).map(({ _id }) => _id)
  const drafts = idsWhere(({ status }) => printActions(status).process.kind === "process")
  const running = idsWhere(({ status }) => printActions(status).process.kind === "cancel")
  const finished = idsWhere(({ status, fileId }) => printActions(status).canShare && fileId.length > 0)
  const download = useMutation({
    mutationFn: async () => saveFiles((await sheetZips(finished)).map((path) => ({ path }))),
  })
  const { copy } = useCopyLinks()
  const share = useMutation({
    mutationFn: async () => {
      const { makeShare } = await import("./share-calls.ts")
      await copy([`/${(await makeShare(finished)).path}`])
    },
  })
  const cancel = useMutation({
    mutationFn: () => cancelPrints(running),
    onSuccess: (outcomes) => {
      const { good, bad } = outcomeWords(outcomes, "cancelled")
      if (good !== "") toastSuccess(`${good}. The credits are back.`)
      if (bad !== "") toastError(bad)
    },
  })
  return (
    <SelectionBar count={rows.length} onClear={selection.clear}>
      {drafts.length > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={<Play />}
          {...asCommand("process-prints")}
          onClick={onProcess}
        >
          Process
        </Button>
      )}
      {finished.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Download"
          icon={<Download />}
          isLoading={download.isPending}
          {...asCommand("download-sheets")}
          onClick={() => download.mutate()}
        >
          <span className="coarse:hidden">Download</span>
        </Button>
      )}
      {finished.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Link for your print shop"
          title="Link for your print shop"
          icon={<Link2 />}
          isLoading={share.isPending}
          {...asCommand("link-for-shop")}
          onClick={() => share.mutate()}
        >
          <span className="coarse:hidden">Link</span>
        </Button>
      )}
      {running.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Cancel"
          icon={<Ban />}
          isLoading={cancel.isPending}
          {...asCommand("cancel-prints")}
          onClick={() => cancel.mutate()}
        >
          <span className="coarse:hidden">Cancel</span>
        </Button>
      )}
      <Button
        variant="danger-ghost"
        size="sm"
        aria-label={`Delete Selected (${rows.length})`}
        icon={<Trash2 />}
        {...asCommand("delete-prints")}
        onClick={onDelete}
      >
        <span className="coarse:hidden">Delete Selected ({formatCount(rows.length)})</span>
      </Button>
    </SelectionBar>
  )
}
