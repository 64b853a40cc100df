import { useMutation, useQuery } from "@tanstack/react-query"
import { ClipboardPaste, Inbox as InboxIcon, WandSparkles } from "lucide-react"
import { useMemo, useState } from "react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { acceptMatches, useSuggestions } from "../matching/match-calls.ts"
import { suggestedChoice, sureChoice } from "../matching/suggested-choice.ts"
import { InboxRow } from "./inbox-row.tsx"
import { unmatchedOptions } from "./order-calls.ts"
import { groupUnmatched } from "./order-rules.ts"
import { useNextRow } from "./use-next-row.ts"

/** The number of rows before 'Show all'. */
const SHORT = 3

type InboxProps = {
  /** The chosen shop, if any. */
  integrationId: string | undefined
  /** The number of waiting items, over all orders. */
  count: number
  /** The item whose picker is open. */
  openId: string
  onImage: (item: OrderItem) => void
  onPaste: () => void
}

/**
 * Lists order items whose artwork or size is unknown, each with its most likely match. Once it is accepted or
 * chosen, every later order follows. Settling a row leads to the next one.
 */
export function Inbox({ integrationId, count, openId, onImage, onPaste }: InboxProps) {
  const orders = useQuery(unmatchedOptions(integrationId)).data?.data
  const groups = useMemo(() => groupUnmatched(orders ?? []), [orders])
  const [isWhole, setIsWhole] = useState(false)
  const ids = useMemo(() => groups.map(([item]) => item._id), [groups])
  const suggestions = useSuggestions(ids)
  const list = useNextRow(ids, openId)
  const sure = groups.flatMap(([item]) => sureChoice(item, suggestions.get(item._id)) ?? [])
  const isAnySuggested = groups.some(([item]) => suggestedChoice(item, suggestions.get(item._id)) !== null)
  const accept = useMutation({
    mutationFn: () => acceptMatches(sure),
    onSuccess: ({ undo }) => toastUndo(`${plural(sure.length, "suggestion")} accepted`, undo),
  })
  if (count === 0 || groups.length === 0) return null
  const shown = isWhole ? groups : groups.slice(0, SHORT)
  const hidden = groups.length - shown.length
  return (
    <section
      aria-labelledby="inbox"
      className="mt-4 overflow-hidden rounded-lg border border-warn/50 bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">
        <InboxIcon aria-hidden="true" className="size-4.5 flex-none" />
        <h2 id="inbox" className="min-w-48 flex-1 font-[600]">
          {plural(count, "order item needs", "order items need")} artwork or a size
        </h2>
        <span className="flex gap-2 coarse:w-full coarse:[&>*]:flex-1">
          <Button size="sm" icon={<ClipboardPaste />} onClick={onPaste}>
            Paste a list
          </Button>
          {sure.length > 0 && (
            <Button
              size="sm"
              icon={<WandSparkles />}
              isLoading={accept.isPending}
              onClick={() => accept.mutate()}
              title="Accepts the suggestions that SKU or variation make certain. You can undo this"
            >
              Accept {formatCount(sure.length)} certain
            </Button>
          )}
        </span>
      </div>
      <ul {...list} className="divide-y divide-warn/25">
        {shown.map((group) => (
          <InboxRow
            key={group[0]._id}
            group={group}
            suggestion={suggestions.get(group[0]._id)}
            isAcceptShown={isAnySuggested}
            onImage={() => onImage(group[0])}
          />
        ))}
      </ul>
      {groups.length > SHORT && (
        <div className="border-warn/25 border-t px-2 py-1">
          <Button variant="ghost" size="sm" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${hidden} more`}
          </Button>
        </div>
      )}
    </section>
  )
}
