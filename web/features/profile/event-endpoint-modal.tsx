import { z } from "zod"
import { type EventType, eventTypes, eventWords } from "../../../contract/events/event.ts"
import {
  type EventEndpoint,
  eventEndpointInputSchema,
  type NewEventEndpoint,
} from "../../../contract/events/event-endpoint.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { FieldError } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { addEndpoint, changeEndpoint } from "./event-endpoint-calls.ts"

const formSchema = eventEndpointInputSchema.extend({ isActive: z.boolean(), takesTests: z.boolean() })

type EventEndpointModalProps = {
  /** The endpoint to change; null: a new one. */
  endpoint: EventEndpoint | null
  onClose: () => void
  onMade: (endpoint: NewEventEndpoint) => void
}

/** Asks where events go, and which. */
export function EventEndpointModal({ endpoint, onClose, onMade }: EventEndpointModalProps) {
  const form = useForm({
    schema: formSchema,
    initial: {
      url: endpoint?.url ?? "",
      events: endpoint?.events ?? ([] as EventType[]),
      isActive: endpoint?.isActive ?? true,
      takesTests: endpoint?.takesTests ?? false,
    },
    send: async (body) => {
      if (!endpoint) return onMade(await addEndpoint(body))
      toastSuccess(await changeEndpoint(endpoint._id, body))
      onClose()
    },
  })
  const { values, errors } = form
  const choose = (type: EventType, isChosen: boolean) =>
    form.set("events", isChosen ? [...values.events, type] : values.events.filter((name) => name !== type))
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      autoComplete="off"
      title={endpoint ? "Edit endpoint" : "New endpoint"}
      description="Your program is told by POST when one of these happens, signed as Standard Webhooks describes it."
      verb={endpoint ? "Save" : "Add endpoint"}
    >
      <TextField
        {...form.text("url")}
        label="Address"
        isRequired
        autoFocus
        type="url"
        inputMode="url"
        placeholder="https://shop.example.com/sheetsmith"
      />
      <fieldset>
        <legend className="text-sm font-[550]">Events</legend>
        {errors.events && <FieldError>{errors.events}</FieldError>}
        {eventTypes.map((type) => (
          <CheckRow
            key={type}
            label={eventWords[type]}
            hint={type}
            checked={values.events.includes(type)}
            onCheckedChange={(isChosen) => choose(type, isChosen)}
          />
        ))}
      </fieldset>
      <div>
        <CheckRow
          label="Also test prints and jobs"
          hint="Their data say isTest: true"
          checked={values.takesTests}
          onCheckedChange={(takesTests) => form.set("takesTests", takesTests)}
        />
        {endpoint && (
          <CheckRow
            label="Switched on"
            hint="Off: nothing is sent, and what waits is dropped"
            checked={values.isActive}
            onCheckedChange={(isActive) => form.set("isActive", isActive)}
          />
        )}
      </div>
    </FormModal>
  )
}
