/** As much as initials take: no longer field is for them. */
export const INITIALS_LENGTH = 4

/** A field of an artwork, as far as reading what goes into it needs to know it. */
export type ReadField = {
  name: string
  label: string
  kind: "text" | "number" | "date" | "choice"
  choices?: readonly string[] | undefined
  maxLength: number
  required: boolean
}
