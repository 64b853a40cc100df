import { type Size, sizeInputSchema } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { LengthField } from "./measures.tsx"
import { saveSize } from "./size-calls.ts"

type SizeModalProps = {
  /** Null for a new one. */
  size: Size | null
  /** The first values of a new one. */
  begin?: { name: string; widthIn?: number }
  onSaved?: (size: Size) => void
  onClose: () => void
}

/** Edits the name and the width of a size. */
export function SizeModal({ size, begin, onSaved, onClose }: SizeModalProps) {
  const widthIn = size?.value ?? begin?.widthIn
  const form = useForm({
    schema: sizeInputSchema,
    initial: { name: size?.name ?? begin?.name ?? "", value: widthIn },
    send: async (input) => {
      const saved = await saveSize(size?._id ?? null, input)
      toastSuccess(saved.message)
      onClose()
      onSaved?.(saved.size)
    },
    failureIn: "toast",
  })
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={size ? "Edit size" : "Add size"}
      description="The printed width of the artwork, trimmed to its ink. The height follows."
      verb={size ? "Save" : "Add size"}
    >
      <NameField {...form.text("name")} autoFocus placeholder="Adult chest" />
      <LengthField
        label="Width"
        value={form.values.value}
        onChange={(value) => form.set("value", value)}
        error={form.errors.value}
        placeholder={pageUnit() === "in" ? "3.5, or 9 cm" : "9, or 3.5 in"}
      />
    </FormModal>
  )
}
