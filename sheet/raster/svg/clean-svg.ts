import { measureWork, type WorkNode } from "./drawing-work.ts"
import { embeddedPixels } from "./embedded-picture.ts"
import { type RootBox, readRootBox } from "./root-box.ts"
import {
  cleanCss,
  outsideReference,
  type SheetReferences,
  sheetReferences,
  styleReferences,
} from "./style-sheet.ts"
import {
  SVG_DRAWING_MAX_BYTES,
  SVG_EMBEDDED_PIXELS,
  SVG_FILTER_WORK,
  SVG_MAX_DEPTH,
  SVG_MAX_WORK,
} from "./svg-limit.ts"
import { malformedSvg, refusedSvg, uploadPng } from "./svg-refusal.ts"
import { ATTRIBUTES, ELEMENTS, REFERENCE_PROPERTIES } from "./svg-vocabulary.ts"
import { escapeXml, xmlTokens } from "./xml-tokens.ts"

/** Artwork that holds nothing but drawing. */
export type CleanSvg = { box: RootBox; text: string; warnings: string[] }

export const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
/** Attributes of the root element that say where it lies in a page; size is written by readRootBox's result. */
const ROOT_PLACE = ["width", "height", "x", "y", "transform"]

const TEXT_WARNING =
  "Text in this SVG is drawn in one plain font. Convert text to outlines before exporting to keep your own."
const SCRIPT_WARNING = "This SVG contains scripts, which are left out."
const FOREIGN_WARNING = "This SVG contains web page content, which is left out."
const MOTION_WARNING = "This SVG is animated; it is printed as it stands before it moves."
const OUTSIDE_WARNING = "This SVG loads fonts or styles from elsewhere, which are left out."

/**
 * Reads SVG text and writes it anew from what svg-vocabulary.ts allows: no scripts, no handlers, no addresses outside the
 * file, no entities. Throws an ArtworkError for files that would come out wrong or take too long to draw.
 */
export function cleanSvg(source: string): CleanSvg {
  const writer = new SvgWriter()
  for (const token of xmlTokens(source)) {
    if (token.kind === "open") writer.open(token.name, token.attributes, token.isEmpty)
    else if (token.kind === "close") writer.close(token.name)
    else writer.text(token.text)
  }
  return writer.finish()
}

type OpenElement = { written: string; name: string; node: number; isDropped: boolean }

type Node = WorkNode & { classes: string[] }

class SvgWriter {
  readonly #stack: OpenElement[] = []
  readonly #out: string[] = []
  readonly #nodes: Node[] = []
  readonly #byId = new Map<string, number>()
  readonly #warnings = new Set<string>()
  readonly #sheets: string[] = []
  #box: RootBox | null = null
  #rootAttributes = ""
  #isClosed = false
  #embeddedPixels = 0
  #embeddedLength = 0

  open(written: string, attributes: ReadonlyMap<string, string>, isEmpty: boolean): void {
    const name = written.startsWith("svg:") ? written.slice(4) : written
    const parent = this.#stack.at(-1)
    if (this.#stack.length >= SVG_MAX_DEPTH) throw refusedSvg("too-large", "nests too deeply", uploadPng)
    if (parent === undefined) this.#openRoot(name, attributes)
    else if (parent.isDropped || !ELEMENTS.has(name)) this.#drop(written, name, parent)
    else this.#openInner(written, name, attributes, parent, isEmpty)
    if (parent === undefined) this.#stack.push(rootElement(written))
    if (isEmpty) this.#pop(isEmpty)
  }

  close(written: string): void {
    if (this.#stack.at(-1)?.written !== written) throw malformedSvg("its tags do not match")
    this.#pop(false)
  }

  text(text: string): void {
    const parent = this.#stack.at(-1)
    if (parent === undefined) {
      if (text.replace(/^\uFEFF/, "").trim() !== "") throw malformedSvg("it does not begin with a tag")
      return
    }
    if (parent.isDropped) return
    if (parent.name === "style") this.#sheet(text)
    else if (["text", "tspan", "textPath"].includes(parent.name)) this.#out.push(escapeXml(text))
  }

  finish(): CleanSvg {
    if (this.#box === null || !this.#isClosed) throw malformedSvg("it ends too early")
    this.#applySheet(sheetReferences(this.#sheets.join("\n")))
    measureWork(this.#nodes, this.#byId)
    const { widthPx, heightPx } = this.#box
    const content = this.#out.join("")
    if (content.length - this.#embeddedLength > SVG_DRAWING_MAX_BYTES)
      throw refusedSvg("too-large", "is too complex to draw", `Simplify its paths, or: ${uploadPng}`)
    const root = `<svg ${NAMESPACES} width="${widthPx}" height="${heightPx}"${this.#rootAttributes}>`
    return {
      box: this.#box,
      text: `${root}${content}</svg>`,
      warnings: [...this.#warnings],
    }
  }

  #openRoot(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#isClosed) throw malformedSvg("something follows its end")
    if (name !== "svg") throw malformedSvg("it is not an SVG picture")
    this.#box = readRootBox(attributes)
    const kept = new Map([...attributes].filter(([key]) => !ROOT_PLACE.includes(key)))
    this.#addNode(name, kept)
    this.#rootAttributes = this.#attributesText(name, kept)
  }

  #openInner(
    written: string,
    name: string,
    attributes: ReadonlyMap<string, string>,
    parent: OpenElement,
    isEmpty: boolean,
  ): void {
    const node = this.#addNode(name, attributes)
    this.#nodes[parent.node].children.push(node)
    if (name === "text") this.#warnings.add(TEXT_WARNING)
    this.#out.push(`<${name}${this.#attributesText(name, attributes)}`, isEmpty ? "/>" : ">")
    this.#stack.push({ written, name, node, isDropped: false })
  }

  #drop(written: string, name: string, parent: OpenElement): void {
    if (name === "script") this.#warnings.add(SCRIPT_WARNING)
    // Illustrator wraps its own data in <switch><foreignObject>, beside the drawing that everyone else sees.
    if (name === "foreignObject" && parent.name !== "switch") this.#warnings.add(FOREIGN_WARNING)
    if (name.startsWith("animate") || name === "set") this.#warnings.add(MOTION_WARNING)
    this.#stack.push({ ...parent, written, name, isDropped: true })
  }

  #pop(isEmpty: boolean): void {
    const element = this.#stack.pop()
    if (element === undefined) return
    if (this.#stack.length === 0) this.#isClosed = true
    else if (!element.isDropped && !isEmpty) this.#out.push(`</${element.name}>`)
  }

  #addNode(name: string, attributes: ReadonlyMap<string, string>): number {
    if (this.#nodes.length >= SVG_MAX_WORK) throw refusedSvg("too-large", "is too complex to draw", uploadPng)
    const references = styleReferences(attributes.get("style") ?? "")
    for (const [key, value] of attributes) {
      if (REFERENCE_PROPERTIES.has(key)) references.push(...styleReferences(value))
    }
    const href = attributes.get("xlink:href") ?? attributes.get("href") ?? ""
    if (href.trim().startsWith("#")) references.push(href.trim().slice(1))
    const id = attributes.get("id")
    const index = this.#nodes.length
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, index)
    this.#nodes.push({
      weight: weightOf(name, attributes),
      children: [],
      references,
      classes: (attributes.get("class") ?? "").split(/\s+/).filter((word) => word !== ""),
    })
    return index
  }

