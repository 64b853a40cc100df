import { Link } from "@tanstack/react-router"
import type { SkippedItem } from "../../contract/order-batch.ts"
import { formatCount } from "../lib/format.ts"
import { groupSkipped, type SkippedGroup, skipWords } from "./left-out-words.ts"

/** Items of a group before '… and more'. */
const SHORT = 3

type LeftOutProps = {
  skipped: readonly SkippedItem[]
  /** Of one shop: what mends it shows that shop's orders. */
  integrationId?: string
  /** Includes what has no day to ship by. Without it, a batch of all pending orders is offered. */
  onAll?: () => void
}

/** What a batch left out: by its reason, each with a link to where it is mended. */
export function LeftOut({ skipped, ...rest }: LeftOutProps) {
  return (
    <ul className="divide-y divide-line-soft rounded-md border border-line-soft text-sm">
      {groupSkipped(skipped).map((group) => (
        <SkippedItems key={group.reason} group={group} {...rest} />
      ))}
    </ul>
  )
}

type GroupProps = { group: SkippedGroup } & Omit<LeftOutProps, "skipped">

function SkippedItems({ group, ...rest }: GroupProps) {
  const { reason, items } = group
  const more = items.length - SHORT
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span>
          {skipWords[reason].reason} <span className="text-ink-3">{formatCount(items.length)}</span>
        </span>
        <Remedy group={group} {...rest} />
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
function Remedy({ group: { reason, items }, integrationId, onAll }: GroupProps) {
  const { remedy } = skipWords[reason]
  const shop = integrationId === undefined ? {} : { integrationId }
  switch (reason) {
    case "unmatched":
    case "doubtful":
      return (
        <Link to="/orders" search={{ ...shop, [reason]: "true" }} className={linkClasses}>
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

/** To the print itself where it is one, else to all that are made from orders. */
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
