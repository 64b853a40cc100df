import { z } from "zod"
import { idSchema } from "../id.ts"
import { roles } from "./role.ts"

/** An account that somebody works in, as `X-Account` names it. */
export const workplaceSchema = z.object({ _id: idSchema, name: z.string(), role: z.enum(roles) })
export type Workplace = z.infer<typeof workplaceSchema>
