import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { AddressFields, type AddressKind, noAddress, useAddressForm, valuesOf } from "./address-fields.tsx"
import { saveDeliveryAddress } from "./delivery-calls.ts"
import { kindWords } from "./delivery-words.ts"

const kinds = Object.keys(kindWords) as AddressKind[]

type AddressModalProps = {
  /** Null for a new one. */
  address: DeliveryAddress | null
  onClose: () => void
}

/** Adds or changes an address for finished files. Secrets are typed and never shown again. */
export function AddressModal({ address, onClose }: AddressModalProps) {
  const form = useAddressForm(address ? valuesOf(address) : noAddress, async (input) => {
    toastSuccess((await saveDeliveryAddress(address?._id ?? null, input)).message)
    onClose()
  })
  const { kind } = form.values
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      autoComplete="off"
      title={address ? "Edit address" : "Add address"}
      verb={address ? "Save" : "Add address"}
    >
      <NameField {...form.text("name")} autoFocus placeholder="My print shop" />
      <Field label="Kind" error={form.errors.kind}>
        <Select
          value={kind}
          onValueChange={(value) => form.set("kind", value)}
          options={kinds.map((value) => ({ value, label: kindWords[value].name }))}
        />
      </Field>
      <AddressFields form={form} address={address} />
      <CheckRow
        label="Send every print"
        hint="Automatically, once a print is completed"
        checked={form.values.isAutomatic}
        onCheckedChange={(checked) => form.set("isAutomatic", checked)}
      />
    </FormModal>
  )
}
