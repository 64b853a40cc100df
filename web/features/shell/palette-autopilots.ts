import { useQuery } from "@tanstack/react-query"
import { Pause, Play, Workflow } from "lucide-react"
import { autopilotsOptions, usePause, useRunNow } from "../integrations/autopilot-calls.ts"
import { autopilotName } from "../integrations/autopilot-words.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import type { Command } from "./palette-commands.ts"

/** Returns commands that pause, resume and run each autopilot of the seller. */
export function useAutopilotCommands(): Command[] {
  const autopilots = useQuery(autopilotsOptions()).data ?? []
  const shops = useQuery({ ...allIntegrationsOptions(), enabled: autopilots.length > 0 }).data?.data
  const pause = usePause()
  const run = useRunNow()
  return autopilots.flatMap((autopilot): Command[] => {
    const { _id, integrationId, isPaused } = autopilot
    const shop = shops?.find((one) => one._id === integrationId)
    if (!shop) return []
    const name = autopilotName(autopilot, shop.name)
    const pausing = {
      words: `${isPaused ? "Resume" : "Pause"} the ${name}`,
      also: ["stop", "start", "automatic"],
      Icon: isPaused ? Play : Pause,
      target: { act: () => pause.mutate({ _id, isPaused: !isPaused }) },
    }
    const running = {
      words: `Run the ${name} now`,
      also: ["start", "batch", "automatic"],
      Icon: Workflow,
      target: { act: () => run.mutate(_id) },
    }
    return [pausing, running]
  })
}
