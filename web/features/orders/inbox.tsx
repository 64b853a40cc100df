import { useMutation, useQuery } from "@tanstack/react-query"
import { ClipboardPaste, Inbox as InboxIcon, WandSparkles } from "lucide-react"
import { useMemo, useState } from "react"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { acceptMatches, useSuggestions } from "../matching/match-calls.ts"
import { Mockup } from "../matching/order-item-parts.tsx"
import { suggestedChoice, sureChoice } from "../matching/suggested-choice.ts"
import { InboxRow } from "./inbox-row.tsx"
import { unmatchedOptions } from "./order-calls.ts"
import { groupUnmatched } from "./order-rules.ts"
import { useNextRow } from "./use-next-row.ts"
import type { PanelOpening } from "./use-open-panel.ts"
import { WaitingPanel } from "./waiting-panel.tsx"

const noIds: readonly string[] = []
/** The number of rows before 'Show all'. */
const SHORT = 3

type InboxProps = {
  opening: PanelOpening
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
export function Inbox({ opening, integrationId, count, openId, onImage, onPaste }: InboxProps) {
  const orders = useQuery(unmatchedOptions(integrationId)).data?.data
  const groups = useMemo(() => groupUnmatched(orders ?? []), [orders])
  const [isWhole, setIsWhole] = useState(false)
  const ids = useMemo(() => groups.map(([item]) => item._id), [groups])
  const suggestions = useSuggestions(opening.isOpen ? ids : noIds)
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
    <WaitingPanel
      {...opening}
      id="inbox"
      icon={<InboxIcon aria-hidden="true" />}
      title={`${plural(count, "order item needs", "order items need")} artwork or a size`}
      summary={`${plural(groups.length, "choice settles", "choices settle")} all of them`}
      pictures={groups
        .slice(0, SHORT)
        .map(([item]) => <Mockup key={item._id} url={item.mockupUrl} className="size-7" />)}
      actions={
        <>
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
        </>
      }
    >
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
    </WaitingPanel>
  )
}
