import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { SkippedItem } from "../../../contract/order-batch.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { type BatchWish, batchOptions, makeBatch } from "./batch-calls.ts"
import { batchSpans, batchWords, groupSkipped, type SkippedGroup, skipWords } from "./batch-words.ts"

/** Items of a group before '… and more'. */
const SHORT = 3

type BatchModalProps = {
  /** Of one shop, where one is chosen. */
  integrationId: string | undefined
  onClose: () => void
}

/** All that can be printed and has to leave, as one draft; and what is left out, with its remedy. */
export function BatchModal({ integrationId, onClose }: BatchModalProps) {
  const navigate = useNavigate()
  const [days, setDays] = useState<string>(batchSpans[0].value)
  const wish: BatchWish = { integrationId, shipWithinDays: days === "" ? undefined : Number(days) }
  const { data: batch, error, isPlaceholderData } = useQuery(batchOptions(wish))
  const make = useMutation({
    mutationFn: () => makeBatch(wish),
    onSuccess: ({ _id }) => {
      if (_id === null) return
      toastSuccess(texts.printCreated)
      void navigate({ to: "/prints/$printId", params: { printId: _id } })
    },
  })
  const items = batch?.items ?? 0
  const skipped = batch?.skipped ?? []
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="md"
      title="Today’s batch"
      description="Makes one draft print of everything that is ready and has to ship."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={items === 0 || isPlaceholderData}
            isLoading={make.isPending}
            onClick={() => make.mutate()}
          >
            {items === 0 ? "Create print" : `Create print of ${plural(items, "item")}`}
          </Button>
        </>
      }
    >
      <Field label="Orders that ship">
        <Select value={days} onValueChange={setDays} options={batchSpans} />
      </Field>
      <p role="status" className="mt-4 text-sm font-[550]">
        {batch ? batchWords(batch) : error ? "" : "Looking through your orders…"}
      </p>
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
          <ul className="mt-2 divide-y divide-line-soft rounded-md border border-line-soft text-sm">
            {groupSkipped(skipped).map((group) => (
              <SkippedItems key={group.reason} group={group} onAll={() => setDays("")} />
            ))}
          </ul>
        </section>
      )}
    </Modal>
  )
}

function SkippedItems({ group: { reason, items }, onAll }: { group: SkippedGroup; onAll: () => void }) {
  const more = items.length - SHORT
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span>
          {skipWords[reason].reason} <span className="text-ink-3">{formatCount(items.length)}</span>
        </span>
        <Remedy reason={reason} items={items} onAll={onAll} />
      </div>
      <ul className="mt-1 text-xs text-ink-2">
        {items.slice(0, SHORT).map(({ orderItemId, orderNumber, title }) => (
          <li key={orderItemId} className="truncate" title={title}>
            {orderNumber}: {title}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </li>
  )
}

const linkClasses = "touch text-accent-ink hover:underline"

/** Leads to where it is mended. */
function Remedy({ reason, items, onAll }: Pick<SkippedGroup, "reason" | "items"> & { onAll: () => void }) {
  const { remedy } = skipWords[reason]
  switch (reason) {
    case "unmatched":
    case "doubtful":
      return (
        <Link to="/orders" search={{ [reason]: "true" }} className={linkClasses}>
          {remedy}
        </Link>
      )
    case "no-date":
      return (
        <button type="button" className={linkClasses} onClick={onAll}>
          {remedy}
        </button>
      )
    case "in-print":
      return <PrintLink items={items} />
    case "full":
      return <span className="text-ink-3">{remedy}</span>
  }
}

/** To the print itself where it is one, else to all drafts. */
function PrintLink({ items }: { items: readonly SkippedItem[] }) {
  const [printId, ...others] = new Set(items.map((item) => item.printId))
  if (printId === null || others.length > 0)
    return (
      <Link to="/prints" search={{ type: "Etsy" }} className={linkClasses}>
        Open the prints
      </Link>
    )
  return (
    <Link to="/prints/$printId" params={{ printId }} className={linkClasses}>
      {skipWords["in-print"].remedy}
    </Link>
  )
}
