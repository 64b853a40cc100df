import { useState } from "react"
import { inchesText, type Size, sizeInputSchema } from "../../../contract/artwork/size.ts"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { saveSize } from "./size-calls.ts"
import { readWidth } from "./typed-width.ts"

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
      <TextField
        label="Name"
        {...form.text("name")}
        isRequired
        autoFocus
        maxLength={MAX_NAME_LENGTH}
        placeholder="Adult chest"
      />
      <WidthField first={widthIn} onWidth={(value) => form.set("value", value)} error={form.errors.value} />
    </FormModal>
  )
}

type WidthFieldProps = {
  first: number | undefined
  /** Called with inches, undefined while nothing numeric is typed. */
  onWidth: (widthIn: number | undefined) => void
  error: string | undefined
}

/** Takes a width in inches or centimetres. */
function WidthField({ first, onWidth, error }: WidthFieldProps) {
  const [text, setText] = useState(first === undefined ? "" : inchesText(first))
  const typed = widthOf(text)
  return (
    <Field
      label="Width"
      error={error}
      hint={typed && !typed.isInches ? `${inchesText(typed.widthIn)} in` : undefined}
      isRequired
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        placeholder="3.5, or 9 cm"
        value={text}
        trailing={typed && !typed.isInches ? undefined : "in"}
        onChange={(event) => {
          setText(event.target.value)
          onWidth(widthOf(event.target.value)?.widthIn)
        }}
      />
    </Field>
  )
}

/** Reads a width without a name before it. */
function widthOf(text: string) {
  const typed = readWidth(text)
  return typed?.name === "" ? typed : null
}
