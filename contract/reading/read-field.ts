/** The most letters of initials: no longer field is for them. */
export const INITIALS_LENGTH = 4

/** The properties of an artwork's field that reading its value needs. */
export type ReadField = {
  name: string
  label: string
  kind: "text" | "number" | "date" | "choice"
  choices?: readonly string[] | undefined
  maxLength: number
  required: boolean
}
