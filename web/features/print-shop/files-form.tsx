import { useRef, useState } from "react"
import { contourEdgeIn } from "../../../contract/delivery/contour.ts"
import { destinationInputSchema } from "../../../contract/delivery/destination.ts"
import { usualCutters, usualPrinters } from "../../../contract/delivery/usual-settings.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Form } from "../../components/ui/form.tsx"
import { Select } from "../../components/ui/select.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { formatBound, formatTyped } from "../../lib/length.ts"
import { useForm } from "../../lib/use-form.ts"
import { saveDestination } from "../sizes/destination-calls.ts"
import { DestinationFields, type DestinationValues, settingsOf } from "../sizes/destination-fields.tsx"
import { saveSheetTemplate } from "../sizes/size-calls.ts"
import { inputOf } from "../sizes/template-form.tsx"
import { FormButtons, type PartFormProps } from "./form-end.tsx"
import { shopName } from "./shop.ts"

/** Asks which files the print shop takes, and has the default template's sheets written so. */
export function FilesForm({ shop, end }: PartFormProps) {
  const { template, destination } = shop
  // One that comes with the app cannot be changed: the print shop's own begins with its settings.
  const ownId = useRef(destination?.isBuiltIn === false ? destination._id : null)
  const [labels, setLabels] = useState(template.labels)
  const initial: DestinationValues = {
    ...settingsOf(destination ?? undefined),
    name: shopName(shop) ?? "My print shop",
    dpi: template.dpi,
  }
  const form = useForm({
    schema: destinationInputSchema,
    initial,
    send: async (input) => {
      const { data } = await saveDestination(ownId.current, input)
      ownId.current = data._id
      const edgeIn = Math.max(template.edgeIn, contourEdgeIn(input.contour, template.dpi))
      end.onDone(
        await saveSheetTemplate(template._id, {
          ...inputOf(template),
          destinationId: data._id,
          edgeIn,
          labels,
          // A further print shop's template is chosen by the print shop's name.
          name: template.isDefault ? template.name : input.name,
        }),
      )
    },
  })
  const { contour } = form.values
  const neededIn = Number.isNaN(contour.offsetIn) ? 0 : contourEdgeIn(contour, template.dpi)
  return (
    <Form form={form} className="grid gap-4">
      <NameField label="Name of the print shop" {...form.text("name")} />
      <UsualSettings
        onPick={(change) =>
          form.reset({ ...form.values, ...change, name: form.values.name, dpi: template.dpi })
        }
        values={form.values}
      />
      <DestinationFields form={form} hidesDpi />
      <CheckRow
        label="Labels"
        hint="A small name beside each copy"
        checked={labels}
        onCheckedChange={setLabels}
      />
      {neededIn > template.edgeIn && (
        <p className="text-sm text-ink-2">
          The edge of the roll becomes {formatBound(neededIn, "least")} instead of{" "}
          {formatTyped(template.edgeIn)}.
        </p>
      )}
      <FormButtons end={end} isWorking={form.isSubmitting} />
    </Form>
  )
}

type UsualSettingsProps = {
  values: DestinationValues
  onPick: (change: Partial<DestinationValues>) => void
}

/** Offers the usual settings of print software and of cutters to begin from. */
function UsualSettings({ values, onPick }: UsualSettingsProps) {
  const [printer, setPrinter] = useState("")
  const [cutter, setCutter] = useState("")
  const pickedPrinter = usualPrinters.find(({ name }) => name === printer)
  const pickedCutter = usualCutters.find(({ name }) => name === cutter)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Begin with a printer’s usual settings" hint={pickedPrinter?.reason ?? undefined}>
        <Select
          value={printer}
          options={optionsOf(usualPrinters)}
          onValueChange={(name) => {
            setPrinter(name)
            const picked = usualPrinters.find((one) => one.name === name)
            if (!picked) return
            const { contour } = values
            const settings = settingsOf(picked)
            // The cutter was chosen for itself; the line's name is the print software's.
            onPick({ ...settings, contour: { ...contour, name: settings.contour.name } })
          }}
        />
      </Field>
      <Field label="… and with a cutter’s" hint={pickedCutter?.reason}>
        <Select
          value={cutter}
          options={optionsOf(usualCutters)}
          onValueChange={(name) => {
            setCutter(name)
            const picked = usualCutters.find((one) => one.name === name)
            if (!picked) return onPick({ contour: { ...values.contour, isOn: false, marks: null } })
            const { contour, formats } = picked
            onPick({
              contour: { ...values.contour, ...contour, isOn: true },
              ...(formats && { formats: [...formats] }),
            })
          }}
        />
      </Field>
    </div>
  )
}

function optionsOf(usual: readonly { name: string }[]) {
  return [{ value: "", label: "None" }, ...usual.map(({ name }) => ({ value: name, label: name }))]
}
