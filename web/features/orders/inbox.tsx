import { useMutation, useQuery } from "@tanstack/react-query"
import { ClipboardPaste, Inbox as InboxIcon, WandSparkles } from "lucide-react"
import { type FocusEvent, useEffect, useMemo, useRef, useState } from "react"
import type { OrderItem } from "../../../contract/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { acceptMatches, useSuggestions } from "../matching/match-calls.ts"
import { suggestedChoice, sureChoice } from "../matching/suggested-choice.ts"
import { InboxRow } from "./inbox-row.tsx"
import { unmatchedOptions } from "./order-calls.ts"
import { groupUnmatched } from "./order-rules.ts"

/** Rows before 'Show all'. */
const SHORT = 3

type InboxProps = {
  /** Of one shop, or of all. */
  integrationId: string | undefined
  /** Items that wait, over all orders. */
  count: number
  /** The item whose picker is open. */
  openId: string
  onImage: (item: OrderItem) => void
  onPaste: () => void
}

/**
 * Order items whose artwork or size is not known, each with what it most likely means: accepted or
 * chosen once, every later order follows. Whatever settles a row leads to the next one.
 */
export function Inbox({ integrationId, count, openId, onImage, onPaste }: InboxProps) {
  const orders = useQuery(unmatchedOptions(integrationId)).data?.data
  const groups = useMemo(() => groupUnmatched(orders ?? []), [orders])
  const suggestions = useSuggestions(useMemo(() => groups.map(([item]) => item._id), [groups]))
  const [isWhole, setIsWhole] = useState(false)
  const list = useNextRow(groups, openId)
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
              title="What SKU or variation leave no doubt about; it can be undone"
            >
              Accept {formatCount(sure.length)} sure
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

/**
 * Focuses the row that takes the place of a settled one that had the focus, itself or by its picker.
 * Answers what the list needs for that.
 */
function useNextRow(groups: readonly (readonly OrderItem[])[], openId: string) {
  const ref = useRef<HTMLUListElement>(null)
  const current = useRef("")
  const seen = useRef<readonly string[]>([])
  // At once: an opening picker takes the focus before effects run.
  const isPicking = useRef(false)
  isPicking.current = openId !== ""
  useEffect(() => {
    if (openId !== "") {
      current.current = openId
      return
    }
    const ids = groups.map(([item]) => item._id)
    const place = seen.current.indexOf(current.current)
    seen.current = ids
    if (place < 0 || ids.some((id) => id === current.current)) return
    // After the closed picker has given its focus back; also where fresh rows come before that.
    setTimeout(() => {
      const rows = ref.current?.children
      rows?.[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>("[data-next]")?.focus()
    })
  }, [groups, openId])
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      current.current = target.closest<HTMLElement>("[data-inbox-row]")?.dataset.inboxRow ?? ""
    },
    // A row that is gone blurs to nothing, and its picker only borrows the focus.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (isPicking.current) return
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) current.current = ""
    },
  }
}
