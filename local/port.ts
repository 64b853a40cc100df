import { randomInt } from "node:crypto"
import { createServer } from "node:net"

const FIRST_PORT = 15_000
const PORTS_EACH = 4_000
const SHARES = 4

/**
 * Returns a free port that no other test process draws before the runtime listens there. It is
 * below 32768, because systems hand out the ports from there on themselves.
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

/** Returns the system's code, such as EADDRINUSE, if nobody can listen on that local port; else null. */
export function listenRefusal(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(null)))
  })
}
