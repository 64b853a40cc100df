import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Form } from "../../components/ui/form.tsx"
import { useTemplateForm } from "../sizes/template-form.tsx"
import { noPrice, PriceFields } from "../sizes/template-prices.tsx"
import { FormButtons, type PartFormProps } from "./form-end.tsx"

/** Asks what film costs, so that prints, orders and reports say it. */
export function CostForm({ shop, end }: PartFormProps) {
  const { template } = shop
  const form = useTemplateForm({ ...template, filmPrice: template.filmPrice ?? noPrice() }, end.onDone)
  const isOn = form.values.filmPrice !== null && form.values.filmPrice !== undefined
  return (
    <Form form={form} className="grid gap-4">
      {isOn && (
        <PriceFields
          values={form.values}
          errors={form.errors}
          onFilmPrice={(price) => form.set("filmPrice", price)}
          onPrice={(key, price) => form.set(key, price)}
        />
      )}
      {template.filmPrice !== null && (
        <CheckRow
          label="Count what film costs"
          hint="If off, prints and reports show no cost"
          checked={isOn}
          onCheckedChange={(checked) =>
            form.set("filmPrice", checked ? (template.filmPrice ?? noPrice()) : null)
          }
        />
      )}
      <FormButtons end={end} isWorking={form.isSubmitting} />
    </Form>
  )
}
