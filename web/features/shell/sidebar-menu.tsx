import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { pageUnit } from "../../../contract/length.ts"
import { MAX_COUNTED_FIGURE } from "../../../contract/limit.ts"
import { months } from "../../../contract/month.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { FilmMeter } from "../../components/ui/film-meter.tsx"
import { useAuth, useMay } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, formatShare } from "../../lib/format.ts"
import { viewerOf } from "../../lib/key-commands.ts"
import { formatLengthNumber } from "../../lib/length.ts"
import { areLetterKeysOn } from "../../lib/letter-keys.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { orderSummaryOptions } from "../orders/order-summary-query.ts"
import { shipWords } from "../orders/ship-words.ts"
import { type MenuEntry, menuFor } from "./menu.ts"

/** Shows the menu, and how much film this month took. `isSlim` shows only icons. */
export function SidebarMenu({ isSlim = false }: { isSlim?: boolean }) {
  const { user } = useAuth()
  const statistics = useQuery({ ...statisticsQuery, enabled: useMay("maker") }).data
  const isAnyOpen =
    statistics !== undefined &&
    (statistics.totalOrders > statistics.completedOrders || statistics.totalOrders === MAX_COUNTED_FIGURE)
  const due = useQuery({ ...orderSummaryOptions(), enabled: isAnyOpen }).data
  const counts = new Map([
    ["/orders", statistics?.pendingOrders ?? 0],
    ["/completed-payments", statistics?.pendingTransfers ?? 0],
  ])
  return (
    <>
      <nav aria-label="Main" className="mt-3 flex flex-col gap-0.5 coarse:gap-1">
        {menuFor(viewerOf(user)).map((entry) => (
          <MenuLink
            key={entry.href}
            entry={entry}
            isSlim={isSlim}
            count={counts.get(entry.href) ?? 0}
            note={due && entry.href === "/orders" ? shipWords(due) : ""}
          />
        ))}
      </nav>
      {!isSlim && statistics !== undefined && statistics.filmIn > 0 && (
        <div className="mt-auto rounded-lg border border-line bg-surface p-3">
          <div className="text-xs text-ink-2">Film in {months[new Date().getUTCMonth()]}</div>
          <div className="mt-1 flex items-baseline justify-between">
            <span className="text-lg font-[640]">
              {formatLengthNumber(statistics.filmIn)}{" "}
              <span className="text-sm font-[450] text-ink-3">{pageUnit()}</span>
            </span>
            <span className="text-xs text-ink-2">{formatShare(statistics.filmUsedShare)} used</span>
          </div>
          <FilmMeter label="Film used" value={statistics.filmUsedShare} className="mt-2 h-2" />
        </div>
      )}
    </>
  )
}

type MenuLinkProps = {
  entry: MenuEntry
  isSlim: boolean
  count: number
  /** The urgent work there, in a few words. */
  note: string
}

function MenuLink({ entry, isSlim, count, note }: MenuLinkProps) {
  const { command, href, label, Icon, pending, also } = entry
  const isAlso = useLocation({ select: ({ pathname }) => pathname === also })
  const link = (
    <Link
      to={href}
      search={count > 0 ? pending : undefined}
      aria-label={isSlim ? label : undefined}
      activeOptions={{ includeSearch: false }}
      aria-current={isAlso ? "page" : undefined}
      className={classNames(
        "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm font-[500] text-ink-2 hover:bg-hover hover:text-ink coarse:min-h-11 coarse:text-base",
        "aria-[current=page]:bg-surface aria-[current=page]:font-[600] aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line),var(--shadow-card)] aria-[current=page]:[&_svg]:text-accent-ink",
      )}
    >
      <Icon className="size-4 flex-none coarse:size-4.5" aria-hidden="true" />
      {!isSlim && (
        <span className="flex-1">
          {label}
          {note !== "" && <span className="block pb-1 text-xs font-[450] text-warn-ink">{note}</span>}
        </span>
      )}
      {!isSlim && count > 0 && (
        <span className="text-xs font-[550] text-ink-3">
          {formatCount(count)}
          <span className="sr-only"> pending</span>
        </span>
      )}
    </Link>
  )
  if (!isSlim && !areLetterKeysOn()) return link
  return (
    <CommandTip command={command} words={note === "" ? label : `${label}: ${note}`} side="right">
      {link}
    </CommandTip>
  )
}
