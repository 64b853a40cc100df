import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"

/** Returns `Name: ZOE, Number: 7` in the order of the fields; "" if all are empty. */
export function valuesWords(
  fields: readonly Pick<ArtworkField, "name" | "label">[],
  values: ArtworkValues,
): string {
  return fields.flatMap(({ name, label }) => (values[name] ? [`${label}: ${values[name]}`] : [])).join(", ")
}
