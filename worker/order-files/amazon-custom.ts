import type { BuyerAnswer } from "../../contract/orders/personalisation.ts"

/** The limits of reading, above any of Amazon's own files, so that a text of brackets ends. */
const MAX_DEPTH = 20
const MAX_NODES = 1_000
const MAX_ANSWERS = 50
/** The length at which a text that cannot be read is cut: enough to show what it is. */
const MAX_SHOWN = 200
export const CUSTOM_NAME = "Amazon Custom"

/** The object in the JSON, none of which is certain. */
type Json = Readonly<Record<string, unknown>>

/**
 * Returns a buyer's request with Amazon Custom, from its JSON: the texts, fonts, colours and options of
 * the tree. The flat list beside it loses the letters of a text that the buyer moved, so it is read
 * only where the tree has no answers. Empty lines are left out, as buyers leave them empty.
 */
export function customTexts(json: string): BuyerAnswer[] {
  if (json === "") return []
  const request = jsonOf(json)
  if (request === null) return unread(json.startsWith("{") ? `Cannot be read: ${json}` : json)
  const answers: BuyerAnswer[] = []
  readTree(objectOf(request.customizationData), answers)
  if (answers.length > 0) return answers
  const { surfaces } = objectOf(objectOf(request.customizationInfo)["version3.0"])
  const areas = listOf(surfaces).flatMap((surface) => listOf(objectOf(surface).areas))
  for (const area of areas.slice(0, MAX_NODES).map(objectOf)) {
    const question = textOf(area.label) || textOf(area.name)
    add(answers, question, textOf(area.text) || textOf(area.optionValue))
    add(answers, `${question} font`.trim(), textOf(area.fontFamily))
    add(answers, `${question} colour`.trim(), textOf(area.colorName))
  }
  return answers
}

/** Returns the object that a cell has; null for a cell that was cut off or has no JSON. */
function jsonOf(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}

/** Keeps an unreadable text as the buyer's, so that nothing is printed without somebody looking. */
function unread(answer: string): BuyerAnswer[] {
  return [{ question: CUSTOM_NAME, answer: answer.slice(0, MAX_SHOWN), isFile: false }]
}

/** Reads from the top down, each branch in turn. */
function readTree(root: Json, answers: BuyerAnswer[]): void {
  const open = [{ node: root, depth: 0 }]
  let nodes = 0
  for (let next = open.pop(); next && nodes < MAX_NODES; next = open.pop()) {
    const { node, depth } = next
    nodes += 1
    add(answers, ...answerOf(node))
    if (depth === MAX_DEPTH) continue
    const children = listOf(node.children).slice(0, MAX_NODES)
    for (const child of children.reverse()) open.push({ node: objectOf(child), depth: depth + 1 })
  }
}

/** Returns the question and answer of one node; no answer if the node is not the buyer's. */
function answerOf(node: Json): [question: string, answer: string] {
  const question = textOf(node.label) || textOf(node.name)
  const font = textOf(objectOf(node.fontSelection).family)
  const colour = objectOf(node.colorSelection)
  const option = objectOf(node.optionSelection)
  switch (/^[A-Z][a-z]+Customization/.exec(textOf(node.type))?.[0]) {
    case "TextCustomization":
      return [question, textOf(node.inputValue)]
    case "FontCustomization":
      return [question || "Font", font]
    case "ColorCustomization":
      return [question || "Colour", textOf(colour.name) || textOf(colour.value)]
    case "OptionCustomization":
      return [question, textOf(option.label) || textOf(option.name) || textOf(node.displayValue)]
    case "ImageCustomization":
      return [question || "Image", textOf(objectOf(node.image).imageName)]
    default:
      // The value was typed, whatever Amazon calls it.
      return [question, textOf(node.inputValue)]
  }
}

function add(answers: BuyerAnswer[], question: string, answer: string): void {
  if (answer.trim() === "" || answers.length >= MAX_ANSWERS) return
  answers.push({ question, answer: answer.trim(), isFile: false })
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
