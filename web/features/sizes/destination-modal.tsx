import { useMemo } from "react"
import { type Destination, destinationInputSchema } from "../../../contract/delivery/destination.ts"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { saveDestination } from "./destination-calls.ts"
import { DestinationFields, type DestinationValues, settingsOf } from "./destination-fields.tsx"
import { PressProfile } from "./press-profile.tsx"

type DestinationModalProps = {
  /** Null for a new one. */
  destination: Destination | null
  /** The destination that a new one copies. */
  like?: Destination
  onClose: () => void
}

/** Makes or changes a destination: every setting of a shop's machine, in plain words. */
export function DestinationModal({ destination, like, onClose }: DestinationModalProps) {
  const initial = useMemo(() => valuesOf(destination, like), [destination, like])
  const form = useForm({
    schema: destinationInputSchema,
    initial,
    send: async (input) => {
      toastSuccess((await saveDestination(destination?._id ?? null, input)).message)
      onClose()
    },
    failureIn: "toast",
  })
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="lg"
      title={destination ? "Edit destination" : "Add destination"}
      description="What a print shop’s machine or software accepts. Sheets of a template with this destination are written for it."
      verb={destination ? "Save" : "Add destination"}
    >
      <NameField {...form.text("name")} autoFocus placeholder="My print shop" />
      <DestinationFields form={form} />
      {destination && <PressProfile destination={destination} />}
    </FormModal>
  )
}

function valuesOf(destination: Destination | null, like: Destination | undefined): DestinationValues {
  const settings = settingsOf(destination ?? like)
  return destination || !like
    ? settings
    : { ...settings, name: `${like.name} copy`.slice(0, MAX_NAME_LENGTH) }
}
