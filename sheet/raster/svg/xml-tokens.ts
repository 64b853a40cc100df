import { malformedSvg, refusedSvg } from "./svg-refusal.ts"

export type XmlToken =
  | { kind: "open"; name: string; attributes: Map<string, string>; isEmpty: boolean }
  | { kind: "close"; name: string }
  /** A text; `from` and `to` are its place in the source, with the characters that mark it as text. */
  | { kind: "text"; text: string; from: number; to: number }

/** The class of each character code: 1 may begin a name, 2 may continue it, 3 both; 4 is space. */
const CLASSES = new Uint8Array(128)
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:") CLASSES[c.charCodeAt(0)] = 3
for (const c of "0123456789.-") CLASSES[c.charCodeAt(0)] = 2
for (const c of " \t\r\n") CLASSES[c.charCodeAt(0)] = 4
const REFERENCE = /&([^;&]{0,32};?)/g

/**
 * Cuts XML into tags and text, with references resolved. Drops comments, processing instructions
 * and a plain DOCTYPE. Refuses a DOCTYPE that declares anything, and references to its declarations.
 */
export function* xmlTokens(source: string): Generator<XmlToken> {
  let at = 0
  while (at < source.length) {
    if (source[at] !== "<") {
      const end = source.indexOf("<", at)
      const stop = end < 0 ? source.length : end
      yield { kind: "text", text: resolve(source.slice(at, stop)), from: at, to: stop }
      at = stop
    } else if (source.startsWith("<!--", at)) at = after(source, "-->", at + 4)
    else if (source.startsWith("<![CDATA[", at)) {
      const end = after(source, "]]>", at + 9)
      yield { kind: "text", text: source.slice(at + 9, end - 3), from: at, to: end }
      at = end
    } else if (source.startsWith("<?", at)) at = after(source, "?>", at + 2)
    else if (source.startsWith("<!", at)) at = skipDoctype(source, at)
    else if (source.startsWith("</", at)) {
      const name = nameAt(source, at + 2)
      const end = after(source, ">", at + 2 + name.length)
      yield { kind: "close", name }
      at = end
    } else {
      const tag = readTag(source, at)
      yield tag.token
      at = tag.end
    }
  }
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  if (at < 0) throw malformedSvg("it ends too early")
  return at + mark.length
}

function nameAt(source: string, at: number): string {
  if ((CLASSES[source.charCodeAt(at)] & 1) === 0) return ""
  let end = at + 1
  while ((CLASSES[source.charCodeAt(end)] & 2) !== 0) end++
  return source.slice(at, end)
}

function skipSpace(source: string, at: number): number {
  let next = at
  while (CLASSES[source.charCodeAt(next)] === 4) next++
  return next
}

function skipDoctype(source: string, at: number): number {
  const end = after(source, ">", at)
  const declaration = source.slice(at, end)
  if (!/^<!DOCTYPE\s/i.test(declaration)) throw malformedSvg("a tag is damaged")
  if (declaration.includes("[")) {
    throw refusedSvg(
      "unsafe",
      "declares entities of its own, which are not followed here",
      "Export it as plain SVG and upload it again.",
    )
  }
  return end
}

const NO_ATTRIBUTES = new Map<string, string>()

function readTag(source: string, at: number): { token: XmlToken; end: number } {
  const name = nameAt(source, at + 1)
  if (name === "") throw malformedSvg("a tag has no name")
  let attributes = NO_ATTRIBUTES
  let next = at + 1 + name.length
  for (;;) {
    next = skipSpace(source, next)
    if (source[next] === ">")
      return { token: { kind: "open", name, attributes, isEmpty: false }, end: next + 1 }
    if (source.startsWith("/>", next))
      return { token: { kind: "open", name, attributes, isEmpty: true }, end: next + 2 }
    // Many elements have none, and a map for each would be most of their memory.
    if (attributes === NO_ATTRIBUTES) attributes = new Map()
    next = readAttribute(source, next, attributes)
  }
}

function readAttribute(source: string, at: number, attributes: Map<string, string>): number {
  const name = nameAt(source, at)
  let next = at + name.length
  next = skipSpace(source, next)
  if (name === "" || source[next] !== "=")
    throw malformedSvg(at < source.length ? "a tag is damaged" : "it ends too early")
  next += 1
  next = skipSpace(source, next)
  const quote = source[next]
  if (quote !== '"' && quote !== "'") throw malformedSvg("a value has no quotes")
  const end = after(source, quote, next + 1)
  const value = source.slice(next + 1, end - 1)
  if (value.includes("<")) throw malformedSvg("a value is not closed")
  if (attributes.has(name)) throw malformedSvg("a tag says something twice")
  attributes.set(name, resolve(value))
  return end
}

const NAMED: Record<string, string> = { "lt;": "<", "gt;": ">", "amp;": "&", "quot;": '"', "apos;": "'" }

function resolve(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(REFERENCE, (_, body: string) => {
    const named = NAMED[body]
    if (named !== undefined) return named
    const code = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));$/i.exec(body)
    const point = code === null ? 0 : code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
    if (isXmlCharacter(point)) return String.fromCodePoint(point)
    throw refusedSvg(
      "unsafe",
      "uses an entity that it does not contain",
      "Export it as plain SVG and upload it again.",
    )
  })
}

/** Returns whether a code point is a Char of XML 1.0. */
function isXmlCharacter(point: number): boolean {
  if (point === 9 || point === 10 || point === 13) return true
  return (
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  )
}

/** Escapes text so that it reads back unchanged, in content and in double quotes. */
export function escapeXml(text: string): string {
  return SPECIAL.test(text) ? escapeAll(text) : text
}

/** The characters that escaping changes. Nearly no text has any. */
const SPECIAL = /[&<>"\p{Cc}]/u

function escapeAll(text: string): string {
  return text.replace(/[&<>"\r\n\t]|[^\P{Cc}]/gu, (c) => {
    if (c === "&") return "&amp;"
    if (c === "<") return "&lt;"
    if (c === ">") return "&gt;"
    if (c === '"') return "&quot;"
    if (c === "\r" || c === "\n" || c === "\t") return c
    const point = c.codePointAt(0) ?? 0
    return isXmlCharacter(point) ? c : ""
  })
}
