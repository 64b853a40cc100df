import { productName } from "../../../contract/text.ts"

/** A mail's content. The text and HTML forms are both made from it, so they cannot differ. */
export type Letter = {
  subject: string
  /** The text shown next to the subject in mail lists. */
  heading: string
  /** The name for the greeting; empty greets without a name. */
  firstName: string
  paragraphs: readonly string[]
  /** A picture above the paragraphs, for HTML alone: it adds nothing that the words do not say. */
  picture?: { src: string; alt: string; widthPx: number; heightPx: number }
  /** A button; its address is also written out, for people who do not trust buttons. */
  action?: { label: string; url: string }
  /** The links below the button, for other pages to see. */
  links?: readonly { label: string; url: string }[]
  /** A code, set large, and selectable with one click. */
  code?: string
  /** The reason why the recipient gets this mail. */
  footer: string
}

type ComposedMail = { subject: string; text: string; html: string }

export function composeMail(letter: Letter): ComposedMail {
  return { subject: headerSafe(letter.subject), text: plainText(letter), html: htmlText(letter) }
}

/** Returns text for a header. A line break ends a mail header, so text from people must not contain one. */
export function headerSafe(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").trim()
}

function greeting(firstName: string): string {
  return firstName === "" ? "Hello," : `Hello ${firstName},`
}

function plainText({ firstName, paragraphs, code, action, links = [], footer }: Letter): string {
  const parts = [greeting(headerSafe(firstName)), ...paragraphs]
  if (code) parts.push(`    ${code}`)
  for (const { label, url } of [...(action ? [action] : []), ...links]) parts.push(`${label}:\n${url}`)
  parts.push(`-- \n${productName}\n${footer}`)
  return `${parts.join("\n\n")}\n`
}

function htmlText({
  subject,
  heading,
  firstName,
  paragraphs,
  picture,
  code,
  action,
  links = [],
  footer,
}: Letter): string {
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>`,
    paragraphHtml(greeting(firstName)),
    ...(picture ? [pictureHtml(picture)] : []),
    ...paragraphs.map(paragraphHtml),
    ...(code ? [codeHtml(code)] : []),
    ...(action ? [actionHtml(action)] : []),
    ...links.map(linkHtml),
  ].join("\n")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:#1c2330;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 4px 12px;font-weight:600">${productName}</td></tr>
<tr><td style="padding:28px;background:#ffffff;border:1px solid #dfe3ea;border-radius:12px">
${body}
</td></tr>
<tr><td style="padding:16px 4px;color:#5a6474;font-size:13px">${escapeHtml(footer)}</td></tr>
</table>
</body>
</html>
`
}

function paragraphHtml(text: string): string {
  return `<p style="margin:0 0 14px">${escapeHtml(text)}</p>`
}

/** Returns a picture on the colour of the mat, on which white ink shows as well. */
function pictureHtml({ src, alt, widthPx, heightPx }: NonNullable<Letter["picture"]>): string {
  return `<p style="margin:0 0 14px;padding:16px;border-radius:8px;background:#115e63;text-align:center"><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${widthPx}" height="${heightPx}" style="display:inline-block;max-width:100%;background:#d7dee0;color:#1c2330"></p>`
}

function codeHtml(code: string): string {
  return `<p style="margin:20px 0;font:600 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`
}

function actionHtml({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:22px 0"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;color:#5a6474;font-size:13px">Or open this address:<br><a href="${address}" style="color:#1d4ed8;word-break:break-all">${address}</a></p>`
}

function linkHtml({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:14px 0 0"><a href="${escapeHtml(url)}" style="color:#1d4ed8">${escapeHtml(label)}</a></p>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  }
  return text.replace(/[&<>"']/g, (character) => entities[character])
}