  /** Gives every element what the style sheets make it draw. */
  #applySheet({ byClass, toAll }: SheetReferences): void {
    // A rule for all paths does not make the paths inside its own pattern refer to that pattern in any real file.
    const inside = new Set<number>()
    const enter = (index: number) => {
      inside.add(index)
      for (const child of this.#nodes[index].children) enter(child)
    }
    for (const target of toAll) {
      const index = this.#byId.get(target)
      if (index !== undefined && !inside.has(index)) enter(index)
    }
    for (const [index, node] of this.#nodes.entries()) {
      if (!inside.has(index)) node.references.push(...toAll)
      for (const name of node.classes) node.references.push(...(byClass.get(name) ?? []))
    }
  }

  #attributesText(name: string, attributes: ReadonlyMap<string, string>): string {
    let text = ""
    for (const [key, value] of attributes) {
      if (key === "href" || key === "xlink:href") {
        if (key === "href" && attributes.has("xlink:href")) continue
        text += this.#hrefText(name, value)
      } else if (ATTRIBUTES.has(key)) text += ` ${key}="${escapeXml(this.#value(key, value))}"`
    }
    return text
  }

  #hrefText(name: string, value: string): string {
    const href = value.trim()
    if (name === "a" || href === "") return ""
    if (name === "image") {
      this.#embeddedPixels += embeddedPixels(href)
      this.#embeddedLength += href.length
      if (this.#embeddedPixels > SVG_EMBEDDED_PIXELS)
        throw refusedSvg("too-large", "embeds pictures of over 4 megapixels", uploadPng)
    } else if (!href.startsWith("#")) throw outsideReference()
    return ` xlink:href="${escapeXml(href)}"`
  }

  #value(key: string, value: string): string {
    return key === "style" || /url\(/i.test(value) ? this.#css(value) : value
  }

  #css(css: string): string {
    const { css: cleaned, isTrimmed } = cleanCss(css)
    if (isTrimmed) this.#warnings.add(OUTSIDE_WARNING)
    return cleaned
  }

  #sheet(text: string): void {
    const css = this.#css(text)
    this.#sheets.push(css)
    this.#out.push(escapeXml(css))
  }
}

function rootElement(written: string): OpenElement {
  return { written, name: "svg", node: 0, isDropped: false }
}

/** Work of an element by itself; attributes that multiply a filter's work are bounded here. */
function weightOf(name: string, attributes: ReadonlyMap<string, string>): number {
  if (!name.startsWith("fe")) return 1
  const tooMuch =
    largest(attributes.get("numOctaves")) > 10 ||
    largest(attributes.get("radius")) > 50 ||
    largest(attributes.get("order")) > 9
  if (tooMuch) throw refusedSvg("too-large", "uses a filter that takes too long to draw", uploadPng)
  return SVG_FILTER_WORK
}

function largest(value: string | undefined): number {
  return Math.max(0, ...(value ?? "").split(/[\s,]+/).map((word) => Number.parseFloat(word) || 0))
}
