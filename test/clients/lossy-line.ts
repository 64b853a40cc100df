import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"

/** What a line does with a call: passes it, loses its answer or half of that, or answers in the app's place. */
type Trouble = "pass" | "lose" | "break" | { status: number; retryAfterS?: number }

/** Serves a way to the app on which each call meets the next trouble of the list; once that is empty, all pass. */
export async function lossyLine(origin: string, troubles: Trouble[]) {
  const keys: (string | undefined)[] = []
  const lengths: number[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers["idempotency-key"]
    keys.push(typeof key === "string" ? key : undefined)
    const trouble = troubles.shift() ?? "pass"
    const body = await text(request)
    lengths.push(body.length)
    if (typeof trouble === "object") {
      const { status, retryAfterS } = trouble
      response.writeHead(status, retryAfterS === undefined ? {} : { "retry-after": `${retryAfterS}` })
      response.end("busy")
      return
    }
    const { authorization = "", "content-type": contentType } = request.headers
    const answer = await fetch(origin + request.url, {
      method: request.method,
      headers: {
        authorization,
        ...(contentType && { "content-type": contentType }),
        ...(typeof key === "string" && { "idempotency-key": key }),
      },
      ...(body === "" ? {} : { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (trouble === "lose") return response.destroy()
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "",
      "content-length": bytes.length,
    })
    if (trouble === "pass") return response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the line has no port")
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** The keys of the calls so far, in their order. */
    keys,
    /** The lengths of their bodies. */
    lengths,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
