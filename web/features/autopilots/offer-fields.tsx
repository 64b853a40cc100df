import { useQuery } from "@tanstack/react-query"
import type { AutopilotOffer } from "../../../contract/autopilots/autopilot-offer.ts"
import { autopilotActions } from "../../../contract/status.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { Segments } from "../../components/ui/segments.tsx"
import { Select } from "../../components/ui/select.tsx"
import { plural } from "../../lib/format.ts"
import { deliveryAddressesOptions } from "../integrations/delivery-calls.ts"
import { NumberField } from "../sizes/measures.tsx"
import { actionNames } from "./autopilot-sentence.ts"

const WEEKDAYS = [1, 2, 3, 4, 5]
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

type OfferInput = AutopilotOffer["suggestion"]

type OfferFieldsProps = {
  input: OfferInput
  undated: AutopilotOffer["undated"]
  onChange: (change: Partial<OfferInput>) => void
}

/** Edits what an offered autopilot does, in a few fields. */
export function OfferFields({ input, undated, onChange }: OfferFieldsProps) {
  const addresses = useQuery(deliveryAddressesOptions()).data ?? []
  const [time = "07:00"] = input.times
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-3 xl:grid-cols-[8rem_1fr_1fr_9.5rem]">
        <Field label="At">
          <Input
            type="time"
            value={time}
            onChange={(event) => event.target.value && onChange({ times: [event.target.value] })}
          />
        </Field>
        <Field label="On">
          <Select
            value={input.days.length === WEEKDAYS.length ? "weekdays" : "daily"}
            onValueChange={(value) => onChange({ days: value === "weekdays" ? WEEKDAYS : EVERY_DAY })}
            options={[
              { value: "weekdays", label: "Mon to Fri" },
              { value: "daily", label: "Every day" },
            ]}
          />
        </Field>
        <Field label="Then">
          <Select<string>
            value={input.action === "process" ? (input.addressId ?? "process") : input.action}
            onValueChange={(value) => {
              const addressId = addresses.find(({ _id }) => _id === value)?._id ?? null
              onChange({ action: value === "draft" ? "draft" : "process", addressId })
            }}
            options={[
              ...autopilotActions.map((value) => ({ value, label: actionNames[value] })),
              ...addresses.map(({ _id, name }) => ({ value: _id, label: `Process it, send to ${name}` })),
            ]}
          />
        </Field>
        <NumberField
          label="Credits a day"
          unit="at most"
          step={1}
          min={0}
          isOptional
          value={input.maxCreditsPerDay}
          onChange={(value = 0) => onChange({ maxCreditsPerDay: value })}
        />
      </div>
      <UndatedChoice
        days={input.undatedAfterDays}
        count={undated.reduce((sum, { orders }) => sum + orders, 0)}
        onChange={(undatedAfterDays) => onChange({ undatedAfterDays })}
      />
    </>
  )
}

/** The days that are offered before the seller says another rule on the autopilot's page. */
const OFFERED_DAYS = 3

type UndatedProps = { days: number | null; count: number; onChange: (days: number | null) => void }

function UndatedChoice({ days, count, onChange }: UndatedProps) {
  const label = "Orders without a ship-by date"
  return (
    <div className="mt-4">
      <span className="mb-1.5 block text-sm font-[550]" aria-hidden="true">
        {label} {count > 0 && <span className="font-[450] text-ink-3">{count} now</span>}
      </span>
      <Segments
        label={label}
        value={days === null ? "wait" : days === 0 ? "once" : "after"}
        onChange={(value) => onChange(value === "wait" ? null : value === "once" ? 0 : OFFERED_DAYS)}
        options={[
          { value: "after", label: `After ${plural(days || OFFERED_DAYS, "day")}` },
          { value: "once", label: "At once" },
          { value: "wait", label: "Wait for me" },
        ]}
      />
    </div>
  )
}
