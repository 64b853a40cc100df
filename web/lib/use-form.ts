import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { z } from "zod"
import { ApiFailure, failureWords } from "./api.ts"

export type FormErrors = Record<string, string>

type TextKey<Values> = { [Key in keyof Values]: Values[Key] extends string ? Key : never }[keyof Values]

/** The part of a form that `Form` and `FormModal` use. */
export type Submittable = {
  /** Why the whole form was refused; "" if it was not, or if a toast shows it. */
  failure: string
  isSubmitting: boolean
  /** Whether values differ from those it began with, or sent last; false while it sends. */
  isChanged: boolean
  /** Validates all, then sends. A second call while one runs does nothing. */
  submit(): void
}

export type Form<Values extends Record<string, unknown>> = Submittable & {
  values: Values
  /** The first broken rule of each field, in the contract's words or the server's. */
  errors: FormErrors
  /** Sets one value; its error is checked again if the form validates on change or showed one. */
  set<Key extends keyof Values & string>(key: Key, value: Values[Key]): void
  /** Returns the props of one value's `TextField`. */
  text(key: TextKey<Values> & string): { value: string; error?: string; onText: (text: string) => void }
  /** Shows errors, without sending. */
  check(): void
  reset(values: Values): void
}

export type FormOptions<Schema extends z.ZodType, Values extends Record<string, unknown>> = {
  /** The server's own rules. */
  schema: Schema
  initial: Values
  /** Sends the typed values. A refusal shows at the fields it names, others at `failureIn`. */
  send: (output: z.output<Schema>) => Promise<void>
  /** The place of an error of the whole form: on the form (as is usual) or in a toast. */
  failureIn?: "form" | "toast"
  validatesOnChange?: boolean
}

/** Runs every form: a schema of the contract, values as typed, and one call to send them. */
export function useForm<Schema extends z.ZodType, Values extends Record<string, unknown>>({
  schema,
  initial,
  send,
  failureIn = "form",
  validatesOnChange = false,
}: FormOptions<Schema, Values>): Form<Values> {
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [errors, setErrors] = useState<FormErrors>({})
  const sending = useMutation({
    mutationFn: async (output: z.output<Schema>) => {
      try {
        await send(output)
        setSaved(values)
      } catch (error) {
        if (!(error instanceof ApiFailure) || Object.keys(error.fields).length === 0) throw error
        setErrors(error.fields)
      }
    },
    meta: { silent: failureIn === "form" },
  })

  function set(key: string, value: unknown) {
    const next: Values = { ...values, [key]: value }
    setValues(next)
    if (!validatesOnChange && errors[key] === undefined) return
    const problem = fieldErrors(schema, next)[key]
    setErrors(({ [key]: _gone, ...rest }) => (problem === undefined ? rest : { ...rest, [key]: problem }))
  }

  return {
    values,
    errors,
    failure: failureIn === "form" && sending.error !== null ? failureWords(sending.error) : "",
    isSubmitting: sending.isPending,
    isChanged: !sending.isPending && JSON.stringify(values) !== JSON.stringify(saved),
    set,
    text: (key) => ({
      value: String(values[key]),
      error: errors[key],
      onText: (text) => set(key, text),
    }),
    check() {
      sending.reset()
      setErrors(fieldErrors(schema, values))
    },
    reset(next) {
      setValues(next)
      setSaved(next)
      setErrors({})
    },
    submit() {
      if (sending.isPending) return
      sending.reset()
      const parsed = schema.safeParse(values)
      setErrors(parsed.success ? {} : fieldErrors(schema, values))
      if (parsed.success) sending.mutate(parsed.data)
    },
  }
}

/** Returns the first message of each field that breaks a rule. */
export function fieldErrors(schema: z.ZodType, values: unknown): FormErrors {
  const parsed = schema.safeParse(values)
  const errors: FormErrors = {}
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const key = String(issue.path[0] ?? "")
    errors[key] ??= issue.message
  }
  return errors
}
