import { z } from "zod"

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i, "A colour is written #rrggbb")
