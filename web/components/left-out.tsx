import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { LeftCounts, SkippedItem } from "../../contract/orders/order-batch.ts"
import { PRINT_OF_ORDERS } from "../../contract/status.ts"
import { formatCount } from "../lib/format.ts"
import { groupSkipped, type SkippedGroup, skipWords } from "./left-out-words.ts"

/** The number of a group's items that are named before '… and more'. */
const SHORT = 3

type LeftOutProps = {
  skipped: readonly SkippedItem[]
  /** The numbers by reason, where not all are listed. */
  left?: LeftCounts
  /** The shop whose orders the remedies show; all shops without it. */
  integrationId?: string
  /** Includes items without a ship-by date. Without it, a batch of all pending orders is offered. */
  onAll?: () => void
  /** The actions for a text that its artwork has no place for. */
  remediesOf?: (item: SkippedItem) => ReactNode
}

/** Lists the items that a batch left out, by reason, each with a link to its remedy. */
export function LeftOut({ skipped, left, ...rest }: LeftOutProps) {
  return (
    <ul className="divide-y divide-line-soft rounded-md border border-line-soft text-sm">
      {groupSkipped(skipped, left).map((group) => (
        <SkippedItems key={group.reason} group={group} {...rest} />
      ))}
    </ul>
  )
}

type GroupProps = { group: SkippedGroup } & Omit<LeftOutProps, "skipped" | "left">

function SkippedItems({ group, ...rest }: GroupProps) {
  const { reason, items, count } = group
  const rows = reason === "no-place" ? alikeIn(items) : items.map((item) => [item])
  const shown = rows.slice(0, SHORT)
  const more = count - shown.flat().length
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span>
          {skipWords[reason].reason} <span className="text-ink-3">{formatCount(count)}</span>
        </span>
        <Remedy group={group} {...rest} />
      </div>
      <ul className="mt-1 text-xs text-ink-2">
        {shown.map((alike) => (
          <li key={alike[0].orderItemId}>
            <span className="block truncate" title={alike[0].title}>
              {alike[0].orderNumber}: {alike[0].title}
              {alike.length > 1 && `, and ${formatCount(alike.length - 1)} more like it`}
            </span>
            {reason === "no-place" && rest.remediesOf?.(alike[0])}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </li>
  )
}

/** Groups items by rule, because a remembered choice covers the whole rule. */
function alikeIn(items: readonly SkippedItem[]): SkippedItem[][] {
  return [...Map.groupBy(items, ({ ruleKey, orderItemId }) => ruleKey || orderItemId).values()]
}

const linkClasses = "touch text-accent-ink hover:underline"

function Remedy({ group: { reason, items }, integrationId, onAll }: GroupProps) {
  const { remedy } = skipWords[reason]
  const shop = integrationId === undefined ? {} : { integrationId }
  switch (reason) {
    case "unmatched":
    case "doubtful":
    case "no-place":
      return (
        <Link
          to="/orders"
          search={{ ...shop, [reason === "unmatched" ? reason : "doubtful"]: "true" }}
          className={linkClasses}
        >
          {remedy}
        </Link>
      )
    case "unapproved":
      return (
        <Link to="/orders" search={{ ...shop, step: "to-do" }} className={linkClasses}>
          {remedy}
        </Link>
      )
    case "no-date":
      return onAll ? (
        <button type="button" className={linkClasses} onClick={onAll}>
          {remedy}
        </button>
      ) : (
        <Link to="/orders" search={{ ...shop, todaysBatch: "true" }} className={linkClasses}>
          Print them by hand
        </Link>
      )
    case "in-print":
      return <PrintLink items={items} />
    case "full":
      return <span className="text-ink-3">{remedy}</span>
  }
}

/** Links to the print if all items are in one, else to all prints that are made from orders. */
function PrintLink({ items }: { items: readonly SkippedItem[] }) {
  const [printId, ...others] = new Set(items.map((item) => item.printId))
  if (printId === null || others.length > 0)
    return (
      <Link to="/prints" search={{ type: PRINT_OF_ORDERS }} className={linkClasses}>
        Open the prints
      </Link>
    )
  return (
    <Link to="/prints/$printId" params={{ printId }} className={linkClasses}>
      {skipWords["in-print"].remedy}
    </Link>
  )
}
