import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { type Autopilot, autopilotInputSchema } from "../../../contract/autopilots/autopilot.ts"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import type { Id } from "../../../contract/id.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { autopilotActions, packings } from "../../../contract/status.ts"
import { Chip } from "../../components/ui/chip.tsx"
import { Field, FieldError } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { formatTemplate } from "../../lib/length.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { type Form, useForm } from "../../lib/use-form.ts"
import { saveAutopilot } from "../integrations/autopilot-calls.ts"
import { deliveryAddressesOptions } from "../integrations/delivery-calls.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import { isOfFiles } from "../integrations/shop-state.tsx"
import { LengthField, NumberField } from "../sizes/measures.tsx"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { packingNames } from "../sizes/template-words.ts"
import { actionNames, autopilotSentence } from "./autopilot-sentence.ts"
import { type AutopilotValues, firstValues, valuesOf } from "./autopilot-values.ts"
import { DayChips, TimeFields, ZoneField } from "./autopilot-when.tsx"

type AutopilotModalProps = {
  integration: Integration
  /** Null to set one up. */
  autopilot: Autopilot | null
  onClose: () => void
}

/** Loads the templates first, because the form begins with the default one. */
export function AutopilotModal(props: AutopilotModalProps) {
  const templates = useQuery(sheetTemplatesOptions()).data?.data
  const stores = useQuery(allIntegrationsOptions()).data?.data
  const addresses = useQuery(deliveryAddressesOptions()).data
  return templates && stores && addresses ? (
    <AutopilotForm {...props} templates={templates} stores={stores} addresses={addresses} />
  ) : null
}

type AutopilotFormProps = AutopilotModalProps & {
  templates: readonly SheetTemplate[]
  stores: readonly Integration[]
  addresses: readonly DeliveryAddress[]
}

