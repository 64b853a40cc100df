import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { type Packing, packings } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { LeftOut } from "../../components/left-out.tsx"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { failureWords } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { formatTemplate } from "../../lib/length.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { toastFailure, toastSuccess } from "../../lib/toast.tsx"
import { useBuyCredits } from "../credits/use-buy-credits.ts"
import { processPrint } from "../prints/print-calls.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { packingNames } from "../sizes/template-words.ts"
import { SkippedRemedies } from "../values/no-place.tsx"
import { type BatchWish, batchOptions, makeBatch } from "./batch-calls.ts"
import { batchSpans, batchWords, creditWords } from "./batch-words.ts"

type BatchModalProps = {
  /** The chosen shop, if any. */
  integrationId: string | undefined
  onClose: () => void
}

/**
 * Makes one draft of all that can be printed and has to ship, and lists what is left out, with its remedy.
 */
export function BatchModal({ integrationId, onClose }: BatchModalProps) {
  const navigate = useNavigate()
  const [days, setDays] = useState<string>(batchSpans[0].value)
  const [sheetTemplateId, setTemplate] = useState("")
  const [packing, setPacking] = useState<Packing>()
  const templates = useQuery(sheetTemplatesOptions()).data?.data ?? []
  const template =
    templates.find((one) => one._id === sheetTemplateId) ?? templates.find((one) => one.isDefault)
  const request: BatchWish = { integrationId, shipWithinDays: days === "" ? undefined : Number(days) }
  const { data: batch, error, isPlaceholderData } = useQuery(batchOptions(request))
  const make = useMutation({
    mutationFn: async (end: "draft" | "process") => {
      const { _id } = await makeBatch({
        ...request,
        sheetTemplateId: sheetTemplateId || undefined,
        packing,
      })
      if (_id === null) return
      if (end === "draft") toastSuccess(texts.printCreated)
      else await start(_id)
      void navigate({ to: "/prints/$printId", params: { printId: _id } })
    },
  })
  const items = batch?.items ?? 0
  const credits = batch?.copies ?? 0
  const { availableCredits } = useAuth().user.credit
  const short = Math.max(0, credits - availableCredits)
  const buyCredits = useBuyCredits(short)
  const skipped = batch?.skipped ?? []
  return (
    <Modal
      onClose={onClose}
      size="md"
      title="Make today’s film"
      description="Makes one print of everything that is ready and has to ship."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {short > 0 && <Button onClick={() => buyCredits()}>Buy Credits</Button>}
          <Button
            disabled={items === 0 || isPlaceholderData || make.isPending}
            isLoading={make.isPending && make.variables === "draft"}
            onClick={() => make.mutate("draft")}
          >
            {items === 0 ? "Create print" : `Create print of ${plural(items, "item")}`}
          </Button>
          <Button
            variant="primary"
            aria-describedby="batch-credits"
            disabled={items === 0 || short > 0 || isPlaceholderData || make.isPending}
            isLoading={make.isPending && make.variables === "process"}
            onClick={() => make.mutate("process")}
          >
            Create and process…
          </Button>
        </>
      }
    >
      <Field label="Orders that ship">
        <Select value={days} onValueChange={setDays} options={batchSpans} />
      </Field>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Field label="Sheet template">
          <Select
            value={template?._id ?? ""}
            placeholder="Loading"
            onValueChange={setTemplate}
            options={templates.map((one) => ({ value: one._id, label: formatTemplate(one) }))}
          />
        </Field>
        <Field label="Packing">
          <Select
            value={packing ?? template?.packing ?? ""}
            placeholder="Loading"
            onValueChange={setPacking}
            options={packings.map((value) => ({ value, label: packingNames[value] }))}
          />
        </Field>
      </div>
      <p role="status" className="mt-4 text-sm font-[550]">
        {batch ? batchWords(batch) : error ? "" : "Looking through your orders…"}
      </p>
      {items > 0 && (
        <p id="batch-credits" className="mt-1 text-sm text-ink-2">
          {creditWords(credits, availableCredits)}
        </p>
      )}
      {error && (
        <Notice tone="bad" className="mt-3">
          {failureWords(error)}
        </Notice>
      )}
      {skipped.length > 0 && (
        <section aria-labelledby="left-out" className="mt-4">
          <h3 id="left-out" className="text-sm font-[620]">
            Left out: {plural(skipped.length, "item")}
          </h3>
          <div className="mt-2">
            <LeftOut
              skipped={skipped}
              integrationId={integrationId}
              remediesOf={(item) => <SkippedRemedies item={item} />}
              onAll={() => setDays("")}
            />
          </div>
        </section>
      )}
    </Modal>
  )
}

/**
 * Starts the batch. The draft already exists, so anything that keeps it from being processed is solved on its
 * page.
 */
async function start(printId: string): Promise<void> {
  try {
    await processPrint(printId, {})
    awaitEnd(printId)
    toastSuccess(texts.processingStarted)
  } catch (error) {
    toastFailure(error)
  }
}
