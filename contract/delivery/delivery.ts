import { z } from "zod"
import { idSchema } from "../id.ts"
import { MAX_ADDRESS_LENGTH, MAX_FORM_FIELDS, MAX_FORM_VALUE_LENGTH } from "../limit.ts"
import { labelSchema } from "../name.ts"
import { deliveryStates } from "../status.ts"

/** The characters that HTTP headers, keys and form fields cannot carry. */
const CONTROL = /\p{Cc}/u

const urlSchema = z
  .string({ error: "Address is required" })
  .trim()
  .min(1, "Address is required")
  .max(MAX_ADDRESS_LENGTH, `Address must be at most ${MAX_ADDRESS_LENGTH} characters`)
  .refine(isWebAddress, "Enter an address that begins with https://, without a name or password in it")
  .meta({ examples: ["https://files.example.com/inbox"] })

function plainText(label: string, most: number) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .max(most, `${label} must be at most ${most} characters`)
    .refine((text) => !CONTROL.test(text), `${label} must not contain line breaks`)
}

function needed(label: string, most: number) {
  return plainText(label, most).min(1, `${label} is required`)
}

/** A path within a bucket; `""` for its top. */
const prefixSchema = plainText("Folder", 300)
  .transform((text) => text.replace(/^\/+|\/+$/g, ""))
  .refine(
    (text) => text.split("/").every((part) => part !== "." && part !== ".." && (text === "" || part !== "")),
    "A folder's name is missing, or is only dots",
  )

const formFieldSchema = z.object({
  name: needed("Field", 100).regex(/^[^"\\]*$/, "A field's name must not contain quotes"),
  value: z
    .string()
    .max(MAX_FORM_VALUE_LENGTH, `A field's value must be at most ${MAX_FORM_VALUE_LENGTH} characters`),
})
export type FormField = z.infer<typeof formFieldSchema>

const common = {
  name: labelSchema,
  /** The address of the folder, the storage or the form. */
  url: urlSchema,
  /** True if every completed print goes there by itself. */
  isAutomatic: z.boolean(),
}

/** The settings of each kind that anybody at the account may see again. */
const shownOf = {
  WebDAV: { user: needed("User name", 200).regex(/^[^:]*$/, "A user name must not contain a colon") },
  S3: {
    bucket: needed("Bucket", 63).regex(/^[\w.-]*$/, "A bucket's name takes letters, digits, dots and dashes"),
    region: needed("Region", 60).regex(/^[\w-]*$/, "A region takes letters, digits and dashes"),
    prefix: prefixSchema,
    accessKeyId: needed("Access key", 200).regex(/^[\x21-\x7e]*$/, "An access key has no spaces"),
  },
  Form: {
    /** The field that takes the file. */
    fileField: needed("File field", 100).regex(/^[^"\\]*$/, "A field's name must not contain quotes"),
  },
}

/** Accepts an empty text, as a form's field sends it where nothing was typed, as not given. */
function secret(label: string) {
  return plainText(label, 500)
    .transform((text) => (text === "" ? undefined : text))
    .optional()
}

/** The settings that are kept sealed and never shown. If a change leaves them out, the stored ones stay. */
const secretOf = {
  WebDAV: { password: secret("Password") },
  S3: { secretAccessKey: secret("Secret key") },
  Form: {
    /** The fields sent before the file, such as a signed policy. */
    fields: z
      .array(formFieldSchema)
      .max(MAX_FORM_FIELDS, `A form has at most ${MAX_FORM_FIELDS} fields`)
      .optional(),
  },
}

export const deliveryAddressInputSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("WebDAV"), ...common, ...shownOf.WebDAV, ...secretOf.WebDAV }),
  z.object({ kind: z.literal("S3"), ...common, ...shownOf.S3, ...secretOf.S3 }),
  z.object({ kind: z.literal("Form"), ...common, ...shownOf.Form, ...secretOf.Form }),
])
export type DeliveryAddressInput = z.infer<typeof deliveryAddressInputSchema>

/** The settings of a kind besides its address, as they are stored: in the open, and sealed. */
export const deliverySettingsSchemas = {
  WebDAV: z.object(shownOf.WebDAV),
  S3: z.object(shownOf.S3),
  /** The settings of a form; `fieldNames` of the sealed fields, so that a form can show what it has. */
  Form: z.object({ ...shownOf.Form, fieldNames: z.array(z.string()) }),
}
export const deliverySecretSchemas = {
  WebDAV: z.object({ password: z.string() }),
  S3: z.object({ secretAccessKey: z.string() }),
  Form: z.object({ fields: z.array(formFieldSchema) }),
}

/** The answer of POST /delivery-addresses/{id}/test, which writes a small file there. */
export const deliveryTestSchema = z.object({ works: z.boolean(), message: z.string() })
export type DeliveryTest = z.infer<typeof deliveryTestSchema>

/** The last answer of an address to a test. */
const lastTestSchema = deliveryTestSchema.extend({
  /** The time from the first byte sent to the answer, in milliseconds. */
  tookMs: z.number(),
  testedAt: z.string(),
})
export type LastTest = z.infer<typeof lastTestSchema>

const replyCommon = {
  _id: idSchema,
  ...common,
  /** False if the secret has to be given again, as after an import of the account. */
  hasSecret: z.boolean(),
  /** The last test of the address as it is now; null if there was none. */
  lastTest: lastTestSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
}
export const deliveryAddressSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("WebDAV"), ...replyCommon, ...deliverySettingsSchemas.WebDAV.shape }),
  z.object({ kind: z.literal("S3"), ...replyCommon, ...deliverySettingsSchemas.S3.shape }),
  z.object({ kind: z.literal("Form"), ...replyCommon, ...deliverySettingsSchemas.Form.shape }),
])
export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>

/** The body of POST /prints/{id}/deliveries. `isAgain`: also files that have arrived before. */
export const deliverSchema = z.object({ addressId: idSchema, isAgain: z.boolean().default(false) })

/** The files of a print on their way to an address. */
export const deliverySchema = z.object({
  _id: idSchema,
  printId: idSchema,
  /** Null once the address was deleted. */
  addressId: idSchema.nullable(),
  /** The name that the address had. */
  name: z.string(),
  state: z.enum(deliveryStates),
  /** The number of files that were taken, of all that there are now. */
  sent: z.number(),
  total: z.number(),
  /** The number of tries that failed since the last file arrived. */
  tries: z.number(),
  /** The last problem, or why nobody can tell whether sent files have arrived; null if all is well. */
  message: z.string().nullable(),
  /** The time of the next automatic try. */
  retryAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Delivery = z.infer<typeof deliverySchema>

/** Returns true for a web address; the server, which knows its own names, judges where it leads. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username === "" && password === "" && hash === ""
}
