import { Plus, X } from "lucide-react"
import {
  type DeliveryAddress,
  type DeliveryAddressInput,
  deliveryAddressInputSchema,
  type FormField,
} from "../../../contract/delivery/delivery.ts"
import { MAX_FORM_FIELDS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { FieldError, Input } from "../../components/ui/field.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { type Form, useForm } from "../../lib/use-form.ts"
import { kindWords } from "./delivery-words.ts"

export type AddressKind = DeliveryAddress["kind"]

/** The fields of all kinds: typed values stay while another kind is shown. */
export type AddressValues = {
  kind: AddressKind
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

export const noAddress: AddressValues = {
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

/** Holds the values of an address, or of a new one that begins with `initial`. */
export function useAddressForm(
  initial: AddressValues,
  send: (input: DeliveryAddressInput) => Promise<void>,
): Form<AddressValues> {
  return useForm({ schema: deliveryAddressInputSchema, initial, send })
}

/** Edits where an address is and how it is entered. Secrets are typed and never shown again. */
export function AddressFields({
  form,
  address,
}: {
  form: Form<AddressValues>
  address: DeliveryAddress | null
}) {
  const { kind } = form.values
  const keeps = address?.hasSecret === true && address.kind === kind
  return (
    <>
      <TextField
        label={kindWords[kind].address}
        hint={kindWords[kind].hint}
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
    </>
  )
}

type PartProps = { form: Form<AddressValues>; keeps: boolean }

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

function FormFields({ form, stored }: { form: Form<AddressValues>; stored: readonly string[] | null }) {
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

/** Returns an address as a form has it; what is sealed is empty. */
export function valuesOf(address: DeliveryAddress): AddressValues {
  const { kind, name, url, isAutomatic } = address
  const values = { ...noAddress, kind, name, url, isAutomatic }
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
