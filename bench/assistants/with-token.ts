import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"

type Served = { origin: string; close(): void }

/** Serves an app as somebody who has its token sees it: each request goes on as it came, with the token. The checks send none. */
export async function servedWithToken(appOrigin: string, token: string): Promise<Served> {
  const server = createServer((incoming, answer) => {
    const { method, url = "/", headers } = incoming
    const { hostname, port } = new URL(appOrigin)
    const own = { ...headers, authorization: `Bearer ${token}` }
    const outgoing = request({ hostname, port, path: url, method, headers: own }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    outgoing.on("error", () => answer.destroy())
    answer.on("close", () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
