import { Hono } from "hono"
import type { AppEnv } from "../middleware/app-env.ts"

export const filesRoutes = new Hono<AppEnv>()
