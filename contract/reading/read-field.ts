/** A field of an artwork, as far as reading what goes into it needs to know it. */
export type ReadField = {
  name: string
  label: string
  kind: "text" | "number" | "date" | "choice"
  choices?: readonly string[] | undefined
  maxLength: number
  required: boolean
}
