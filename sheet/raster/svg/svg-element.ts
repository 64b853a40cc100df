import type { StyledElement } from "./css-cascade.ts"
import { styleReferences } from "./style-sheet.ts"
import { SVG_FILTER_WORK } from "./svg-limit.ts"
import { refusedSvg, uploadPng } from "./svg-refusal.ts"
import { REFERENCE_PROPERTIES } from "./svg-vocabulary.ts"

/** A kept element of artwork: its data for selectors, its cost, and the place of its opening tag. */
export type Element = {
  name: string
  attributes: ReadonlyMap<string, string>
  parent: Element | null
  before: StyledElement | null
  /** The last child, dropped ones included, which selectors count too. */
  lastChild: StyledElement | null
  weight: number
  /** The indices of its children in the list of all elements. */
  children: number[]
  /** The ids that it draws with. */
  references: string[]
  /** The index into the output. */
  at: number
  isEmpty: boolean
}

// Shared by all elements without children: there may be two hundred thousand.
const NO_CHILDREN: number[] = []
const NO_REFERENCES: string[] = []

/** Makes an element below `parent`. Does not add it to `parent`: see addChild. */
export function newElement(
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: Element | null,
  isEmpty: boolean,
): Element {
  return {
    name,
    attributes,
    parent,
    before: parent?.lastChild ?? null,
    lastChild: null,
    weight: weightOf(name, attributes),
    children: NO_CHILDREN,
    references: referencesOf(attributes),
    at: 0,
    isEmpty,
  }
}

/** Makes `child`, number `index` of all elements, the last child of `parent`. */
export function addChild(parent: Element, child: Element, index: number): void {
  if (parent.children === NO_CHILDREN) parent.children = [index]
  else parent.children.push(index)
  parent.lastChild = child
}

/** Returns the ids that an element references in its own attributes. */
function referencesOf(attributes: ReadonlyMap<string, string>): string[] {
  if (attributes.size === 0) return NO_REFERENCES
  const references: string[] = []
  for (const [key, value] of attributes) {
    if (key !== "style" && !REFERENCE_PROPERTIES.has(key)) continue
    for (const id of styleReferences(value)) references.push(id)
  }
  const href = attributes.get("xlink:href") ?? attributes.get("href") ?? ""
  if (href.trim().startsWith("#")) references.push(href.trim().slice(1))
  return references.length === 0 ? NO_REFERENCES : references
}

/** Returns the work of an element by itself. Bounds attributes that multiply a filter's work. */
function weightOf(name: string, attributes: ReadonlyMap<string, string>): number {
  if (!name.startsWith("fe")) return 1
  const tooMuch =
    largest(attributes.get("numOctaves")) > 10 ||
    largest(attributes.get("radius")) > 50 ||
    largest(attributes.get("order")) > 9
  if (tooMuch) throw refusedSvg("too-large", "uses a filter that takes too long to draw", uploadPng)
  return SVG_FILTER_WORK
}

function largest(value = ""): number {
  return value.split(/[\s,]+/).reduce((most, word) => Math.max(most, Number.parseFloat(word) || 0), 0)
}
