import { z } from "zod"
import { accessTokenInputSchema, type NewAccessToken } from "../../../contract/accounts/access-token.ts"
import { type Scope, scopes } from "../../../contract/accounts/scope.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { Field, FieldError } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { NameField } from "../../components/ui/text-field.tsx"
import { useForm } from "../../lib/use-form.ts"
import { scopeGroups } from "./scope-words.ts"
import { makeToken } from "./token-calls.ts"

/** The days that a token lasts, as the select's values; "" for no end. */
const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
] as const
type Lifetime = (typeof lifetimes)[number]["value"]

const formSchema = accessTokenInputSchema
  .omit({ expiresAt: true })
  .extend({ lifetime: z.enum(lifetimes.map(({ value }) => value)) })

type NewTokenModalProps = { onClose: () => void; onMade: (token: NewAccessToken) => void }

/** Asks what a new token is for and may do. */
export function NewTokenModal({ onClose, onMade }: NewTokenModalProps) {
  const form = useForm({
    schema: formSchema,
    initial: { name: "", scopes: [] as Scope[], lifetime: "365" as Lifetime, isTest: false },
    send: async ({ lifetime, ...body }) => {
      const expiresAt =
        lifetime === "" ? undefined : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
      onMade(await makeToken({ ...body, expiresAt }))
    },
  })
  const { values, errors } = form
  const choose = (scope: Scope, isChosen: boolean) =>
    form.set("scopes", isChosen ? [...values.scopes, scope] : values.scopes.filter((name) => name !== scope))
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      autoComplete="off"
      title="New access token"
      description="Whoever has the token can do this with your account. Give it no more than its program needs."
      verb="Make token"
    >
      <NameField {...form.text("name")} autoFocus placeholder="My web shop" />
      <div>
        {errors.scopes && <FieldError>{errors.scopes}</FieldError>}
        {scopeGroups.map(({ title, scopes: own }) => (
          <fieldset key={title} className="mt-3 first:mt-0">
            <legend className="text-sm font-[550]">{title}</legend>
            {own.map((scope) => (
              <CheckRow
                key={scope}
                label={scopes[scope]}
                hint={scope}
                checked={values.scopes.includes(scope)}
                onCheckedChange={(isChosen) => choose(scope, isChosen)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <Field label="Expires" error={errors.expiresAt}>
        <Select
          value={values.lifetime}
          onValueChange={(lifetime: Lifetime) => form.set("lifetime", lifetime)}
          options={lifetimes}
        />
      </Field>
      <CheckRow
        label="Test token"
        hint="Its prints cost nothing, carry a watermark, and reach neither your print shop nor a buyer"
        checked={values.isTest}
        onCheckedChange={(isTest) => form.set("isTest", isTest)}
      />
    </FormModal>
  )
}
