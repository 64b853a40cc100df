import { z } from "zod"
import type { BuyerAnswer } from "../../contract/personalisation.ts"

/** Deeper than any of Amazon's own, so that a text of brackets ends. */
const MAX_DEPTH = 20
const MAX_ANSWERS = 50

type Node = {
  type?: string
  name?: string
  label?: string
  inputValue?: string
  displayValue?: string
  fontSelection?: { family?: string }
  colorSelection?: { name?: string; value?: string }
  optionSelection?: { name?: string; label?: string }
  image?: { imageName?: string }
  children?: Node[]
}
const text = z.string().optional().catch(undefined)
const nodeSchema: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: text,
    name: text,
    label: text,
    inputValue: text,
    displayValue: text,
    fontSelection: z.object({ family: text }).optional().catch(undefined),
    colorSelection: z.object({ name: text, value: text }).optional().catch(undefined),
    optionSelection: z.object({ name: text, label: text }).optional().catch(undefined),
    image: z.object({ imageName: text }).optional().catch(undefined),
    children: z.array(nodeSchema).optional().catch(undefined),
  }),
)
const areaSchema = z.object({
  customizationType: text,
  text,
  fontFamily: text,
  colorName: text,
  optionValue: text,
  label: text,
  name: text,
})
const surfaceSchema = z.object({ name: text, areas: z.array(areaSchema).optional().catch(undefined) })
const customSchema = z.object({
  customizationData: nodeSchema.optional().catch(undefined),
  customizationInfo: z
    .object({
      "version3.0": z
        .object({ surfaces: z.array(surfaceSchema) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/**
 * What a buyer asked for with Amazon Custom, from its JSON: the texts, fonts, colours and options
 * of the tree. The flat list beside it loses the letters of a text that the buyer moved, so it is
 * read only where the tree has no answers. Empty lines are left out, as buyers leave them empty.
 */
export function customTexts(json: string): BuyerAnswer[] {
  if (json === "") return []
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    // A cut-off cell says nothing that could be printed.
    return []
  }
  const read = customSchema.safeParse(given)
  if (!read.success) return []
  const answers: BuyerAnswer[] = []
  if (read.data.customizationData) readTree(read.data.customizationData, answers, 0)
  if (answers.length > 0) return answers
  for (const { areas = [] } of read.data.customizationInfo?.["version3.0"]?.surfaces ?? []) {
    for (const area of areas) {
      const question = area.label || area.name || ""
      add(answers, question, area.text ?? area.optionValue)
      add(answers, `${question} font`.trim(), area.fontFamily)
      add(answers, `${question} colour`.trim(), area.colorName)
    }
  }
  return answers
}

function readTree(node: Node, answers: BuyerAnswer[], depth: number): void {
  if (depth > MAX_DEPTH) return
  const question = node.label || node.name || ""
  if (/^TextCustomization/.test(node.type ?? "")) add(answers, question, node.inputValue)
  else if (/^FontCustomization/.test(node.type ?? ""))
    add(answers, question || "Font", node.fontSelection?.family)
  else if (/^ColorCustomization/.test(node.type ?? ""))
    add(answers, question || "Colour", node.colorSelection?.name || node.colorSelection?.value)
  else if (/^OptionCustomization/.test(node.type ?? ""))
    add(answers, question, node.optionSelection?.label || node.optionSelection?.name || node.displayValue)
  else if (/^ImageCustomization/.test(node.type ?? ""))
    add(answers, question || "Image", node.image?.imageName)
  for (const child of node.children ?? []) readTree(child, answers, depth + 1)
}

function add(answers: BuyerAnswer[], question: string, answer: string | undefined): void {
  if (answer === undefined || answer.trim() === "" || answers.length >= MAX_ANSWERS) return
  answers.push({ question, answer: answer.trim(), isFile: false })
}
