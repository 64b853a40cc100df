import { usualRolls } from "../../../contract/delivery/usual-settings.ts"
import { isSameLength } from "../../../contract/length.ts"
import { Chip } from "../../components/ui/chip.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TemplateNumber, useTemplateForm } from "../sizes/template-form.tsx"
import { FormButtons, type PartFormProps } from "./form-end.tsx"

/** Asks for the roll of the print shop: its width, the longest sheet, edge and gap. */
export function RollForm({ shop, end }: PartFormProps) {
  const form = useTemplateForm(shop.template, end.onDone)
  return (
    <Form form={form}>
      <fieldset className="mb-4">
        <legend className="mb-1.5 text-sm font-[550]">Usual rolls</legend>
        <div className="flex flex-wrap gap-1.5">
          {usualRolls.map(({ label, widthIn }) => (
            <Chip
              key={label}
              isPicked={isSameLength(form.values.widthIn ?? 0, widthIn)}
              onPick={() => form.set("widthIn", widthIn)}
            >
              {label}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <TemplateNumber form={form} name="widthIn" />
        <TemplateNumber form={form} name="maxLengthIn" />
        <TemplateNumber form={form} name="edgeIn" />
        <TemplateNumber form={form} name="gapIn" />
      </div>
      <FormButtons end={end} isWorking={form.isSubmitting} />
    </Form>
  )
}
