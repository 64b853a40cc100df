import { useMutation } from "@tanstack/react-query"
import { CheckCheck, TextSearch } from "lucide-react"
import { useMemo, useState } from "react"
import type { Order } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { confirmRule } from "../readings/reading-calls.ts"
import { groupDoubtful, groupUnplaced } from "../readings/reading-rules.ts"
import { DoubtRow } from "./doubt-row.tsx"
import { FirstUseRow } from "./first-use-row.tsx"
import { NoPlaceRow } from "./no-place-row.tsx"
import { useNextRow } from "./use-next-row.ts"
import type { PanelOpening } from "./use-open-panel.ts"
import { WaitingPanel } from "./waiting-panel.tsx"

/** The number of rows before 'Show more'. */
const SHORT = 3

/**
 * Lists buyers' uncertain texts as they were read: none of them is printed before a person confirms it.
 * Confirming leads to the next row.
 */
export function TextInbox({ opening, orders }: { opening: PanelOpening; orders: readonly Order[] }) {
  const { firstUses, unplaced, doubts, ids, count } = useMemo(() => rowsOf(orders), [orders])
  const sure = firstUses.reduce((sum, items) => sum + items.length, 0)
  const list = useNextRow(ids)
  const [isWhole, setIsWhole] = useState(false)
  const confirmAll = useMutation({
    mutationFn: async () => {
      const undos = []
      for (const [item] of firstUses) undos.push(await confirmRule(item))
      return { count: sure, undos }
    },
    onSuccess: ({ count: confirmed, undos }) =>
      toastUndo(`${plural(confirmed, "text")} confirmed`, async () => {
        for (const undo of undos) await undo()
      }),
  })
  if (ids.length === 0) return null
  const room = isWhole ? ids.length : SHORT
  return (
    <WaitingPanel
      {...opening}
      id="text-inbox"
      icon={<TextSearch aria-hidden="true" />}
      title={`${plural(count, "order item has", "order items have")} text to check`}
      summary={
        sure === 0
          ? undefined
          : `${formatCount(sure)} read with certainty, ${formatCount(count - sure)} with a question`
      }
      actions={
        firstUses.length > 1 && (
          <Button
            size="sm"
            icon={<CheckCheck />}
            isLoading={confirmAll.isPending}
            onClick={() => confirmAll.mutate()}
            title="Texts read with certainty are printed as they are read from now on. You can undo this"
            className="coarse:w-full"
          >
            Confirm {formatCount(sure)} certain
          </Button>
        )
      }
    >
      <ul {...list} className="divide-y divide-warn/25">
        {firstUses.slice(0, room).map((items) => (
          <FirstUseRow key={items[0].ruleKey} rowId={FIRST + items[0].ruleKey} items={items} />
        ))}
        {unplaced.slice(0, Math.max(0, room - firstUses.length)).map((items) => (
          <NoPlaceRow key={items[0].ruleKey} rowId={UNPLACED + items[0].ruleKey} items={items} />
        ))}
        {doubts.slice(0, Math.max(0, room - firstUses.length - unplaced.length)).map((item) => (
          <DoubtRow key={item._id} item={item} />
        ))}
      </ul>
      {ids.length > SHORT && (
        <div className="border-warn/25 border-t px-2 py-1">
          <Button variant="ghost" size="sm" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${ids.length - SHORT} more`}
          </Button>
        </div>
      )}
    </WaitingPanel>
  )
}

/** The prefix of a rule's key, whose row is no order item's. */
const FIRST = "first:"
const UNPLACED = "unplaced:"

/**
 * Returns rules seen for the first time and texts without a place above single uncertain texts, and the rows'
 * ids.
 */
function rowsOf(orders: readonly Order[]) {
  const groups = groupDoubtful(orders)
  const firstUses = groups.map((group) => group.firstUses).filter((items) => items.length > 0)
  const doubts = groups.flatMap((group) => group.others)
  const unplaced = groupUnplaced(orders)
  const ids = [
    ...firstUses.map(([item]) => FIRST + item.ruleKey),
    ...unplaced.map(([item]) => UNPLACED + item.ruleKey),
    ...doubts.map(({ _id }) => _id as string),
  ]
  const count = doubts.length + [...firstUses, ...unplaced].reduce((sum, items) => sum + items.length, 0)
  return { firstUses, unplaced, doubts, ids, count }
}
