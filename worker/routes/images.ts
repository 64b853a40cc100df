import { Hono } from "hono"
import type { AppEnv } from "../middleware/app-env.ts"

export const imagesRoutes = new Hono<AppEnv>()
