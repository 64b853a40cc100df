import { join } from "node:path"
import { root } from "./bundle.ts"
import { listenRefusal } from "./port.ts"

/** The settings that `npm start` reads from the environment. */
export const config = {
  port: numberOf("PORT", 8787),
  standInsPort: numberOf("STANDINS_PORT", 8788),
  stateDir: process.env.STATE_DIR || join(root, ".state"),
  wantsSeed: process.env.SEED !== "0",
}

/** Returns a sentence on why the app cannot start on these ports and what to do; null if it can. */
export async function portTrouble(ports: { port: number; standInsPort: number }): Promise<string | null> {
  if (ports.port === ports.standInsPort)
    return `PORT and STANDINS_PORT are both ${ports.port}: give the app and its stand-ins a port each.`
  for (const [variable, port] of [
    ["PORT", ports.port],
    ["STANDINS_PORT", ports.standInsPort],
  ] as const) {
    const refusal = await listenRefusal(port)
    if (refusal === "EADDRINUSE")
      return `Port ${port} is taken by another program: end that, or start with ${variable} set to a free port.`
    if (refusal !== null)
      return `Port ${port} cannot be used (${refusal}): start with ${variable} set to another one.`
  }
  return null
}

function numberOf(name: string, fallback: number): number {
  const text = process.env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 65_535) return value
  console.error(`${name} must be a port number from 1 to 65535, not "${text}".`)
  process.exit(2)
}
