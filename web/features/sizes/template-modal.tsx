import {
  defaultSheetTemplate,
  type SheetTemplate,
  type SheetTemplateInput,
  sheetTemplateInputSchema,
} from "../../../contract/artwork/size.ts"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { packings } from "../../../contract/status.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { NumberField } from "./measures.tsx"
import { saveSheetTemplate } from "./size-calls.ts"
import { TemplateDestination } from "./template-destination.tsx"
import { TemplatePrices } from "./template-prices.tsx"
import { nestingSwitches, packingNames, templateSwitches } from "./template-words.ts"

type TemplateModalProps = {
  /** Null for a new one. */
  template: SheetTemplate | null
  onClose: () => void
}

type Numbers = "widthIn" | "maxLengthIn" | "edgeIn" | "gapIn" | "dpi"
type Values = Omit<SheetTemplateInput, Numbers> & Record<Numbers, number | undefined>

const noPrices = { inkPricePerSquareInch: null, powderPricePerSquareInch: null, creditPrice: null }

/** Makes or changes a sheet template: the film, its margins and how pieces may lie. */
export function TemplateModal({ template, onClose }: TemplateModalProps) {
  const initial: Values = template
    ? inputOf(template)
    : { ...defaultSheetTemplate, name: "", isDefault: false }
  const form = useForm({
    schema: sheetTemplateInputSchema,
    initial,
    send: async (input) => {
      // The other prices are in the film's currency: they go with it.
      const prices = input.filmPrice ? {} : noPrices
      toastSuccess(await saveSheetTemplate(template?._id ?? null, { ...input, ...prices }))
      onClose()
    },
    failureIn: "toast",
  })
  const nests = form.values.nesting === "shapes"
  const number = (key: Numbers, label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unit}
      value={form.values[key]}
      onChange={(value) => form.set(key, value)}
      error={form.errors[key]}
    />
  )
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      title={template ? "Edit sheet template" : "Add sheet template"}
      verb={template ? "Save" : "Add template"}
    >
      <TextField
        label="Name"
        {...form.text("name")}
        isRequired
        autoFocus
        maxLength={MAX_NAME_LENGTH}
        placeholder="22 in roll"
      />
      <div className="grid grid-cols-2 gap-4">
        {number("widthIn", "Roll width", "in")}
        {number("maxLengthIn", "Longest sheet", "in")}
        {number("edgeIn", "Edge", "in")}
        {number("gapIn", "Gap", "in")}
        {number("dpi", "Resolution", "DPI")}
        <Field label="Packing" error={form.errors.packing}>
          <Select
            value={form.values.packing}
            onValueChange={(value) => {
              const packing = packings.find((one) => one === value)
              if (packing) form.set("packing", packing)
            }}
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
      <TemplatePrices
        values={form.values}
        errors={form.errors}
        onFilmPrice={(price) => form.set("filmPrice", price)}
        onPrice={(key, price) => form.set(key, price)}
      />
    </FormModal>
  )
}

function inputOf({ _id, createdAt, updatedAt, destination: _, ...input }: SheetTemplate): Values {
  return input
}
