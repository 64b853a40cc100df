import type { Font } from "../../../contract/artwork/font.ts"
import type { FontRow } from "../../data/artwork/font-rows.ts"

/** Returns an own font as replies show it. */
export function ownFont({ id, family, style, weight, bytes, isRestricted }: FontRow): Font {
  return {
    _id: id,
    family,
    style,
    weight,
    source: "account",
    category: "own",
    path: `/api/files/fonts/${id}`,
    bytes,
    licencePath: null,
    isRestricted,
  }
}
