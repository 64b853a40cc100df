import { useQuery } from "@tanstack/react-query"
import { Pause, Play } from "lucide-react"
import { autopilotsOptions, usePause } from "../integrations/autopilot-calls.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import type { Command } from "./palette-commands.ts"

/** Returns commands that pause and resume each autopilot of the seller. */
export function useAutopilotCommands(): Command[] {
  const autopilots = useQuery(autopilotsOptions()).data ?? []
  const shops = useQuery({ ...allIntegrationsOptions(), enabled: autopilots.length > 0 }).data?.data
  const pause = usePause()
  return autopilots.flatMap(({ _id, integrationId, isPaused }) => {
    const shop = shops?.find((one) => one._id === integrationId)
    if (!shop) return []
    return {
      words: `${isPaused ? "Resume" : "Pause"} the autopilot of ${shop.name}`,
      also: ["stop", "start", "automatic"],
      Icon: isPaused ? Play : Pause,
      target: { act: () => pause.mutate({ _id, isPaused: !isPaused }) },
    }
  })
}
