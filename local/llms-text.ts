import { wholeApi } from "../contract/api/whole-api.ts"
import { type GuidePart, guideSections, guideSummary } from "../contract/programs/guide.ts"
import type { Route } from "../contract/route.ts"
import { productName } from "../contract/text.ts"

/** The file's path among those of the page. */
export const LLMS_FILE = "developers/llms.txt"
/** The app's address in the file, which is made before anybody knows its deployments. */
const ORIGIN = "https://sheetsmith.example"

/** Returns the developers' guide as text in the form of llmstxt.org, and the calls that access tokens make. */
export function llmsText(): string {
  const sections = guideSections(ORIGIN).map(({ title, parts }) =>
    [`## ${title}`, ...parts.map(textOf)].join("\n\n"),
  )
  const about = `Wherever this says ${ORIGIN}, take the address that you have read this file at. Fields and answers of each call: ${ORIGIN}/api/openapi.json`
  return `${[`# ${productName}`, `> ${guideSummary}`, about, ...sections, callsText()].join("\n\n")}\n`
}

function textOf(part: GuidePart): string {
  if (typeof part === "string") return part.replaceAll("](/", `](${ORIGIN}/`)
  if ("lines" in part) return `\`\`\`\n${part.lines}\n\`\`\``
  return part.rows.map(([name, words, mark]) => `- ${name}${mark ? ` (${mark})` : ""}: ${words}`).join("\n")
}

function callsText(): string {
  const calls = Object.values(wholeApi).flatMap((group: Readonly<Record<string, Route>>) =>
    Object.values(group),
  )
  const lines = calls.flatMap(({ method, path, scope, summary }) =>
    scope === undefined
      ? []
      : [`- \`${method} /api${path}\` (${scope === "any" ? "any token" : scope}): ${summary}`],
  )
  return ["## Calls, and the scope that each needs", lines.join("\n")].join("\n\n")
}
