import { z } from "zod"
import { type Mend, type MendInput, mendsSchema } from "../../contract/artwork/mend.ts"
import { drawnValue, type ValueSchema } from "./schema-values.ts"

const listSchema = z.toJSONSchema(mendsSchema, { io: "input" }) as ValueSchema

/** Returns mends that are on, of any that a caller may ask for. A crop is as long as the picture leaves room for it. */
export function drawnMends(random: () => number): Mend[] {
  const values = drawnValue(listSchema, "mends", {
    random,
    strange: 0,
    known: () => undefined,
  }) as MendInput[]
  return mendsSchema.parse(values.map(insidePicture)).filter(({ isOn }) => isOn)
}

function insidePicture(mend: MendInput): MendInput {
  if (mend.kind !== "crop") return mend
  const [x, y] = [Math.min(999, mend.x), Math.min(999, mend.y)]
  return { ...mend, x, y, width: Math.min(mend.width, 1000 - x), height: Math.min(mend.height, 1000 - y) }
}
