import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { canonicalValues, valueProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { ApiFailure } from "../../lib/api.ts"
import { toastFailure, toastUndo } from "../../lib/toast.tsx"
import { confirmValues } from "./reading-calls.ts"
import { fieldsOf } from "./reading-rules.ts"

export type ValuesForm = {
  values: ArtworkValues
  setValues: (values: ArtworkValues) => void
  /** The problems by field, once a confirmation was tried. */
  problems: Readonly<Record<string, string>>
  confirm: (event?: FormEvent) => void
  isWorking: boolean
}

/** Keeps the text of an order item as it is typed, until a person confirms it. */
export function useValuesForm(item: OrderItem, onConfirmed?: () => void): ValuesForm {
  const fields = fieldsOf(item)
  const [typed, setTyped] = useState({ from: valuesJson(item.values), values: item.values })
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLElement | null>(null)
  // Another reading replaces the one shown before.
  const read = valuesJson(item.values)
  if (typed.from !== read) setTyped({ from: read, values: item.values })
  const problems = Object.fromEntries(
    valueProblems(fields, canonicalValues(typed.values)).map(({ field, message }) => [field, message]),
  )
  const { mutate, isPending } = useMutation({
    mutationFn: () => confirmValues([{ _id: item._id, values: canonicalValues(typed.values) }]),
    meta: { silent: true },
    onSuccess: (undo) => {
      toastUndo(`Text of order ${item.orderNumber} confirmed`, undo)
      onConfirmed?.()
    },
    onError: (error) => {
      if (error instanceof ApiFailure && Object.keys(error.fields).length > 0) setRefused(error.fields)
      else toastFailure(error)
    },
  })
  return {
    values: typed.values,
    setValues: (values) => {
      setTyped({ ...typed, values })
      setRefused({})
    },
    problems: isTried ? { ...refused, ...problems } : refused,
    confirm: (event) => {
      event?.preventDefault()
      form.current = event?.currentTarget instanceof HTMLElement ? event.currentTarget : null
      setIsTried(true)
      if (Object.keys(problems).length === 0 && !isPending) mutate()
      else setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
    },
    isWorking: isPending,
  }
}
