import { MAX_COUNTED_WORK } from "../../../contract/limit.ts"
import type { Operations } from "../../../contract/operations/operations.ts"
import { cardClasses } from "../../components/ui/card.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatTotal, formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { triggerName, waitingNames } from "./trouble-words.ts"

/** Shows the open work of queues and sweeps, and whether the sweeps run. */
export function Waiting({ waiting, triggers }: Pick<Operations, "waiting" | "triggers">) {
  return (
    <section aria-labelledby="waiting" className="mt-6">
      <h2 id="waiting" className="text-lg font-[620]">
        Queues and sweeps
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
        {waiting.map(({ kind, count, since, isLate }) => (
          <li key={kind} className={classNames(cardClasses, "p-4", isLate && "border-bad")}>
            <h3 className="text-sm text-ink-2">{waitingNames[kind]}</h3>
            <p className="mt-1.5 text-2xl font-[640] tabular-nums">
              {formatTotal({ totalDocuments: count, isExact: count < MAX_COUNTED_WORK })}
            </p>
            <p className={classNames("text-xs", isLate ? "font-[600] text-bad-ink" : "text-ink-3")}>
              {since === null
                ? "nothing waiting"
                : `${isLate ? "too long, " : ""}since ${lowerFirst(formatWhen(since))}`}
            </p>
          </li>
        ))}
      </ul>
      <Triggers triggers={triggers} />
    </section>
  )
}

function Triggers({ triggers }: Pick<Operations, "triggers">) {
  if (triggers.length === 0)
    return (
      <Notice tone="warn" className="mt-3">
        No sweep has run yet. The press runs them every minute once it is deployed.
      </Notice>
    )
  return (
    <div className="mt-3 flex flex-col gap-2">
      {triggers.map(({ cron, ranAt, isLate, sweeps, failures }) => {
        const name = triggerName(cron)
        const ran = `last ran ${lowerFirst(formatWhen(ranAt))}`
        if (isLate)
          return (
            <Notice key={cron} tone="bad">
              {name}: {ran}. Its trigger no longer fires: deploy the press again.
            </Notice>
          )
        if (failures.length > 0)
          return (
            <Notice key={cron} tone="bad">
              {failures.map(({ sweep, since, text }) => (
                <p key={sweep} className="[overflow-wrap:anywhere]">
                  The sweep of {sweep} fails since {lowerFirst(formatWhen(since))}: {text}
                </p>
              ))}
            </Notice>
          )
        return (
          <p key={cron} className="text-sm text-ink-2">
            {name}: {plural(sweeps, "sweep")}, {ran}, all well.
          </p>
        )
      })}
    </div>
  )
}
