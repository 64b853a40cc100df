import { type ImportField, type ImportMapping, importFields } from "../../../contract/orders/order-import.ts"
import { Field } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"

const words: Record<ImportField, string> = {
  orderNumber: "Order number",
  orderDate: "Order date",
  shipBy: "Ship by",
  buyerName: "Buyer name",
  buyerEmail: "Buyer e-mail",
  phone: "Phone",
  address: "Address",
  country: "Country",
  itemTitle: "Item name",
  sku: "SKU",
  variation: "Variation",
  size: "Size",
  quantity: "Quantity",
  price: "Unit price",
  currency: "Currency",
  personalisation: "Personalisation",
  status: "Status",
}
/** The fields that people look for first. */
const first: readonly ImportField[] = [
  "orderNumber",
  "sku",
  "itemTitle",
  "quantity",
  "size",
  "personalisation",
]
const order = [...first, ...importFields.filter((field) => !first.includes(field))]

type ImportMappingFieldsProps = {
  columns: readonly string[]
  /** A cell of each column. */
  samples: readonly string[]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** Maps the file's columns to fields, with what a line of the file has there. */
export function ImportMappingFields({ columns, samples, mapping, onChange }: ImportMappingFieldsProps) {
  const options = [
    { value: "", label: "Not in the file", note: "" },
    ...columns.map((column, place) => ({ value: column, label: column, note: samples[place] })),
  ]
  const sampleOf = (column: string | undefined) =>
    options.find(({ value }) => column !== "" && value === column)?.note
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-[550]">
        Columns{" "}
        <span className="font-[450] text-ink-3">
          the order number is required, and either SKU or item name
        </span>
      </legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {order.map((field) => (
          <Field key={field} label={words[field]} hint={sampleOf(mapping[field]) || undefined}>
            <Select
              value={mapping[field] ?? ""}
              onValueChange={(column) => onChange({ ...mapping, [field]: column })}
              options={options}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