/** Edits when a shop's orders are printed, which of them, and what happens without a person. */
function AutopilotForm({
  integration,
  autopilot,
  templates,
  stores,
  addresses,
  onClose,
}: AutopilotFormProps) {
  const { user } = useAuth()
  const form = useForm({
    schema: autopilotInputSchema,
    initial: autopilot ? valuesOf(autopilot) : firstValues(integration._id, user.timeZone, templates),
    send: async (input) => {
      // A field that is left out of a change stays as it was.
      const { minLengthIn = null, undatedAfterDays = null } = input
      const whole = { ...input, minLengthIn, undatedAfterDays }
      toastSuccess(await saveAutopilot(autopilot?._id ?? null, whole))
      onClose()
    },
  })
  const { values, errors } = form
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      title={autopilot ? "Edit autopilot" : `Set up the autopilot of ${integration.name}`}
      verb={autopilot ? "Save" : "Start autopilot"}
    >
      {(stores.length > 1 || values.isForAllStores) && (
        <StoresField form={form} integration={integration} stores={stores} />
      )}
      <DayChips form={form} />
      <TimeFields form={form} />
      <ZoneField form={form} />
      <div className="grid gap-4 md:grid-cols-2">
        <LengthField
          label="Or as soon as there are"
          of="of film"
          hint="Leave empty to run only at the set times"
          value={values.minLengthIn ?? undefined}
          onChange={(value) => form.set("minLengthIn", value)}
          error={errors.minLengthIn}
        />
        <NumberField
          label="Orders that ship within"
          unit="days"
          hint="1 means today. Late orders are always included"
          step={1}
          value={values.shipWithinDays}
          onChange={(value) => form.set("shipWithinDays", value)}
          error={errors.shipWithinDays}
        />
        <Field label="Orders without a ship-by date" error={errors.undatedAfterDays}>
          <Select
            value={String(values.undatedAfterDays ?? "")}
            onValueChange={(value) => form.set("undatedAfterDays", value === "" ? null : Number(value))}
            options={undatedChoices(values.undatedAfterDays)}
          />
        </Field>
        <Field label="Sheet template" error={errors.sheetTemplateId}>
          <Select
            value={values.sheetTemplateId ?? ""}
            placeholder="Choose a template"
            onValueChange={(id) => form.set("sheetTemplateId", id)}
            options={templates.map((one) => ({ value: one._id, label: formatTemplate(one) }))}
          />
        </Field>
        <Field label="Packing" error={errors.packing}>
          <Select
            value={values.packing}
            onValueChange={(packing) => form.set("packing", packing)}
            options={packings.map((value) => ({ value, label: packingNames[value] }))}
          />
        </Field>
        <Field label="When the print is made" error={errors.action}>
          <Select
            value={values.action}
            onValueChange={(action) => form.set("action", action)}
            options={autopilotActions.map((value) => ({ value, label: actionNames[value] }))}
          />
        </Field>
        {values.action === "process" && addresses.length > 0 && (
          <Field label="Send the files to" error={errors.addressId}>
            <Select<Id | "">
              value={values.addressId ?? ""}
              onValueChange={(id) => form.set("addressId", id || null)}
              options={[
                { value: "", label: "Nobody by itself" },
                ...addresses.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
            />
          </Field>
        )}
        {values.action === "process" && (
          <NumberField
            label="At most"
            unit="credits a day"
            hint="A print that would cost more stays a draft"
            step={1}
            value={values.maxCreditsPerDay}
            onChange={(value) => form.set("maxCreditsPerDay", value)}
            error={errors.maxCreditsPerDay}
          />
        )}
      </div>
      <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
        {autopilotSentence(values, isOfFiles(integration), addresses)}
      </p>
    </FormModal>
  )
}

type StoresFieldProps = Pick<AutopilotFormProps, "integration" | "stores"> & { form: Form<AutopilotValues> }

/** Chooses one store, all, or several whose orders go on one film. */
function StoresField({ form, integration, stores }: StoresFieldProps) {
  const { isForAllStores, moreIntegrationIds, integrationId } = form.values
  const [isChoosing, setIsChoosing] = useState(moreIntegrationIds.length > 0)
  const others = stores.filter(({ _id }) => _id !== integrationId)
  // The form may be opened on the page of any of its stores.
  const own = stores.find(({ _id }) => _id === integrationId) ?? integration
  function choose(way: string) {
    form.set("isForAllStores", way === "all")
    setIsChoosing(way === "some")
    if (way !== "some") form.set("moreIntegrationIds", [])
  }
  return (
    <>
      <Field label="Stores" error={form.errors.isForAllStores}>
        <Select
          value={isForAllStores ? "all" : isChoosing ? "some" : "one"}
          onValueChange={choose}
          options={[
            { value: "one", label: `Only ${own.name}` },
            ...(others.length > 1 || isChoosing
              ? [{ value: "some", label: "Some of them, on one film" }]
              : []),
            { value: "all", label: "All stores, on one film" },
          ]}
        />
      </Field>
      {isChoosing && (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-[550]">With {own.name}</legend>
          <div className="flex flex-wrap gap-2">
            {others.map(({ _id, name }) => {
              const isPicked = moreIntegrationIds.includes(_id)
              return (
                <Chip
                  key={_id}
                  isPicked={isPicked}
                  onPick={() =>
                    form.set(
                      "moreIntegrationIds",
                      isPicked ? moreIntegrationIds.filter((id) => id !== _id) : [...moreIntegrationIds, _id],
                    )
                  }
                >
                  {name}
                </Chip>
              )
            })}
          </div>
          {form.errors.moreIntegrationIds && <FieldError>{form.errors.moreIntegrationIds}</FieldError>}
        </fieldset>
      )}
    </>
  )
}

/** Lists the rules for orders without a ship-by date, the present one among them. */
function undatedChoices(days: number | null): { value: string; label: string }[] {
  const offered = [...new Set([0, 1, 2, 3, 4, 5, 7, 10, 14, ...(days === null ? [] : [days])])]
  return [
    { value: "", label: "Wait for me" },
    ...offered
      .toSorted((a, b) => a - b)
      .map((count) => ({
        value: String(count),
        label: count === 0 ? "At once" : `After ${plural(count, "day")}`,
      })),
  ]
}
