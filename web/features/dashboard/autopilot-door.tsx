import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Sunrise } from "lucide-react"
import { useAuth } from "../../lib/auth.tsx"
import { autopilotsOptions } from "../integrations/autopilot-calls.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"

/** Leads a seller with stores to their first autopilot; draws nothing once there is one, or its offer was closed. */
export function AutopilotDoor() {
  const autopilots = useQuery(autopilotsOptions()).data
  const { mayOfferAutopilot } = useAuth().user
  const [store] = useQuery(allIntegrationsOptions()).data?.data ?? []
  if (!mayOfferAutopilot || autopilots?.length !== 0 || store === undefined) return null
  return (
    <p className="flex items-center gap-2 px-1 text-sm text-ink-2">
      <Sunrise className="size-4 flex-none" aria-hidden="true" />
      <span>
        An autopilot can make each day’s film before you come in.{" "}
        <Link
          to="/integrations/$integrationId/autopilot"
          params={{ integrationId: store._id }}
          search={{ editAutopilot: "true" }}
          className="touch font-[550] whitespace-nowrap text-accent-ink hover:underline"
        >
          Set up an autopilot
        </Link>
      </span>
    </p>
  )
}
