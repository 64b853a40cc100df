import { useMutation } from "@tanstack/react-query"
import { useMemo } from "react"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { Card } from "../../components/ui/card.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { saveTimeZone, zoneOptions, zoneWords } from "../account/time-zone.ts"

/** Edits the zone in which the seller's days begin. */
export function TimeZone({ user }: { user: Profile }) {
  const zones = useMemo(() => zoneOptions(user.timeZone), [user.timeZone])
  const save = useMutation({
    mutationFn: (timeZone: string) => saveTimeZone(timeZone),
    onSuccess: (_saved, timeZone) => toastSuccess(`Days begin at midnight in ${zoneWords(timeZone)}`),
  })
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-[620]">Time zone</h2>
      <p className="mt-1 text-sm text-ink-2">
        Decides which orders ship today and which are late. Type a city to find it in the list.
      </p>
      <Field label="Time zone" hidesLabel className="mt-4">
        <Select
          value={user.timeZone}
          onValueChange={(timeZone) => save.mutate(timeZone)}
          isDisabled={save.isPending}
          options={zones}
        />
      </Field>
    </Card>
  )
}
