import { useMutation } from "@tanstack/react-query"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Switch } from "../../components/ui/switch.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { connectIntegration, updateIntegration } from "./integration-calls.ts"

/** Edits whether a shop may be notified of shipments, and the rule that does it once orders are pressed. */
export function ShipRule({ integration }: { integration: Integration }) {
  const { _id, type, mayShip, shipsPressed } = integration
  const rule = useMutation({
    mutationFn: (isOn: boolean) => updateIntegration(_id, { shipsPressed: isOn }),
    onSuccess: (_, isOn) =>
      toastSuccess(
        isOn
          ? `${type} is notified once orders are pressed`
          : `${type} is notified only when you mark orders as shipped`,
      ),
  })
  if (!mayShip)
    return (
      <button
        type="button"
        className="touch text-left text-accent-ink hover:underline"
        onClick={() => void connectIntegration(_id, true)}
      >
        Allow Sheetsmith to mark orders as shipped
      </button>
    )
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={`Mark pressed orders as shipped at ${type}`}
        checked={shipsPressed}
        isDisabled={rule.isPending}
        onCheckedChange={(isOn) => rule.mutate(isOn)}
      />
      <span className="text-ink-2">
        Ten minutes after you mark orders as pressed, Sheetsmith marks them as shipped at {type}, without a
        tracking number. Buyers get an e-mail.
      </span>
    </span>
  )
}
