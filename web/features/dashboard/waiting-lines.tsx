import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ChevronRight, Hand, type LucideIcon, PrinterCheck, Stamp, Truck } from "lucide-react"
import type { ReactNode } from "react"
import type { Today } from "../../../contract/orders/today.ts"
import { cardClasses } from "../../components/ui/card.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"
import { todayQuery } from "./today-calls.ts"

/** Shows what waits, a line each, which leads to the list that has just these orders or prints. */
export function WaitingLines() {
  const today = useQuery(todayQuery).data
  const orders = today?.orders
  return (
    <section aria-label="What waits" className={classNames(cardClasses, "self-start overflow-hidden")}>
      <ul className="divide-y divide-line-soft">
        <Line
          Icon={Hand}
          isWarning={orders !== undefined && orders.needsYou > 0}
          count={orders?.needsYou}
          words={orders?.needsYou === 1 ? "needs you" : "need you"}
          href="/orders"
          search={{ needsYou: "true" }}
        >
          {orders && (orders.needsYou === 0 ? "Artwork, sizes and texts are settled" : <Needs {...orders} />)}
        </Line>
        <Line
          Icon={PrinterCheck}
          count={today?.atShop.prints}
          words="at the print shop"
          href="/prints"
          search={{ shop: "sent" }}
        >
          {today && shopWords(today)}
        </Line>
        <Line
          Icon={Stamp}
          count={orders?.toPress}
          words="to press"
          href="/orders"
          search={{ fulfilment: "to-press" }}
        >
          {orders && (orders.toPress === 0 ? "No film waits for the press" : "On film, not yet pressed")}
          <Late count={orders?.late["on-film"]} />
        </Line>
        <Line
          Icon={Truck}
          count={orders?.steps.pressed}
          words="to ship"
          href="/orders"
          search={{ step: "pressed" }}
        >
          {orders &&
            (orders.steps.pressed === 0
              ? "All that is pressed has left"
              : "Pressed, waiting for a tracking number")}
          <Late count={orders?.late.pressed} />
        </Line>
      </ul>
    </section>
  )
}

/** Says how many of a line's orders had to be shipped before today. */
function Late({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return <b className="font-[550] whitespace-nowrap text-bad-ink"> · {formatCount(count)} late</b>
}

type LineProps = {
  Icon: LucideIcon
  isWarning?: boolean
  /** Undefined until it is loaded. */
  count: number | undefined
  words: string
  href: string
  search: Record<string, string>
  /** The words beside the number; links in them lie above the line's own. */
  children: ReactNode
}

function Line({ Icon, isWarning = false, count, words, href, search, children }: LineProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-hover coarse:items-start">
      <span
        className={classNames(
          "grid size-8 flex-none place-items-center rounded-md",
          isWarning ? "bg-warn-soft text-warn-ink" : "bg-sunken text-ink-2",
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 md:flex md:items-center md:gap-3">
        <Link
          to={href}
          search={search}
          className={classNames(
            "flex min-h-8 items-center gap-2 text-base outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2 md:w-42 md:flex-none",
            count === 0 && "text-ink-3",
          )}
        >
          {count === undefined ? (
            <Skeleton className="h-5 w-6" />
          ) : (
            <b className="font-[640] tabular-nums md:w-7 md:text-right">{formatCount(count)}</b>
          )}{" "}
          <span className="font-[550] whitespace-nowrap">{words}</span>
        </Link>
        <span
          className={classNames("block min-h-5 min-w-0 text-sm", count === 0 ? "text-ink-3" : "text-ink-2")}
        >
          {children}
        </span>
      </span>
      <ChevronRight className="size-4 flex-none text-ink-3 coarse:mt-2" aria-hidden="true" />
    </li>
  )
}

/** Says what a person is needed for; an order may be in two of these lists. */
function Needs({ unmatched, doubtful, changed }: { unmatched: number; doubtful: number; changed: number }) {
  const parts = [
    [unmatched, unmatched === 1 ? "needs artwork or a size" : "need artwork or a size", "unmatched"],
    [doubtful, doubtful === 1 ? "text to check" : "texts to check", "doubtful"],
    [changed, "changed at the store", "changed"],
  ] as const
  return (
    <span className="flex flex-wrap gap-x-4">
      {parts.map(
        ([count, words, filter]) =>
          count > 0 && (
            <Link
              key={filter}
              to="/orders"
              search={{ [filter]: "true" }}
              className="relative z-1 whitespace-nowrap text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current coarse:inline-flex coarse:min-h-11 coarse:items-center"
            >
              {formatCount(count)} {words}
            </Link>
          ),
      )}
    </span>
  )
}

function shopWords({ atShop: { prints, names }, carriesFiles }: Today): string {
  if (prints === 0 && carriesFiles) return "You carry the files; a link you send counts here"
  if (prints === 0) return "No files wait at a print shop"
  const more = prints - names.length
  return more > 0 ? `${names.join(", ")} and ${formatCount(more)} more` : names.join(" and ")
}
