import type { CssCascade, StyledElement } from "./css-cascade.ts"
import { styleReferences } from "./style-sheet.ts"
import { escapeXml } from "./xml-tokens.ts"

/**
 * The style sheets' declarations for an element: escaped, to put before its own, the ids that they
 * reference, and the declarations themselves.
 */
type ElementStyle = {
  text: string
  references: readonly string[]
  declarations: ReadonlyMap<string, string>
}

/** A typical depth, in steps. */
const ANCESTORS = 8

const PLAIN: ElementStyle = { text: "", references: [], declarations: new Map() }

/** A writer of a cascade's results as style attributes. */
export class ElementStyles {
  readonly #cascade: CssCascade
  readonly #find: (id: string) => StyledElement | undefined
  readonly #written = new Map<ReadonlyMap<string, string>, ElementStyle>()

  /** Takes `find`, which returns the element of an id. */
  constructor(cascade: CssCascade, find: (id: string) => StyledElement | undefined) {
    this.#cascade = cascade
    this.#find = find
  }

  of(element: StyledElement): ElementStyle {
    const declarations = this.#cascade.declarationsFor(element)
    if (declarations.size === 0) return PLAIN
    const known = this.#written.get(declarations) ?? write(declarations)
    this.#written.set(declarations, known)
    // Each reference is compared with the ancestors.
    this.#cascade.count(known.references.length * ANCESTORS)
    if (!known.references.some((id) => this.#isInside(element, id))) return known
    return write(
      new Map(
        [...declarations].map(([name, value]) => {
          const isCircle = styleReferences(value).some((id) => this.#isInside(element, id))
          return [name, isCircle ? "none" : value]
        }),
      ),
    )
  }

  /** Returns whether an element is in that pattern: a rule for all paths does not apply in its own one. */
  #isInside(element: StyledElement, id: string): boolean {
    const target = this.#find(id)
    for (let above = element.parent; above !== null; above = above.parent) if (above === target) return true
    return false
  }
}

function write(declarations: ReadonlyMap<string, string>): ElementStyle {
  let text = ""
  const references: string[] = []
  for (const [name, value] of declarations) {
    text += `${name}:${value};`
    for (const id of styleReferences(value)) references.push(id)
  }
  return { text: escapeXml(text), references, declarations }
}
