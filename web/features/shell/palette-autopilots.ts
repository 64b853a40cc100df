import { useQuery } from "@tanstack/react-query"
import { Pause, Play, Workflow } from "lucide-react"
import { autopilotsOptions, usePause, useRunNow } from "../integrations/autopilot-calls.ts"
import { autopilotName } from "../integrations/autopilot-words.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import type { PaletteCommand } from "./palette-commands.ts"

const also = "automatic schedule every morning by itself daily batch"

/** Returns commands that open the autopilot of each store, and pause, resume and run those that are set up. */
export function useAutopilotCommands(): PaletteCommand[] {
  const autopilots = useQuery(autopilotsOptions()).data ?? []
  const stores = useQuery(allIntegrationsOptions()).data?.data ?? []
  const pause = usePause()
  const run = useRunNow()
  const opening = stores.map(
    (store): PaletteCommand => ({
      id: `autopilot ${store._id}`,
      name: `Autopilot of ${store.name}`,
      also,
      Icon: Workflow,
      target: { href: `/integrations/${store._id}/autopilot` },
    }),
  )
  const running = autopilots.flatMap((autopilot): PaletteCommand[] => {
    const { _id, integrationId, isPaused } = autopilot
    const store = stores.find((one) => one._id === integrationId)
    if (!store) return []
    const name = autopilotName(autopilot, store.name)
    return [
      {
        id: `pause ${_id}`,
        name: `${isPaused ? "Resume" : "Pause"} the ${name}`,
        also: `${also} stop start`,
        Icon: isPaused ? Play : Pause,
        target: { act: () => pause.mutate({ _id, isPaused: !isPaused }) },
      },
      {
        id: `run ${_id}`,
        name: `Run the ${name} now`,
        also: `${also} start`,
        Icon: Workflow,
        target: { act: () => run.mutate(_id) },
      },
    ]
  })
  return [...opening, ...running]
}
