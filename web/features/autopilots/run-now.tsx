import { useQuery } from "@tanstack/react-query"
import { Play } from "lucide-react"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { autopilotPreviewOptions, useRunNow } from "../integrations/autopilot-calls.ts"
import { isRunning, previewWords } from "../integrations/autopilot-words.ts"

/** Runs an autopilot now, with what that would print and spend beside the button. */
export function RunNow({ autopilot, className }: { autopilot: Autopilot; className?: string }) {
  const { data: preview } = useQuery(autopilotPreviewOptions(autopilot._id))
  const run = useRunNow()
  const isUnderWay = autopilot.lastRun !== null && isRunning(autopilot.lastRun)
  return (
    <div className={classNames("flex flex-wrap items-center gap-x-3 gap-y-2", className)}>
      <Button
        icon={<Play />}
        isLoading={run.isPending}
        disabled={isUnderWay || run.isPending}
        aria-describedby="run-now"
        {...asCommand("run-autopilot")}
        onClick={() => run.mutate(autopilot._id)}
      >
        Run now
      </Button>
      <p id="run-now" role="status" className="text-sm text-ink-2">
        {isUnderWay
          ? "A run is under way."
          : preview === undefined
            ? "Looking through your orders…"
            : preview.items === 0
              ? "Nothing was ready to be printed at the last sync."
              : `${previewWords(preview)}, and what came in since the last sync.`}
      </p>
    </div>
  )
}
