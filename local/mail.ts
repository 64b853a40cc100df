import { readFile } from "node:fs/promises"

/**
 * Delivers what the local `send_email` binding was given to the stand-in mailbox. The binding writes the bodies to
 * files and logs their paths beside the addresses (Miniflare's send_email.worker.ts); this reads that line.
 */
export async function forwardMail(logLine: string, standInsOrigin: string): Promise<void> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: strips the terminal colours of the log line
  const plain = logLine.replace(/\u001b\[[0-9;]*m/g, "")
  const field = (name: string) => plain.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1]?.trim() ?? ""
  const body = async (name: string) => {
    const path = field(name)
    return path ? await readFile(path, "utf8") : ""
  }
  const mail = {
    from: field("From"),
    to: addressOf(field("To")),
    subject: field("Subject"),
    text: await body("Text"),
    html: await body("HTML"),
  }
  const response = await fetch(`${standInsOrigin}/mailbox`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(mail),
  })
  if (!response.ok) throw new Error(`the mailbox refused a mail to ${mail.to}: ${response.status}`)
}

/** `Maya <maya@shop.example>` → `maya@shop.example` */
function addressOf(text: string): string {
  return text.match(/<([^<>]+)>\s*$/)?.[1] ?? text.replace(/^"|"$/g, "")
}
