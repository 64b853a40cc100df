import { useMutation } from "@tanstack/react-query"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Switch } from "../../components/ui/switch.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { updateIntegration } from "./integration-calls.ts"

const harden: Mend = { kind: "harden", threshold: 128, isOn: true }

/** Edits whether the edges of all that a store prints are hardened; its other mends stay as they are. */
export function MendRule({ integration }: { integration: Integration }) {
  const { _id, mends } = integration
  const isHardened = mends.some(({ kind, isOn }) => kind === "harden" && isOn)
  const rule = useMutation({
    mutationFn: (isOn: boolean) => {
      const others = mends.filter(({ kind }) => kind !== "harden")
      return updateIntegration(_id, { mends: isOn ? [harden, ...others] : others })
    },
    onSuccess: (_, isOn) =>
      toastSuccess(isOn ? "Edges are hardened on all it prints" : "Edges are no longer hardened"),
  })
  return (
    <span className="flex items-center gap-2">
      <Switch
        label="Harden the edges of all that this store prints"
        checked={isHardened}
        isDisabled={rule.isPending}
        onCheckedChange={(isOn) => rule.mutate(isOn)}
      />
      <span className="text-ink-2">
        Harden the edges of every piece, so that no white shows through soft ones. Your images stay as they
        are.
      </span>
    </span>
  )
}
