// `env.EMAIL` on this machine: Cloudflare's send_email binding as documented
// (developers.cloudflare.com/email-service/api/send-emails/workers-api), with the stand-in mailbox
// behind it. Miniflare's own binding accepts every mail; `send` of this entrypoint also throws the
// documented errors.
import { WorkerEntrypoint } from "cloudflare:workers"

export default class MailBinding extends WorkerEntrypoint {
  /** @param {object} message The fields of the binding's message builder. */
  async send(message) {
    const response = await this.env.MAILBOX.fetch("http://mailbox/mailbox", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    })
    const isJson = response.headers.get("content-type")?.includes("json")
    const answer = isJson
      ? await response.json()
      : { code: "E_INTERNAL_SERVER_ERROR", message: "The mailbox did not answer as it should" }
    if ("messageId" in answer) return answer
    throw Object.assign(new Error(answer.message), { code: answer.code })
  }
}
