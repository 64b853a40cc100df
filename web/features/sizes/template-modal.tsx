import { defaultSheetTemplate, type SheetTemplate } from "../../../contract/artwork/size.ts"
import { packings } from "../../../contract/status.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { formatRoll } from "../../lib/length.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { TemplateDestination } from "./template-destination.tsx"
import { TemplateNumber, useTemplateForm } from "./template-form.tsx"
import { TemplateInk } from "./template-ink.tsx"
import { TemplatePrices } from "./template-prices.tsx"
import { nestingSwitches, packingNames, templateSwitches } from "./template-words.ts"

type TemplateModalProps = {
  /** Null for a new one. */
  template: SheetTemplate | null
  onClose: () => void
}

/** Makes or changes a sheet template: the film, its margins and how pieces may lie. */
export function TemplateModal({ template, onClose }: TemplateModalProps) {
  const form = useTemplateForm(template, (message) => {
    toastSuccess(message)
    onClose()
  })
  const nests = form.values.nesting === "shapes"
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      title={template ? "Edit sheet template" : "Add sheet template"}
      verb={template ? "Save" : "Add template"}
    >
      <NameField {...form.text("name")} autoFocus placeholder={formatRoll(defaultSheetTemplate.widthIn)} />
      <div className="grid grid-cols-2 gap-4">
        <TemplateNumber form={form} name="widthIn" />
        <TemplateNumber form={form} name="maxLengthIn" />
        <TemplateNumber form={form} name="edgeIn" />
        <TemplateNumber form={form} name="gapIn" />
        <TemplateNumber form={form} name="dpi" />
        <Field label="Packing" error={form.errors.packing}>
          <Select
            value={form.values.packing}
            onValueChange={(packing) => form.set("packing", packing)}
            options={packings.map((packing) => ({ value: packing, label: packingNames[packing] }))}
          />
        </Field>
      </div>
      <TemplateDestination
        value={form.values.destinationId ?? null}
        onChange={(destinationId) => form.set("destinationId", destinationId)}
        film={form.values}
        error={form.errors.destinationId}
        onSet={form.set}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        {templateSwitches.map(({ key, label, hint }) => (
          <CheckRow
            key={key}
            label={label}
            hint={hint}
            checked={form.values[key]}
            onCheckedChange={(checked) => form.set(key, checked)}
          />
        ))}
        <CheckRow
          label="Nest shapes"
          hint="Lets pieces use each other's empty corners"
          checked={nests}
          onCheckedChange={(checked) => form.set("nesting", checked ? "shapes" : "boxes")}
        />
        {nestingSwitches.map(({ key, label, hint }) => (
          <CheckRow
            key={key}
            label={label}
            hint={hint}
            checked={nests && form.values[key]}
            isDisabled={!nests}
            onCheckedChange={(checked) => form.set(key, checked)}
          />
        ))}
        <CheckRow
          label="Default"
          hint={template?.isDefault ? "Make another one the default instead" : "Chosen for every new print"}
          checked={form.values.isDefault}
          isDisabled={template?.isDefault}
          onCheckedChange={(checked) => form.set("isDefault", checked)}
        />
      </div>
      <TemplateInk value={form.values.ink} error={form.errors.ink} onChange={(ink) => form.set("ink", ink)} />
      <TemplatePrices
        values={form.values}
        errors={form.errors}
        onFilmPrice={(price) => form.set("filmPrice", price)}
        onPrice={(key, price) => form.set(key, price)}
      />
    </FormModal>
  )
}
