import { randomInt } from "node:crypto"
import { createServer } from "node:net"

const FIRST_PORT = 15_000
const PORTS_EACH = 4_000
const SHARES = 4

/**
 * A port nobody listens on right now, and that no other process of the tests draws before the runtime listens there. Not
 * one of those that systems hand out themselves (32768 and up), for the same reason.
 */
export async function freePort(): Promise<number> {
  const share = Number(process.env.VITEST_POOL_ID ?? 0) % SHARES
  for (;;) {
    const port = FIRST_PORT + share * PORTS_EACH + randomInt(PORTS_EACH)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return listenRefusal(port).then((code) => code === null)
}

/** The system's code for why nobody can listen there on this machine's own address, such as EADDRINUSE; null if one can. */
export function listenRefusal(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(null)))
  })
}
