import { CssCascade } from "./css-cascade.ts"
import { readRules } from "./css-rules.ts"
import { measureWork } from "./drawing-work.ts"
import { ElementStyles } from "./element-style.ts"
import { embeddedPixels } from "./embedded-picture.ts"
import { type RootBox, readRootBox } from "./root-box.ts"
import { cleanCss, outsideReference } from "./style-sheet.ts"
import { addChild, type Element, newElement } from "./svg-element.ts"
import {
  SVG_DRAWING_MAX_BYTES,
  SVG_EMBEDDED_PIXELS,
  SVG_MAX_DEPTH,
  SVG_MAX_WORK,
  SVG_STYLE_MAX_BYTES,
} from "./svg-limit.ts"
import { malformedSvg, refusedSvg, tooComplex, uploadPng } from "./svg-refusal.ts"
import { ATTRIBUTES, ELEMENTS } from "./svg-vocabulary.ts"
import {
  type EmbeddedFont,
  type FaceStyle,
  faceStyleOf,
  PLAIN_FACE,
  rendererFamily,
  type TextFace,
} from "./text-faces.ts"
import { escapeXml, xmlTokens } from "./xml-tokens.ts"

/** Artwork that holds nothing but drawing. */
type CleanSvg = {
  box: RootBox
  text: string
  warnings: string[]
  /** The faces that its text asks for: face i is called `rendererFamily(i)` in `text`. */
  faces: TextFace[]
  fonts: EmbeddedFont[]
}

export const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
/**
 * Attributes of the root element that place it in a page. The size is written from readRootBox's
 * result.
 */
const ROOT_PLACE = ["width", "height", "x", "y", "transform"]

const SCRIPT_WARNING = "This SVG contains scripts, which are left out."
const FOREIGN_WARNING = "This SVG contains web page content, which is left out."
const MOTION_WARNING = "This SVG is animated; only its first state is printed."
const OUTSIDE_WARNING = "This SVG loads fonts or styles from elsewhere, which are left out."

/**
 * Reads SVG text and writes it anew from what svg-vocabulary.ts allows: no scripts, no handlers, no
 * addresses outside the file, no entities and no style sheets. The style sheets' declarations are
 * written into the elements that they style. Throws an ArtworkError for files that would come out
 * wrong or take too long to draw.
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

/** Elements that hold text. */
const TEXT_ELEMENTS = ["text", "tspan", "textPath"]
/** The characters of a face that are counted, for the warning of those that a font lacks. */
const MAX_CHARACTERS = 2_000
/** The most families, styles and weights in one drawing. */
const MAX_FACES = 100

type OpenElement = { written: string; name: string; element: Element; isDropped: boolean }

class SvgWriter {
  readonly #stack: OpenElement[] = []
  /** The text in pieces, in which opening tags are filled in when all style sheets are known. */
  readonly #out: string[] = []
  readonly #elements: Element[] = []
  readonly #byId = new Map<string, number>()
  readonly #warnings = new Set<string>()
  readonly #sheets: string[] = []
  readonly #fonts: EmbeddedFont[] = []
  readonly #faces = new TextFaces()
  #box: RootBox | null = null
  #isClosed = false
  #embeddedPixels = 0
  #embeddedLength = 0

