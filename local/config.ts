import { join } from "node:path"
import { root } from "./bundle.ts"

/** What `npm start` reads from the environment. */
export const config = {
  port: numberOf("PORT", 8787),
  standInsPort: numberOf("STANDINS_PORT", 8788),
  stateDir: process.env.STATE_DIR || join(root, ".state"),
  wantsSeed: process.env.SEED !== "0",
}

function numberOf(name: string, fallback: number): number {
  const text = process.env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Error(`${name} must be a port number, not "${text}"`)
  return value
}
