import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Pause, Play } from "lucide-react"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { lowerFirst } from "../../lib/format.ts"
import { autopilotsOptions, usePause } from "./autopilot-calls.ts"
import { autopilotName, autopilotOf, nextRunWords } from "./autopilot-words.ts"

type ShopProps = { integration: Pick<Integration, "_id" | "name"> }

/**
 * Shows whether and when a shop's orders are printed automatically, as a link to its page, with a pause
 * button.
 */
export function AutopilotState({ integration }: ShopProps) {
  const { data } = useQuery(autopilotsOptions())
  if (data === undefined) return null
  const autopilot = autopilotOf(data, integration._id)
  return (
    <span className="inline-flex items-center gap-1">
      <Link
        to="/integrations/$integrationId/autopilot"
        params={{ integrationId: integration._id }}
        aria-label={`Autopilot of ${integration.name}: ${autopilot ? nextRunWords(autopilot) : "not set up"}`}
        className="touch text-accent-ink hover:underline"
      >
        {autopilot ? nextRunWords(autopilot) : "Set up"}
      </Link>
      {autopilot && (
        <PauseButton autopilot={autopilot} name={integration.name} variant="ghost" size="icon-sm" />
      )}
    </span>
  )
}

type PauseButtonProps = { autopilot: Autopilot; name: string } & Pick<ButtonProps, "variant" | "size">

/** Stops further runs, or resumes them; runs missed in the meantime are not made up for. */
export function PauseButton({ autopilot, name, ...look }: PauseButtonProps) {
  const pause = usePause()
  const { _id, isPaused } = autopilot
  const verb = isPaused ? "Resume" : "Pause"
  const isIcon = look.size === "icon-sm"
  return (
    <Button
      {...look}
      icon={isIcon ? undefined : isPaused ? <Play /> : <Pause />}
      aria-label={`${verb} the ${autopilotName(autopilot, name)}`}
      title={isIcon ? verb : undefined}
      onClick={() => pause.mutate({ _id, isPaused: !isPaused })}
    >
      {isIcon ? isPaused ? <Play /> : <Pause /> : verb}
    </Button>
  )
}

/** Shows the next run of these shops' autopilots: `Autopilot: next 07:00 tomorrow`; nothing without one. */
export function NextAutopilot({ integrations }: { integrations: readonly Pick<Integration, "_id">[] }) {
  const all = useQuery(autopilotsOptions()).data ?? []
  const shown = all.filter((one) => integrations.some(({ _id }) => autopilotOf([one], _id)))
  const [first] = shown.sort((a, b) => Number(a.isPaused) - Number(b.isPaused) || compareNext(a, b))
  if (!first) return null
  return (
    <Link
      to="/integrations/$integrationId/autopilot"
      params={{ integrationId: first.integrationId }}
      className="touch ml-2 text-accent-ink hover:underline"
    >
      Autopilot: {lowerFirst(nextRunWords(first))}
    </Link>
  )
}

/** Compares by the next run; autopilots without one come last. */
function compareNext(a: Autopilot, b: Autopilot): number {
  return (a.nextRunAt ?? "9").localeCompare(b.nextRunAt ?? "9")
}
