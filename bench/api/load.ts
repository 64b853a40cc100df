import { Agent, request } from "node:http"

export type Call = { method: string; path: string; headers: Record<string, string>; body?: Buffer }
export type Figures = { medianMs: number; p99Ms: number }

/** Runs all callers at once, each one call after the other; returns each call's milliseconds. */
export async function load(origin: string, callers: readonly (readonly Call[])[]): Promise<number[]> {
  const times: number[] = []
  // One connection for each call: a kept one may close just as the next call goes out.
  const agent = new Agent({ keepAlive: false })
  await Promise.all(
    callers.map(async (calls) => {
      for (const call of calls) {
        const startMs = performance.now()
        await send(agent, origin, call)
        times.push(performance.now() - startMs)
      }
    }),
  )
  agent.destroy()
  return times
}

/** Returns the body of one call's answer. */
export async function answerOf(origin: string, call: Call): Promise<string> {
  const agent = new Agent({ keepAlive: false })
  const text = await send(agent, origin, call)
  agent.destroy()
  return text
}

export function figuresOf(times: readonly number[]): Figures {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { medianMs: at(0.5), p99Ms: at(0.99) }
}

function send(agent: Agent, origin: string, call: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = call.body ? { ...call.headers, "content-length": String(call.body.length) } : call.headers
    const sent = request(`${origin}${call.path}`, { agent, method: call.method, headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8")
      answer.on("data", (piece) => {
        text += piece
      })
      answer.on("end", () => {
        if ((answer.statusCode ?? 500) < 300) resolve(text)
        else
          reject(
            new Error(`${call.method} ${call.path} answered ${answer.statusCode}: ${text.slice(0, 300)}`),
          )
      })
      answer.on("error", reject)
    })
    sent.on("error", (cause) => reject(new Error(`${call.method} ${call.path} failed`, { cause })))
    sent.end(call.body)
  })
}
