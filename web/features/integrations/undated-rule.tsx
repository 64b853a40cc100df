import { useMutation } from "@tanstack/react-query"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Select } from "../../components/ui/select.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { updateIntegration } from "./integration-calls.ts"

const offered = [0, 1, 2, 3, 4, 5, 7, 10, 14, 21, 30]

/** Edits when orders ship that the marketplace or the file gives no date for. */
export function UndatedRule({ integration }: { integration: Integration }) {
  const { _id, shipsWithinDays } = integration
  const rule = useMutation({
    mutationFn: (days: number | null) => updateIntegration(_id, { shipsWithinDays: days }),
    onSuccess: (_, days) =>
      toastSuccess(
        days === null
          ? "Orders without a ship-by date stay without one"
          : `Orders without a ship-by date ship within ${plural(days, "day")}`,
      ),
  })
  const days = [...new Set([...offered, ...(shipsWithinDays === null ? [] : [shipsWithinDays])])]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        label="Orders without a ship-by date ship within"
        value={shipsWithinDays === null ? "" : String(shipsWithinDays)}
        isDisabled={rule.isPending}
        options={[
          { value: "", label: "Not set" },
          ...days
            .sort((a, b) => a - b)
            .map((count) => ({
              value: String(count),
              label: count === 0 ? "The same day" : plural(count, "day"),
            })),
        ]}
        onValueChange={(value) => rule.mutate(value === "" ? null : Number(value))}
      />
      <span className="text-ink-2">
        Counted from the order date. If not set, daily batches leave these orders out, and an autopilot goes
        by its own rule.
      </span>
    </span>
  )
}
