import { z } from "zod"

const MAX_MS = 5_000
/** The answer's numbers (RFC 1035, section 4.1.1 and RFC 3596): no error, no such name; the types of addresses. */
const NO_ERROR = 0
const NO_SUCH_NAME = 3
const types = { A: 1, AAAA: 28 } as const

/** The form of developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json. */
const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
})

/** Returns the addresses of all machines that a name leads to; none if there is no such name. Throws if nobody says. */
export async function resolveName(name: string, dnsUrl: string): Promise<string[]> {
  const found = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) => {
      const url = new URL(dnsUrl)
      url.searchParams.set("name", name.replace(/\.+$/, ""))
      url.searchParams.set("type", type)
      const reply = await fetch(url, {
        headers: { accept: "application/dns-json" },
        signal: AbortSignal.timeout(MAX_MS),
      })
      const { Status: status, Answer: answers } = answerSchema.parse(await reply.json())
      if (status !== NO_ERROR && status !== NO_SUCH_NAME)
        throw new Error(`${name} ${type}: DNS status ${status}`)
      return answers.flatMap((answer) => (answer.type === types[type] ? answer.data : []))
    }),
  )
  return found.flat()
}