  open(written: string, attributes: ReadonlyMap<string, string>, isEmpty: boolean): void {
    const name = written.startsWith("svg:") ? written.slice(4) : written
    const parent = this.#stack.at(-1)
    if (this.#stack.length >= SVG_MAX_DEPTH) throw refusedSvg("too-large", "nests too deeply", uploadPng)
    if (parent === undefined) this.#openRoot(written, name, attributes)
    else if (parent.isDropped || parent.name === "style") this.#stack.push({ ...parent, written, name })
    else if (!ELEMENTS.has(name)) this.#drop(written, name, attributes, parent)
    else if (name === "style") this.#openSheet(written, attributes, parent)
    else this.#openInner(written, name, attributes, parent, isEmpty)
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
    if (parent.name === "style") this.#sheets.push(this.#css(text))
    else if (TEXT_ELEMENTS.includes(parent.name)) {
      this.#out.push(escapeXml(text))
      this.#faces.hear(parent.element, text)
    }
  }

  finish(): CleanSvg {
    if (this.#box === null || !this.#isClosed) throw malformedSvg("it ends too early")
    this.#writeTags()
    measureWork(this.#elements, this.#byId)
    return {
      box: this.#box,
      text: this.#out.join(""),
      warnings: [...this.#warnings],
      faces: this.#faces.all,
      fonts: this.#fonts,
    }
  }

  /** Writes every opening tag, with the style sheets' declarations for its element. */
  #writeTags(): void {
    const styles = new ElementStyles(new CssCascade(readRules(this.#sheets.join("\n"))), (id) => {
      const index = this.#byId.get(id)
      return index === undefined ? undefined : this.#elements[index]
    })
    let length = this.#out.reduce((sum, part) => sum + part.length, 0)
    let styleLength = 0
    for (const element of this.#elements) {
      const { text, references, declarations } = styles.of(element)
      if (references.length > 0) element.references = [...element.references, ...references]
      const face = this.#faces.settle(element, declarations)
      const tag = this.#tag(element, text, face)
      this.#out[element.at] = tag
      length += tag.length
      styleLength += text.length
      if (length - styleLength - this.#embeddedLength > SVG_DRAWING_MAX_BYTES) throw tooComplex()
      if (styleLength > SVG_STYLE_MAX_BYTES) throw tooComplex()
    }
    this.#out.push("</svg>")
  }

  #openRoot(written: string, name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#isClosed) throw malformedSvg("something follows its end")
    if (name !== "svg") throw malformedSvg("it is not an SVG picture")
    this.#box = readRootBox(attributes)
    const kept = new Map([...attributes].filter(([key]) => !ROOT_PLACE.includes(key)))
    const element = this.#addElement(name, kept, null, false)
    this.#stack.push({ written, name, element, isDropped: false })
  }

  #openInner(
    written: string,
    name: string,
    attributes: ReadonlyMap<string, string>,
    parent: OpenElement,
    isEmpty: boolean,
  ): void {
    const element = this.#addElement(name, attributes, parent.element, isEmpty)
    this.#stack.push({ written, name, element, isDropped: false })
  }

  /** Collects a style sheet's text. The element itself is not written. */
  #openSheet(written: string, attributes: ReadonlyMap<string, string>, parent: OpenElement): void {
    const isCss = (attributes.get("type") ?? "text/css") === "text/css"
    this.#leaveOut("style", attributes, parent.element)
    this.#stack.push({ ...parent, written, name: "style", isDropped: !isCss })
  }

  #leaveOut(name: string, attributes: ReadonlyMap<string, string>, parent: Element): void {
    parent.lastChild = { name, attributes, parent, before: parent.lastChild }
  }

  #drop(written: string, name: string, attributes: ReadonlyMap<string, string>, parent: OpenElement): void {
    if (name === "script") this.#warnings.add(SCRIPT_WARNING)
    // Illustrator wraps its own data in <switch><foreignObject>, beside the drawing for other
    // programs.
    if (name === "foreignObject" && parent.name !== "switch") this.#warnings.add(FOREIGN_WARNING)
    if (name.startsWith("animate") || name === "set") this.#warnings.add(MOTION_WARNING)
    this.#leaveOut(name, attributes, parent.element)
    this.#stack.push({ ...parent, written, name, isDropped: true })
  }

  #pop(isEmpty: boolean): void {
    const open = this.#stack.pop()
    if (open === undefined) return
    if (this.#stack.length === 0) this.#isClosed = true
    else if (!open.isDropped && !isEmpty && open.name !== "style") this.#out.push(`</${open.name}>`)
  }

