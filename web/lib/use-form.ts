import { useCallback, useState } from "react"
import type { z } from "zod"
import { ApiFailure } from "./api.ts"

export type FormErrors = Record<string, string>

export type Form<Values extends Record<string, unknown>, Output> = {
  values: Values
  errors: FormErrors
  isSubmitting: boolean
  /** Sets one value; its own error is judged again at once if the form validates on change or showed one. */
  set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void
  setErrors(errors: FormErrors): void
  reset(values?: Values): void
  /** Validates all, then runs `send`; the server's field errors appear at their fields, the rest is rethrown. */
  submit(send: (output: Output) => Promise<void>): Promise<void>
}

/** A small form over a contract schema: the rules and their words are the server's own. */
export function useForm<Schema extends z.ZodType, Values extends Record<string, unknown>>(
  schema: Schema,
  initial: Values,
  options: { validateOnChange?: boolean } = {},
): Form<Values, z.output<Schema>> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors>({})
  const [isSubmitting, setIsSubmitting] = useState(false)
  const validateOnChange = options.validateOnChange === true

  const set = useCallback<Form<Values, z.output<Schema>>["set"]>(
    (key, value) => {
      const next = { ...values, [key]: value }
      setValues(next)
      if (!validateOnChange && errors[key] === undefined) return
      const found = fieldErrors(schema, next)[key]
      setErrors(({ [key]: _gone, ...rest }) => (found === undefined ? rest : { ...rest, [key]: found }))
    },
    [schema, values, errors, validateOnChange],
  )

  async function submit(send: (output: z.output<Schema>) => Promise<void>) {
    const parsed = schema.safeParse(values)
    if (!parsed.success) {
      setErrors(fieldErrors(schema, values))
      return
    }
    setErrors({})
    setIsSubmitting(true)
    try {
      await send(parsed.data)
    } catch (error) {
      if (!(error instanceof ApiFailure) || Object.keys(error.fields).length === 0) throw error
      setErrors(error.fields)
    } finally {
      setIsSubmitting(false)
    }
  }

  function reset(next: Values = initial) {
    setValues(next)
    setErrors({})
  }

  return { values, errors, isSubmitting, set, setErrors, reset, submit }
}

/** The first message of each field that breaks a rule. */
export function fieldErrors(schema: z.ZodType, values: unknown): FormErrors {
  const parsed = schema.safeParse(values)
  const errors: FormErrors = {}
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const key = String(issue.path[0] ?? "")
    errors[key] ??= issue.message
  }
  return errors
}
