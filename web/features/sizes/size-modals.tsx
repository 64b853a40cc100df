import { useMutation } from "@tanstack/react-query"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { type Size, sizeInputSchema, sizeLabel } from "../../../contract/size.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { NumberField } from "./number-field.tsx"
import { deleteSize, saveSize } from "./size-calls.ts"

export type SizeModalProps = {
  /** Null makes a new one. */
  size: Size | null
  onClose: () => void
}

/** Makes or changes a size. */
export function SizeModal({ size, onClose }: SizeModalProps) {
  const form = useForm({
    schema: sizeInputSchema,
    initial: { name: size?.name ?? "", value: size?.value as number | undefined },
    send: async (input) => {
      await saveSize(size?._id ?? null, input)
      toastSuccess(size ? "Size updated" : "Size created")
      onClose()
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
      <TextField
        label="Name"
        {...form.text("name")}
        isRequired
        autoFocus
        maxLength={MAX_NAME_LENGTH}
        placeholder="Adult chest"
      />
      <NumberField
        label="Value"
        unit="in"
        value={form.values.value}
        onChange={(value) => form.set("value", value)}
        error={form.errors.value}
      />
    </FormModal>
  )
}

export function DeleteSizeModal({ size, onClose }: { size: Size; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteSize(size._id),
    onSuccess: () => {
      toastSuccess("Size deleted")
      onClose()
    },
  })
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      title={`Delete ${sizeLabel(size)}?`}
      description="Items of prints that use it will ask for another size."
      verb="Delete"
      isDanger
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
