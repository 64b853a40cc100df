import { Hono } from "hono"
import type { AppEnv } from "../middleware/app-env.ts"

export const printsRoutes = new Hono<AppEnv>()
