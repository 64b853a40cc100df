import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { type Integration, integrationCreateSchema } from "../../../contract/integrations/integration.ts"
import { connectableTypes } from "../../../contract/status.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, FieldError, Input } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { DeleteModal } from "../../components/ui/modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { NameField, TextField } from "../../components/ui/text-field.tsx"
import { plural } from "../../lib/format.ts"
import { configQuery } from "../../lib/site-config.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { addIntegration, deleteIntegration, goToProvider, updateIntegration } from "./integration-calls.ts"

type IntegrationModalProps = {
  /** Null adds a new one and leaves for its provider. */
  integration: Integration | null
  onClose: () => void
}

type Key = Integration["keys"][number]

/** Adds or changes a shop. */
export function IntegrationModal({ integration, onClose }: IntegrationModalProps) {
  const offered = useQuery(configQuery).data?.marketplaces ?? connectableTypes.slice(0, 1)
  // Etsy knows the shop by the person who gives consent, and a connected shop stays the same shop.
  const isOpen = integration?.type === "Shopify" && integration.shopName?.endsWith(".myshopify.com") === true
  const form = useForm({
    schema: integrationCreateSchema,
    initial: {
      name: integration?.name ?? "",
      type: (isOpen ? "Shopify" : connectableTypes[0]) as string,
      shop: integration?.shopName ?? "",
      keys: integration?.keys ?? [],
    },
    send: async (input) => {
      if (integration === null) return goToProvider(await addIntegration(input))
      const { name, keys, shop } = input
      const change = { name, keys, ...(isOpen && { shop }) }
      toastSuccess(await updateIntegration(integration._id, change))
      onClose()
    },
    failureIn: "toast",
  })
  const asksForShop = form.values.type === "Shopify"
  const setKeys = (keys: Key[]) => form.set("keys", keys)
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={integration ? "Edit integration" : "Add integration"}
      description={
        integration ? undefined : "Next, your marketplace asks you to let Sheetsmith read your orders."
      }
      verb={integration ? "Save" : "Add integration"}
    >
      <NameField {...form.text("name")} autoFocus placeholder="My store" />
      {integration === null && (
        <Field label="Type" error={form.errors.type}>
          <Select
            value={form.values.type}
            onValueChange={(type) => form.set("type", type)}
            options={offered.map((value) => ({ value, label: value }))}
          />
        </Field>
      )}
      {asksForShop && (
        <TextField
          label="Store address"
          {...form.text("shop")}
          isRequired
          inputMode="url"
          autoCapitalize="none"
          placeholder="my-shop.myshopify.com"
          hint="You find it in your Shopify admin under Settings, Domains."
        />
      )}
      <KeyFields keys={form.values.keys} onChange={setKeys} error={form.errors.keys} />
    </FormModal>
  )
}

/** Edits the seller's own notes, a name and a value each. */
function KeyFields({
  keys,
  onChange,
  error,
}: {
  keys: readonly Key[]
  onChange: (keys: Key[]) => void
  error?: string
}) {
  const replace = (index: number, change: Partial<Key>) =>
    onChange(keys.map((key, place) => (place === index ? { ...key, ...change } : key)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-[550]">
        Keys <span className="font-[450] text-ink-3">optional</span>
      </legend>
      <div className="grid gap-2">
        {keys.map((key, index) => (
          <div key={index} className="flex gap-2">
            <Input
              aria-label={`Key ${index + 1}`}
              placeholder="Key"
              value={key.key}
              maxLength={60}
              onChange={(event) => replace(index, { key: event.target.value })}
            />
            <Input
              aria-label={`Value ${index + 1}`}
              placeholder="Value"
              value={key.value}
              maxLength={500}
              onChange={(event) => replace(index, { value: event.target.value })}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove key ${index + 1}`}
              onClick={() => onChange(keys.filter((_, place) => place !== index))}
            >
              <X />
            </Button>
          </div>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus />}
        className="mt-1 -ml-2.5"
        onClick={() => onChange([...keys, { key: "", value: "" }])}
      >
        Add key
      </Button>
    </fieldset>
  )
}

export function DeleteIntegrationModal({
  integration,
  onClose,
  onDeleted,
}: {
  integration: Integration
  onClose: () => void
  onDeleted: () => void
}) {
  const remove = useMutation({
    mutationFn: () => deleteIntegration(integration._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onDeleted()
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title={`Delete ${integration.name}?`}
      description={`Its ${plural(integration.orderCount, "order")} will be removed from Sheetsmith. Prints made from them stay, ${integration.type === "File" ? "and your order files are not affected." : `and nothing changes at ${integration.type}.`}`}
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
