/** An XML element: the text in its first tag after the name, and the text between its tags. */
export type Element = { attributes: string; inner: string }

/** The longest tag; no tag of a workbook has as many attributes. */
const MAX_TAG_LENGTH = 64 * 1024

/** The longest closing tag, which may have blanks before its end. */
const MAX_CLOSING_LENGTH = 200
/** The longest prefix of a name, with its colon. */
const MAX_PREFIX_LENGTH = 60

/**
 * Finds the elements of that name with any prefix in XML that comes in pieces, each once it is whole.
 * Each letter is looked at once. An element longer than `longest` comes without its inner text. Within
 * an element, no other of the name is found.
 */
export function elementReader(name: string, longest: number) {
  let rest = ""
  /** The place up to which `rest` has been looked through. */
  let from = 0
  /** The first tag's attributes while the element is open. */
  let open: string | null = null
  let isTooLong = false
  return function* read(piece: string): Generator<Element | { attributes: string; inner: null }> {
    rest += piece
    let at = 0
    for (;;) {
      const tag = open === null ? rest.indexOf("<", from) : closingAt(rest, from, name)
      const tagEnd = tag < 0 ? -1 : rest.indexOf(">", tag)
      if (tagEnd < 0) {
        const most = open === null ? MAX_TAG_LENGTH : MAX_CLOSING_LENGTH
        // An incomplete closing tag may stand at the end.
        const end = open === null ? rest.length : Math.max(from, rest.length - MAX_CLOSING_LENGTH)
        const kept = tag < 0 || rest.length - tag > most ? end : tag
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
      } else {
        yield { attributes: open, inner: isTooLong || tag - at > longest ? null : rest.slice(at, tag) }
        open = null
        isTooLong = false
        at = from
      }
    }
  }
}

/**
 * Calls `take` with every outermost first tag of one of the names in a whole text, and goes on behind
 * the place that it returns: the text between the tags is looked at once. An element that never ends is
 * none. `take` returns false to stop.
 */
export function eachElement(
  xml: string,
  names: readonly string[],
  take: (name: string, element: Element) => boolean,
): void {
  for (let tag = xml.indexOf("<"); tag >= 0; ) {
    const start = localStart(xml, tag + 1)
    const name = nameAt(xml, start, names)
    if (name === null) {
      tag = xml.indexOf("<", tag + 1)
      continue
    }
    const tagEnd = xml.indexOf(">", start)
    if (tagEnd < 0) return
    const isWhole = xml[tagEnd - 1] === "/"
    const end = isWhole ? tagEnd : closingAt(xml, tagEnd + 1, name)
    if (end < 0) return
    const attributes = xml.slice(start + name.length, isWhole ? tagEnd - 1 : tagEnd)
    if (!take(name, { attributes, inner: isWhole ? "" : xml.slice(tagEnd + 1, end) })) return
    tag = xml.indexOf("<", end + 1)
  }
}

/** Returns where the next closing tag of that name begins; -1 if none does. */
function closingAt(xml: string, from: number, name: string): number {
  for (let tag = xml.indexOf("</", from); tag >= 0; tag = xml.indexOf("</", tag + 2))
    if (isNamed(xml, localStart(xml, tag + 2), name)) return tag
  return -1
}

/** Returns where a tag's name without its prefix begins. */
function localStart(xml: string, at: number): number {
  for (let i = at; i < at + MAX_PREFIX_LENGTH; i++) {
    const letter = xml.charCodeAt(i)
    if (letter === COLON) return i + 1
    const isOfName = letter > SPACE && letter !== GREATER && letter !== SLASH && letter !== LESS
    // The last letter has nothing after it, either.
    if (!isOfName) return at
  }
  return at
}

const [SPACE, SLASH, COLON, LESS, GREATER] = [..." /:<>"].map((sign) => sign.charCodeAt(0))

function nameAt(xml: string, at: number, names: readonly string[]): string | null {
  for (const name of names) if (isNamed(xml, at, name)) return name
  return null
}

/** Returns true if a tag's name begins here and ends with it. */
function isNamed(xml: string, at: number, name: string): boolean {
  if (!xml.startsWith(name, at)) return false
  const after = xml.charCodeAt(at + name.length)
  return after <= SPACE || after === GREATER || after === SLASH
}

/** Returns the elements of that name in a whole text. */
export function* elementsIn(xml: string, name: string): Generator<Element> {
  for (const { attributes, inner } of elementReader(name, xml.length)(xml))
    yield { attributes, inner: inner ?? "" }
}

/** Returns the attributes of every first tag of that name. */
export function* tagsIn(xml: string, name: string): Generator<string> {
  for (let tag = xml.indexOf("<"); tag >= 0; ) {
    const tagEnd = xml.indexOf(">", tag)
    if (tagEnd < 0) return
    const attributes = attributesOf(xml, tag, tagEnd, name)
    if (attributes !== null) yield attributes
    tag = xml.indexOf("<", tagEnd)
  }
}

/** Returns the text after the name in a first tag of that name, with any prefix; null for any other. */
function attributesOf(xml: string, tag: number, tagEnd: number, name: string): string | null {
  const at = localStart(xml, tag + 1)
  return isNamed(xml, at, name) ? xml.slice(at + name.length, tagEnd) : null
}

/** Returns an attribute's value as it is written, with any prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const start = `${name}="`
  for (let at = attributes.indexOf(start); at >= 0; at = attributes.indexOf(start, at + 1)) {
    if (at > 0 && !/[\s:]/.test(attributes.charAt(at - 1))) continue
    const end = attributes.indexOf('"', at + start.length)
    return end < 0 ? undefined : attributes.slice(at + start.length, end)
  }
  return undefined
}
