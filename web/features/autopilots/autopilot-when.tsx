import { Plus, X } from "lucide-react"
import { useMemo } from "react"
import { MAX_AUTOPILOT_TIMES } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { Field, FieldError, Input } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import type { Form } from "../../lib/use-form.ts"
import { zoneOptions } from "../account/time-zone.ts"
import { weekDays } from "./autopilot-sentence.ts"
import type { AutopilotValues } from "./autopilot-values.ts"

type WhenProps = { form: Form<AutopilotValues> }

/** Edits the days of the week on which it runs. */
export function DayChips({ form }: WhenProps) {
  const { days } = form.values
  const onChange = (next: number[]) => form.set("days", next)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-[550]">Days</legend>
      <div className="flex flex-wrap gap-2">
        {weekDays.map(({ day, short, long }) => {
          const isPicked = days.includes(day)
          return (
            <Chip
              key={day}
              isPicked={isPicked}
              onPick={() => onChange(isPicked ? days.filter((one) => one !== day) : [...days, day])}
            >
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{long}</span>
            </Chip>
          )
        })}
      </div>
      {form.errors.days && <FieldError>{form.errors.days}</FieldError>}
    </fieldset>
  )
}

/** Edits the times of those days. */
export function TimeFields({ form }: WhenProps) {
  const { times } = form.values
  const onChange = (next: string[]) => form.set("times", next)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-[550]">Times</legend>
      <div className="flex flex-wrap items-center gap-2">
        {times.map((time, index) => (
          <span key={index} className="inline-flex items-center">
            <Input
              type="time"
              aria-label={`Time ${index + 1}`}
              className="w-32 coarse:w-40"
              value={time}
              onChange={(event) =>
                onChange(times.map((one, place) => (place === index ? event.target.value : one)))
              }
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove time ${index + 1}`}
              onClick={() => onChange(times.filter((_, place) => place !== index))}
            >
              <X />
            </Button>
          </span>
        ))}
        {times.length < MAX_AUTOPILOT_TIMES && (
          <Button variant="ghost" size="sm" icon={<Plus />} onClick={() => onChange([...times, "12:00"])}>
            Add time
          </Button>
        )}
      </div>
      {form.errors.times && <FieldError>{form.errors.times}</FieldError>}
    </fieldset>
  )
}

/** Edits the time zone of the times. */
export function ZoneField({ form }: WhenProps) {
  const { timeZone } = form.values
  const zones = useMemo(() => zoneOptions(timeZone), [timeZone])
  return (
    <Field label="Time zone" error={form.errors.timeZone}>
      <Select value={timeZone} onValueChange={(zone) => form.set("timeZone", zone)} options={zones} />
    </Field>
  )
}
