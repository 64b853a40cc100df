import { useState } from "react"
import { z } from "zod"
import { type ProfileUpdate, profileUpdateSchema, type User } from "../../contract/account.ts"
import { texts } from "../../contract/text.ts"
import { failureWords } from "../lib/api.ts"
import { toastSuccess } from "../lib/toast.tsx"
import { useForm } from "../lib/use-form.ts"
import { Button } from "./ui/button.tsx"
import { Card } from "./ui/card.tsx"
import { Field, Input } from "./ui/field.tsx"
import { Notice } from "./ui/notice.tsx"

export type ProfileFormProps = {
  user: Pick<User, keyof ProfileUpdate>
  /** Sends the change and refreshes what shows it; a rejection is shown on the form. Answers what is in force now. */
  save: (profile: ProfileUpdate) => Promise<ProfileUpdate>
}

/** A telephone number is judged when it is sent, not while it is typed. */
const formSchema = profileUpdateSchema.extend({ phone: z.string() })

/** Names, addresses and company of an account: one's own, or one an admin looks after. */
export function ProfileForm({ user, save }: ProfileFormProps) {
  const { firstName, lastName, email, company, phone } = user
  const form = useForm(formSchema, { firstName, lastName, email, company, phone }, { validateOnChange: true })
  const [failure, setFailure] = useState("")

  async function submit() {
    setFailure("")
    try {
      await form.submit(async (profile) => {
        const { firstName, lastName, email, company, phone } = await save(profile)
        form.reset({ firstName, lastName, email, company, phone })
        toastSuccess(texts.profileUpdated)
      })
    } catch (error) {
      setFailure(failureWords(error))
    }
  }

  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-[620]">Update Profile Information</h2>
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure !== "" && (
          <Notice tone="bad" className="mb-4">
            {failure}
          </Notice>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="First Name" error={form.errors.firstName} isRequired>
            <Input
              autoComplete="given-name"
              value={form.values.firstName}
              onChange={(event) => form.set("firstName", event.target.value)}
            />
          </Field>
          <Field label="Last Name" error={form.errors.lastName} isRequired>
            <Input
              autoComplete="family-name"
              value={form.values.lastName}
              onChange={(event) => form.set("lastName", event.target.value)}
            />
          </Field>
          <Field label="Email" error={form.errors.email} isRequired className="md:col-span-2">
            <Input
              type="email"
              autoComplete="email"
              value={form.values.email}
              onChange={(event) => form.set("email", event.target.value)}
            />
          </Field>
          <Field label="Company" error={form.errors.company}>
            <Input
              autoComplete="organization"
              value={form.values.company}
              onChange={(event) => form.set("company", event.target.value)}
            />
          </Field>
          <Field label="Phone" error={form.errors.phone}>
            <Input
              type="tel"
              autoComplete="tel"
              value={form.values.phone}
              onChange={(event) => form.set("phone", event.target.value)}
            />
          </Field>
        </div>
        <div className="mt-5 flex justify-end">
          <Button type="submit" variant="primary" isLoading={form.isSubmitting} className="coarse:w-full">
            Update
          </Button>
        </div>
      </form>
    </Card>
  )
}
