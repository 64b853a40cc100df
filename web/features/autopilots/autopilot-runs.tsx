import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Autopilot, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import { LeftOut } from "../../components/left-out.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { FailureNotice } from "../../components/ui/failure-notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatWhen, plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import type { Tone } from "../../lib/status-tone.ts"
import { autopilotRunsOptions } from "../integrations/autopilot-calls.ts"
import { isRunning } from "../integrations/autopilot-words.ts"
import { SkippedRemedies } from "../values/no-place.tsx"

const stateWords: Record<AutopilotRun["state"], { words: string; tone: Tone }> = {
  syncing: { words: "Reading orders", tone: "busy" },
  batching: { words: "Choosing items", tone: "busy" },
  packing: { words: "Laying out", tone: "busy" },
  processing: { words: "Starting the print", tone: "busy" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
}
const causeWords: Record<AutopilotRun["cause"], string> = {
  time: "on schedule",
  length: "enough film",
  asked: "run now",
}

/** Lists the last runs, the newest first, with their prints and the items that were left out. */
export function AutopilotRuns({ autopilot }: { autopilot: Autopilot }) {
  const { data: runs, error, refetch } = useQuery(autopilotRunsOptions(autopilot._id))
  return (
    <section aria-labelledby="runs" className="mt-8">
      <h2 id="runs" className="text-lg font-[620]">
        Last runs
      </h2>
      {!runs && error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : !runs ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="mt-3 h-40 rounded-lg" />
        </div>
      ) : runs.length === 0 ? (
        <p className="mt-2 text-sm text-ink-2">
          No runs yet. Each run lists here what it printed and what it left out.
        </p>
      ) : (
        <ol className={classNames(cardClasses, "mt-3 divide-y divide-line-soft")}>
          {runs.map((run, index) => (
            <Run key={run._id} run={run} autopilot={autopilot} isNewest={index === 0} />
          ))}
        </ol>
      )}
    </section>
  )
}

type RunProps = { run: AutopilotRun; autopilot: Autopilot; isNewest: boolean }

function Run({ run, autopilot, isNewest }: RunProps) {
  const { state, startedAt, cause, message, skipped, skippedCount } = run
  const { words, tone } = stateWords[state]
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-[600]">
          <time dateTime={startedAt}>{formatWhen(startedAt)}</time>
        </h3>
        <span className="text-sm text-ink-3">{causeWords[cause]}</span>
        <StatusPill tone={tone} isLive={isRunning(run)} className="ml-auto">
          {words}
        </StatusPill>
      </div>
      <p className="mt-1 text-sm">
        <Made run={run} />
      </p>
      {message !== null && <p className="mt-1 text-sm text-ink-2">{message}</p>}
      {skippedCount > 0 && (
        <details open={isNewest} className="mt-2">
          <summary className="touch w-fit cursor-pointer text-sm text-ink-2">
            Left out: {plural(skippedCount, "item")}
          </summary>
          <div className="mt-2">
            <LeftOut
              skipped={skipped}
              integrationId={
                autopilot.isForAllStores || autopilot.moreIntegrationIds.length > 0
                  ? undefined
                  : autopilot.integrationId
              }
              remediesOf={(item) => <SkippedRemedies item={item} />}
            />
          </div>
          {skippedCount > skipped.length && (
            <p className="mt-1 text-xs text-ink-3">The first {skipped.length} of them.</p>
          )}
        </details>
      )}
    </li>
  )
}

/** Shows `24 items of 18 orders, 31 copies`, as a link to the print, and the print's state. */
function Made({ run }: { run: AutopilotRun }) {
  const { items, orders, copies, printId, printStatus, lengthIn, credits } = run
  if (items === 0) return isRunning(run) ? "No result yet." : "Nothing was printed."
  const words = `${plural(items, "item")} of ${plural(orders, "order")}, ${plural(copies, "copy", "copies")}`
  const facts = [
    lengthIn === null ? "" : `${formatLength(lengthIn)} of film`,
    credits === 0 ? "" : plural(credits, "credit"),
    printId === null ? "its print was deleted" : (printStatus ?? ""),
  ].filter((fact) => fact !== "")
  return (
    <>
      {printId === null ? (
        words
      ) : (
        <Link
          to="/prints/$printId"
          params={{ printId }}
          className="touch font-[550] text-accent-ink hover:underline"
        >
          {words}
        </Link>
      )}
      {facts.length > 0 && <span className="text-ink-2">: {facts.join(", ")}</span>}
    </>
  )
}
