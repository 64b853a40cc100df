import { useMutation } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Ban, Download, Link2, Play, Trash2 } from "lucide-react"
import { Suspense } from "react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatCount } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { type RowSelection, useAskedIds } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { outcomeWords } from "./bulk-rules.ts"
import { saveFiles, useCopyLinks } from "./file-links.ts"
import { cancelPrints, sheetZips } from "./print-calls.ts"
import { DeletePrintsModal } from "./print-modals.tsx"
import { printActions } from "./print-rules.ts"

const ProcessPrintsModal = lazyRouteComponent(
  () => import("./process-prints-modal.tsx"),
  "ProcessPrintsModal",
)

/** Offers actions for selected prints: each button is shown if one of them allows it. */
export function PrintsBar({ selection }: { selection: RowSelection<PrintSummary> }) {
  const { rows } = selection
  const processing = useModalParam("processBulkPrints")
  const deletion = useModalParam("deleteBulkPrints")
  const processedIds = useAskedIds(processing.isOpen, selection)
  const deletedIds = useAskedIds(deletion.isOpen, selection)
  const processed = rows.filter(({ _id }) => processedIds.includes(_id))
  const idsWhere = (test: (print: PrintSummary) => boolean) => rows.filter(test).map(({ _id }) => _id)
  const drafts = idsWhere(({ status }) => printActions(status).process.kind === "process")
  const running = idsWhere(({ status }) => printActions(status).process.kind === "cancel")
  const finished = idsWhere(({ status, fileId }) => printActions(status).canShare && fileId.length > 0)
  const { download, share, cancel } = usePrintsCalls(finished, running)
  return (
    <>
      <SelectionBar count={rows.length} onClear={selection.clear}>
        {drafts.length > 0 && (
          <Button
            variant="primary"
            size="sm"
            icon={<Play />}
            {...asCommand("process-prints")}
            onClick={() => processing.open()}
          >
            Process
          </Button>
        )}
        {finished.length > 0 && (
          <Action
            words="Download"
            icon={<Download />}
            isLoading={download.isPending}
            {...asCommand("download-sheets")}
            onClick={() => download.mutate()}
          />
        )}
        {finished.length > 0 && (
          <Action
            words="Link"
            aria-label="Link for your print shop"
            title="Link for your print shop"
            icon={<Link2 />}
            isLoading={share.isPending}
            {...asCommand("link-for-shop")}
            onClick={() => share.mutate()}
          />
        )}
        {running.length > 0 && (
          <Action
            words="Cancel"
            icon={<Ban />}
            isLoading={cancel.isPending}
            {...asCommand("cancel-prints")}
            onClick={() => cancel.mutate()}
          />
        )}
        <Action
          variant="danger-ghost"
          words={`Delete Selected (${formatCount(rows.length)})`}
          aria-label={`Delete Selected (${rows.length})`}
          icon={<Trash2 />}
          {...asCommand("delete-prints")}
          onClick={() => deletion.open()}
        />
      </SelectionBar>
      {processed.length > 0 && (
        <Suspense>
          <ProcessPrintsModal
            prints={processed}
            onClose={(hasStarted) => {
              processing.close()
              if (hasStarted) selection.clear()
            }}
          />
        </Suspense>
      )}
      {deletedIds.length > 0 && (
        <DeletePrintsModal
          ids={deletedIds}
          prints={rows}
          onClose={deletion.close}
          onDeleted={({ ids: gone }) => {
            selection.drop(gone)
            deletion.close()
          }}
        />
      )}
    </>
  )
}

/** Downloads or shares what is finished, and cancels what runs. */
function usePrintsCalls(finished: readonly string[], running: readonly string[]) {
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
  return { download, share, cancel }
}

/** Draws an action, of which a phone shows only the icon. */
function Action({ words, ...button }: ButtonProps & { words: string }) {
  return (
    <Button variant="ghost" size="sm" aria-label={words} {...button}>
      <span className="coarse:hidden">{words}</span>
    </Button>
  )
}
