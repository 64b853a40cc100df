import { z } from "zod"
import { type ProfileUpdate, profileUpdateSchema, type User } from "../../../contract/accounts/account.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"

export type ProfileFormProps = {
  user: Pick<User, keyof ProfileUpdate>
  /** Saves and refreshes what shows it; the form shows a rejection. Returns the values in force. */
  save: (profile: ProfileUpdate) => Promise<ProfileUpdate>
}

/** A telephone number is checked when it is sent, not while it is typed. */
const formSchema = profileUpdateSchema.extend({ phone: z.string() })

/** Edits names, addresses and company of an account: one's own, or one that an admin manages. */
export function ProfileForm({ user, save }: ProfileFormProps) {
  const { firstName, lastName, email, company, phone } = user
  const form = useForm({
    schema: formSchema,
    initial: { firstName, lastName, email, company, phone },
    validatesOnChange: true,
    send: async (profile) => {
      const { firstName, lastName, email, company, phone } = await save(profile)
      form.reset({ firstName, lastName, email, company, phone })
      toastSuccess(texts.profileUpdated)
    },
  })
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-[620]">Update Profile Information</h2>
      <Form form={form} className="mt-4 grid gap-4 md:grid-cols-2">
        <TextField label="First Name" {...form.text("firstName")} isRequired autoComplete="given-name" />
        <TextField label="Last Name" {...form.text("lastName")} isRequired autoComplete="family-name" />
        <TextField
          label="Email"
          {...form.text("email")}
          isRequired
          type="email"
          autoComplete="email"
          className="md:col-span-2"
        />
        <TextField label="Company" {...form.text("company")} autoComplete="organization" />
        <TextField label="Phone" {...form.text("phone")} type="tel" autoComplete="tel" />
        <div className="mt-1 flex justify-end md:col-span-2">
          <Button type="submit" variant="primary" isLoading={form.isSubmitting} className="coarse:w-full">
            Update
          </Button>
        </div>
      </Form>
    </Card>
  )
}
