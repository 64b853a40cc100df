import type { FormField } from "../../../contract/delivery/delivery.ts"
import {
  type Arrival,
  beginningOf,
  callOutside,
  dismiss,
  isPage,
  type OutgoingFile,
} from "./delivery-call.ts"
import { pageInstead, refusalOf } from "./delivery-error.ts"

/** A form that takes files, such as one that S3 has signed or a shop's own. */
export type FormTarget = { url: string; fileField: string; fields: readonly FormField[] }

/**
 * Posts a file as a browser's form does, its fields first, with the length known beforehand, which S3
 * asks for. A form keeps what it received: a repeat after a lost answer sends the file twice. Its
 * answer is the only proof of the file's arrival, and an answer for people may say anything. Throws a
 * DeliveryError.
 */
export async function sendByForm(
  { url, fileField, fields }: FormTarget,
  file: OutgoingFile,
): Promise<Arrival> {
  const boundary = `sheetsmith-${crypto.randomUUID()}`
  const begin = encoder.encode(
    [
      ...fields.map(
        ({ name, value }) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\ncontent-disposition: form-data; name="${fileField}"; filename="${quoted(file.name)}"\r\n`,
      `content-type: ${file.mediaType}\r\n\r\n`,
    ].join(""),
  )
  const end = encoder.encode(`\r\n--${boundary}--\r\n`)
  const response = await callOutside(new URL(url), {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: {
      bytes: begin.length + file.bytes + end.length,
      parts: [begin, file.body, end],
    },
  })
  // A shop's form thanks with a page; a form that S3 has signed never does. A password field means a sign-in.
  const isSigned = fields.some(({ name }) => name.toLowerCase() === "policy")
  if (response.ok && isPage(response)) {
    const asksToSignIn = /<input[^>]*\btype\s*=\s*["']?password/i.test(await beginningOf(response))
    if (isSigned || asksToSignIn) throw pageInstead("a form that has taken a file")
    return "unsure"
  }
  await dismiss(response)
  if (response.ok) return "arrived"
  // S3 redirects once it has the file; a shop's form may just as well redirect to a sign-in page.
  if (response.status === 303) return isSigned ? "arrived" : "unsure"
  throw refusalOf(
    response,
    response.status === 403 ? "The form refuses the file: its signature may have expired" : undefined,
  )
}

/** Quotes a file's name as browsers write it (html.spec.whatwg.org/#multipart-form-data). */
function quoted(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
}

const encoder = new TextEncoder()
