import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseAst } from "vite"

type Node = { type: string } & Record<string, unknown>

/** A button or link at the head of a page, in the bar of a selection or in a menu. */
type PageAction = {
  /** The file with it, from `web/features`. */
  file: string
  /** Its label or text, as far as the code spells it. */
  words: string
  /** True if it is marked with a command, by `asCommand` or `CommandTip`. */
  isMarked: boolean
}

const features = fileURLToPath(new URL("../../web/features", import.meta.url))
const places = ["PageHeader", "SelectionBar"]
/** The last two pass what marks them on to a Button, and have their words as an attribute. */
const controls = ["Button", "Link", "a", "button", "MenuItem", "Action", "DeleteButton"]
const labels = ["aria-label", "label", "words"]

/** Returns the actions of all pages, those of the components that draw them among them. */
export function pageActions(): PageAction[] {
  const files = readdirSync(features, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((file) => ({ file, tree: parseAst(readFileSync(`${features}/${file}`, "utf8"), { lang: "tsx" }) }))
  const components = new Map<string, { file: string; body: unknown }>()
  for (const { file, tree } of files)
    walk(tree, (node) => {
      if (node.type === "FunctionDeclaration")
        components.set(String((node.id as Node).name), { file, body: node.body })
      return false
    })
  const actions: PageAction[] = []
  const seen = new Set<string>()
  function collect(from: unknown, file: string, isTipped: boolean): void {
    walk(from, (node) => {
      if (node.type !== "JSXElement") return false
      const name = nameOf(node)
      if (controls.includes(name)) {
        actions.push({ file, words: wordsOf(node), isMarked: isTipped || isMarked(node) })
        return true
      }
      if (name === "CommandTip") {
        collect(node.children, file, true)
        return true
      }
      const component = components.get(name)
      if (component !== undefined && !seen.has(name)) {
        seen.add(name)
        collect(component.body, component.file, isTipped)
      }
      return false
    })
  }
  for (const { file, tree } of files)
    walk(tree, (node) => {
      if (node.type !== "JSXElement") return false
      if (nameOf(node) === "MenuItem") collect(node, file, false)
      if (places.includes(nameOf(node))) collect([node.openingElement, node.children], file, false)
      return false
    })
  return actions
}

/** Calls `visit` for a node and all below it, except below those for which it returns true. */
function walk(node: unknown, visit: (node: Node) => boolean): void {
  if (typeof node !== "object" || node === null) return
  if ("type" in node && visit(node as Node)) return
  for (const value of Object.values(node)) walk(value, visit)
}

function nameOf(element: Node): string {
  return String(((element.openingElement as Node).name as Node).name)
}

function attributesOf(element: Node): Node[] {
  return (element.openingElement as Node).attributes as Node[]
}

/** Returns whether an element spreads `asCommand(…)`, or a variable with what it returned. */
function isMarked(element: Node): boolean {
  return attributesOf(element).some(({ type, argument }) => {
    if (type !== "JSXSpreadAttribute") return false
    const { callee, name } = argument as Node
    return name === "command" || (callee as Node | undefined)?.name === "asCommand"
  })
}

/** Returns the words that the code gives an element: its label, else its text. */
function wordsOf(element: Node): string {
  const label = attributesOf(element).find(({ name }) =>
    labels.includes(String((name as Node | undefined)?.name)),
  )
  const texts: string[] = []
  walk(label?.value ?? element.children, (node) => {
    if (node.type === "JSXText" || node.type === "Literal") texts.push(String(node.value))
    if (node.type === "TemplateElement") texts.push((node.value as { raw: string }).raw)
    return node.type === "JSXAttribute"
  })
  return texts.join(" ").replaceAll(/\s+/g, " ").trim()
}
