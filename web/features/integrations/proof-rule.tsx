import { useMutation } from "@tanstack/react-query"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Switch } from "../../components/ui/switch.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { updateIntegration } from "./integration-calls.ts"

/** Edits whether a store's pieces wait for their buyers' approval. */
export function ProofRule({ integration }: { integration: Integration }) {
  const { _id, needsProof } = integration
  const rule = useMutation({
    mutationFn: (isOn: boolean) => updateIntegration(_id, { needsProof: isOn }),
    onSuccess: (_, isOn) =>
      toastSuccess(
        isOn
          ? "Only what the buyer has approved is printed"
          : "Pieces are printed without the buyer’s approval",
      ),
  })
  return (
    <span className="flex items-center gap-2">
      <Switch
        label="Print only what the buyer has approved"
        checked={needsProof}
        isDisabled={rule.isPending}
        onCheckedChange={(isOn) => rule.mutate(isOn)}
      />
      <span className="text-ink-2">
        Batches and autopilots leave out what the buyer has not approved. Send proofs from the orders.
      </span>
    </span>
  )
}
