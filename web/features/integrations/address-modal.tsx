import { Plus, X } from "lucide-react"
import {
  type DeliveryAddress,
  type DeliveryAddressInput,
  deliveryAddressInputSchema,
  type FormField,
} from "../../../contract/delivery/delivery.ts"
import { MAX_FORM_FIELDS, MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field, FieldError, Input } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { type Form, useForm } from "../../lib/use-form.ts"
import { saveDeliveryAddress } from "./delivery-calls.ts"
import { kindWords } from "./delivery-words.ts"

type Kind = DeliveryAddress["kind"]
const kinds = Object.keys(kindWords) as Kind[]

/** The fields of all kinds: typed values stay while another kind is shown. */
type Values = {
  kind: Kind
  name: string
  url: string
  isAutomatic: boolean
  user: string
  password: string
  bucket: string
  region: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  fileField: string
  /** Undefined keeps the stored ones. */
  fields: FormField[] | undefined
}

const empty: Values = {
  kind: "WebDAV",
  name: "",
  url: "",
  isAutomatic: false,
  user: "",
  password: "",
  bucket: "",
  region: "",
  prefix: "",
  accessKeyId: "",
  secretAccessKey: "",
  fileField: "file",
  fields: [],
}

type AddressModalProps = {
  /** Null for a new one. */
  address: DeliveryAddress | null
  onClose: () => void
}

/** Adds or changes an address for finished files. Secrets are typed and never shown again. */
export function AddressModal({ address, onClose }: AddressModalProps) {
  const form = useForm({
    schema: deliveryAddressInputSchema,
    initial: address ? valuesOf(address) : empty,
    send: async (input: DeliveryAddressInput) => {
      toastSuccess(await saveDeliveryAddress(address?._id ?? null, input))
      onClose()
    },
  })
  const { kind } = form.values
  const words = kindWords[kind]
  const keeps = address?.hasSecret === true && address.kind === kind
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      autoComplete="off"
      title={address ? "Edit address" : "Add address"}
      verb={address ? "Save" : "Add address"}
    >
      <TextField
        label="Name"
        {...form.text("name")}
        isRequired
        autoFocus
        maxLength={MAX_NAME_LENGTH}
        placeholder="My print shop"
      />
      <Field label="Kind" error={form.errors.kind}>
        <Select
          value={kind}
          onValueChange={(value) => {
            const chosen = kinds.find((one) => one === value)
            if (chosen) form.set("kind", chosen)
          }}
          options={kinds.map((value) => ({ value, label: kindWords[value].name }))}
        />
      </Field>
      <TextField
        label={words.address}
        hint={words.hint}
        {...form.text("url")}
        isRequired
        inputMode="url"
        placeholder="https://"
      />
      {kind === "WebDAV" && <WebDavFields form={form} keeps={keeps} />}
      {kind === "S3" && <S3Fields form={form} keeps={keeps} />}
      {kind === "Form" && (
        <FormFields form={form} stored={keeps && address.kind === "Form" ? address.fieldNames : null} />
      )}
      <CheckRow
        label="Send every print"
        hint="Automatically, once a print is completed"
        checked={form.values.isAutomatic}
        onCheckedChange={(checked) => form.set("isAutomatic", checked)}
      />
    </FormModal>
  )
}

type PartProps = { form: Form<Values>; keeps: boolean }

const keptHint = "Leave empty to keep the stored one."

function WebDavFields({ form, keeps }: PartProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField label="User name" {...form.text("user")} isRequired autoCapitalize="none" />
      <TextField
        label="Password"
        type="password"
        hint={keeps ? keptHint : "For Nextcloud, use an app password"}
        {...form.text("password")}
        isRequired={!keeps}
        autoComplete="new-password"
      />
    </div>
  )
}

function S3Fields({ form, keeps }: PartProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField label="Bucket" {...form.text("bucket")} isRequired autoCapitalize="none" />
      <TextField
        label="Region"
        {...form.text("region")}
        isRequired
        autoCapitalize="none"
        placeholder="eu-central-1"
      />
      <TextField
        label="Folder"
        hint="Leave empty for the top level of the bucket"
        className="md:col-span-2"
        {...form.text("prefix")}
      />
      <TextField label="Access key" {...form.text("accessKeyId")} isRequired autoCapitalize="none" />
      <TextField
        label="Secret key"
        type="password"
        hint={keeps ? keptHint : "Give it write access to this bucket only"}
        {...form.text("secretAccessKey")}
        isRequired={!keeps}
        autoComplete="new-password"
      />
    </div>
  )
}

function FormFields({ form, stored }: { form: Form<Values>; stored: readonly string[] | null }) {
  const { fields } = form.values
  const setFields = (next: FormField[] | undefined) => form.set("fields", next)
  return (
    <>
      <TextField label="File field" {...form.text("fileField")} isRequired autoCapitalize="none" />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-[550]">
          Other fields <span className="font-[450] text-ink-3">sent before the file</span>
        </legend>
        {fields === undefined ? (
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <span className="min-w-0 break-words text-ink-2">
              {stored?.length ? `Stored: ${stored.join(", ")}` : "None stored"}
            </span>
            <Button size="sm" onClick={() => setFields([])}>
              Enter them again
            </Button>
          </div>
        ) : (
          <FieldRows fields={fields} onChange={setFields} />
        )}
        {form.errors.fields && <FieldError>{form.errors.fields}</FieldError>}
      </fieldset>
    </>
  )
}

function FieldRows({ fields, onChange }: { fields: FormField[]; onChange: (fields: FormField[]) => void }) {
  const replace = (index: number, change: Partial<FormField>) =>
    onChange(fields.map((field, place) => (place === index ? { ...field, ...change } : field)))
  return (
    <>
      <div className="grid gap-2">
        {fields.map((field, index) => (
          <div key={index} className="flex gap-2">
            <Input
              aria-label={`Field ${index + 1}`}
              placeholder="Field"
              className="min-w-0 flex-1"
              autoCapitalize="none"
              value={field.name}
              onChange={(event) => replace(index, { name: event.target.value })}
            />
            <Input
              aria-label={`Value ${index + 1}`}
              placeholder="Value"
              className="min-w-0 flex-1"
              value={field.value}
              onChange={(event) => replace(index, { value: event.target.value })}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove field ${index + 1}`}
              onClick={() => onChange(fields.filter((_, place) => place !== index))}
            >
              <X />
            </Button>
          </div>
        ))}
      </div>
      {fields.length < MAX_FORM_FIELDS && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          className="mt-1 -ml-2.5"
          onClick={() => onChange([...fields, { name: "", value: "" }])}
        >
          Add field
        </Button>
      )}
    </>
  )
}

function valuesOf(address: DeliveryAddress): Values {
  const { kind, name, url, isAutomatic } = address
  const values = { ...empty, kind, name, url, isAutomatic }
  switch (address.kind) {
    case "WebDAV":
      return { ...values, user: address.user }
    case "S3": {
      const { bucket, region, prefix, accessKeyId } = address
      return { ...values, bucket, region, prefix, accessKeyId }
    }
    case "Form":
      return { ...values, fileField: address.fileField, fields: address.hasSecret ? undefined : [] }
  }
}