  #addElement(
    name: string,
    attributes: ReadonlyMap<string, string>,
    parent: Element | null,
    isEmpty: boolean,
  ): Element {
    const index = this.#elements.length
    if (index >= SVG_MAX_WORK) throw tooComplex()
    const id = attributes.get("id")
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, index)
    const element = newElement(name, attributes, parent, isEmpty)
    if (parent !== null) addChild(parent, element, index)
    element.at = this.#out.length
    this.#out.push("")
    this.#elements.push(element)
    return element
  }

  #tag({ name, attributes, parent, isEmpty }: Element, style: string, face: string | null): string {
    const end = isEmpty ? "/>" : ">"
    if (parent !== null || this.#box === null)
      return `<${name}${this.#attributesText(name, attributes, style, face)}${end}`
    const size = `width="${this.#box.widthPx}" height="${this.#box.heightPx}"`
    return `<svg ${NAMESPACES} ${size}${this.#attributesText(name, attributes, style, face)}>`
  }

  /**
   * Writes attributes. `style` goes before the element's own style, which overrides it. `face` is the
   * family for its text, whatever it names itself.
   */
  #attributesText(
    name: string,
    attributes: ReadonlyMap<string, string>,
    style: string,
    face: string | null,
  ): string {
    let text = face === null ? "" : ` font-family="${face}"`
    for (const [key, value] of attributes) {
      if (key === "href" || key === "xlink:href") {
        if (key === "href" && attributes.has("xlink:href")) continue
        text += this.#hrefText(name, value)
      } else if (key === "font-family" && face !== null) continue
      else if (key !== "style" && ATTRIBUTES.has(key)) text += ` ${key}="${escapeXml(this.#value(value))}"`
    }
    const own = attributes.get("style")
    if (style === "" && own === undefined) return text
    const whole = `${style}${own === undefined ? "" : escapeXml(this.#css(own))}`
    return `${text} style="${face === null ? whole : withoutFamily(whole)}"`
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

  #value(value: string): string {
    return /url\(/i.test(value) ? this.#css(value) : value
  }

  #css(css: string): string {
    const { css: cleaned, isTrimmed, fonts } = cleanCss(css)
    this.#fonts.push(...fonts)
    if (isTrimmed) this.#warnings.add(OUTSIDE_WARNING)
    return cleaned
  }
}

/** Removes the family; a semicolon in its name loses later declarations, which no drawing needs. */
function withoutFamily(style: string): string {
  return style.replace(/(^|[;\s])font-family\s*:(?:&#?\w+;|[^;&])*;?/gi, "$1")
}

/** The faces that a drawing's text asks for. Faces are known once all style sheets are. */
class TextFaces {
  readonly all: (TextFace & { characters: Set<string> })[] = []
  readonly #texts = new Map<Element, string>()
  readonly #styles = new Map<Element, FaceStyle>()
  readonly #indices = new Map<string, number>()

  hear(element: Element, text: string): void {
    this.#texts.set(element, (this.#texts.get(element) ?? "") + text)
  }

  /** Returns the family to write for an element, after its parent; null if it holds no text. */
  settle(element: Element, declarations: ReadonlyMap<string, string>): string | null {
    if (this.#texts.size === 0) return null
    const parent = (element.parent && this.#styles.get(element.parent)) ?? PLAIN_FACE
    const style = faceStyleOf(parent, element.attributes, declarations)
    if (style !== PLAIN_FACE) this.#styles.set(element, style)
    const text = this.#texts.get(element)
    if (text === undefined) return null
    const key = JSON.stringify([style.families, style.style, style.weight])
    const index = this.#indices.get(key) ?? this.all.length
    if (index === this.all.length) {
      if (index === MAX_FACES) throw tooComplex()
      this.all.push({ ...style, characters: new Set() })
      this.#indices.set(key, index)
    }
    const { characters } = this.all[index]
    for (const character of text) if (characters.size < MAX_CHARACTERS) characters.add(character)
    return `${rendererFamily(index)}, Inter`
  }
}
