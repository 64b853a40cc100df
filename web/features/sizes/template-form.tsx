import {
  defaultSheetTemplate,
  type SheetTemplate,
  type SheetTemplateInput,
  sheetTemplateInputSchema,
} from "../../../contract/artwork/size.ts"
import { saysWidth } from "../../../contract/length.ts"
import { formatRoll, formatTemplate } from "../../lib/length.ts"
import { type Form, useForm } from "../../lib/use-form.ts"
import { LengthField, NumberField } from "./measures.tsx"
import { saveSheetTemplate } from "./size-calls.ts"

type Numbers = "widthIn" | "maxLengthIn" | "edgeIn" | "gapIn" | "dpi"
export type TemplateValues = Omit<SheetTemplateInput, Numbers> & Record<Numbers, number | undefined>

const noPrices = { inkPricePerSquareInch: null, powderPricePerSquareInch: null, creditPrice: null }

/** Holds the values of a template, or of a new one, and saves them; `onSaved` gets the server's message. */
export function useTemplateForm(
  template: SheetTemplate | null,
  onSaved: (message: string) => void,
): Form<TemplateValues> {
  return useForm({
    schema: sheetTemplateInputSchema,
    initial: template
      ? { ...inputOf(template), name: formatTemplate(template) }
      : { ...defaultSheetTemplate, name: "", isDefault: false },
    send: async (input) => {
      // The other prices are in the film's currency: they go with it.
      const prices = input.filmPrice ? {} : noPrices
      const name = nameWithWidth(input, template)
      onSaved(await saveSheetTemplate(template?._id ?? null, { ...input, ...prices, name }))
    },
    failureIn: "toast",
  })
}

/** Returns the name; one that only says the roll's width says the new one. */
function nameWithWidth({ name, widthIn }: SheetTemplateInput, before: SheetTemplate | null): string {
  const isOfWidth = before !== null && name === formatTemplate(before) && saysWidth(before)
  return isOfWidth ? formatRoll(widthIn) : name
}

/** Returns a template's values as they are sent. */
export function inputOf({ _id, createdAt, updatedAt, destination: _, ...input }: SheetTemplate) {
  return input
}

const labels: Record<Numbers, string> = {
  widthIn: "Roll width",
  maxLengthIn: "Longest sheet",
  edgeIn: "Edge",
  gapIn: "Gap",
  dpi: "Resolution",
}

/** Edits one of a template's measures. */
export function TemplateNumber({ form, name }: { form: Form<TemplateValues>; name: Numbers }) {
  const props = {
    label: labels[name],
    value: form.values[name],
    onChange: (value: number | undefined) => form.set(name, value),
    error: form.errors[name],
  }
  return name === "dpi" ? <NumberField {...props} unit="DPI" /> : <LengthField {...props} />
}
