import { useMutation } from "@tanstack/react-query"
import { type LengthUnit, lengthUnitNames, lengthUnits } from "../../../contract/length.ts"
import { Segments } from "../../components/ui/segments.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { capitalise } from "../../lib/format.ts"
import { showLengthsIn } from "../../lib/length.ts"
import { saveSettings } from "../../lib/save-settings.ts"
import { toastSuccess } from "../../lib/toast.tsx"

/** Chooses the unit of all lengths of the account. */
export function LengthUnitPicker() {
  const { user } = useAuth()
  const save = useMutation({
    mutationFn: (lengthUnit: LengthUnit) => saveSettings({ lengthUnit }),
    onSuccess: (_saved, unit) => {
      showLengthsIn(unit)
      toastSuccess(`Lengths are in ${lengthUnitNames[unit]}`)
    },
  })
  return (
    <Segments
      label="Lengths in"
      value={save.isPending ? save.variables : user.lengthUnit}
      onChange={(unit) => save.mutate(unit)}
      options={lengthUnits.map((unit) => ({ value: unit, label: capitalise(lengthUnitNames[unit]) }))}
    />
  )
}
