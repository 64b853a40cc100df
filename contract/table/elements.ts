/** An XML element: what stands in its first tag after the name, and between its tags. */
export type Element = { attributes: string; inner: string }

/** No tag of a workbook has as many attributes. */
const MAX_TAG_LENGTH = 64 * 1024

/**
 * Finds the elements of that name in XML that comes in pieces, whatever their prefix, each once it
 * is whole. Each letter is looked at once. An element longer than `longest` comes without its inner
 * text. Within an element of the name no other is found.
 */
export function elementReader(name: string, longest: number) {
  const closing = new RegExp(`^</(?:\\w{1,60}:)?${name}\\s*>`)
  let rest = ""
  /** Up to here `rest` has been looked through. */
  let from = 0
  /** The first tag's attributes while the element is open. */
  let open: string | null = null
  let isTooLong = false
  return function* read(piece: string): Generator<Element | { attributes: string; inner: null }> {
    rest += piece
    let at = 0
    for (;;) {
      const tag = rest.indexOf("<", from)
      const tagEnd = tag < 0 ? -1 : rest.indexOf(">", tag)
      if (tagEnd < 0) {
        const kept = tag < 0 || rest.length - tag > MAX_TAG_LENGTH ? rest.length : tag
        if (open === null) at = kept
        else if (isTooLong || kept - at > longest) {
          isTooLong = true
          at = kept
        }
        rest = rest.slice(at)
        from = Math.max(kept, at) - at
        return
      }
      from = tagEnd + 1
      if (open === null) {
        const attributes = attributesOf(rest, tag, tagEnd, name)
        if (attributes === null) continue
        at = from
        if (rest[tagEnd - 1] === "/") yield { attributes: attributes.slice(0, -1), inner: "" }
        else open = attributes
      } else if (rest[tag + 1] === "/" && closing.test(rest.slice(tag, Math.min(from, tag + 200)))) {
        yield { attributes: open, inner: isTooLong || tag - at > longest ? null : rest.slice(at, tag) }
        open = null
        isTooLong = false
        at = from
      }
    }
  }
}

/** The elements of that name in a whole text. */
export function* elementsIn(xml: string, name: string): Generator<Element> {
  for (const { attributes, inner } of elementReader(name, xml.length)(xml))
    yield { attributes, inner: inner ?? "" }
}

/** The attributes of every first tag of that name. */
export function* tagsIn(xml: string, name: string): Generator<string> {
  for (let tag = xml.indexOf("<"); tag >= 0; ) {
    const tagEnd = xml.indexOf(">", tag)
    if (tagEnd < 0) return
    const attributes = attributesOf(xml, tag, tagEnd, name)
    if (attributes !== null) yield attributes
    tag = xml.indexOf("<", tagEnd)
  }
}

/** What follows the name in a first tag of that name, whatever its prefix; null for any other. */
function attributesOf(xml: string, tag: number, tagEnd: number, name: string): string | null {
  let at = tag + 1
  if (!xml.startsWith(name, at)) {
    const colon = xml.slice(at, Math.min(tagEnd, at + 60)).indexOf(":")
    at += colon + 1
    if (colon < 0 || !xml.startsWith(name, at)) return null
  }
  const after = xml[at + name.length]
  if (after !== ">" && after !== "/" && after !== " " && after !== "\t" && after !== "\n" && after !== "\r")
    return null
  return xml.slice(at + name.length, tagEnd)
}

/** An attribute's value as it is written, whatever its prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const start = `${name}="`
  for (let at = attributes.indexOf(start); at >= 0; at = attributes.indexOf(start, at + 1)) {
    if (at > 0 && !/[\s:]/.test(attributes.charAt(at - 1))) continue
    const end = attributes.indexOf('"', at + start.length)
    return end < 0 ? undefined : attributes.slice(at + start.length, end)
  }
  return undefined
}
