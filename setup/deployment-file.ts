import { existsSync, readFileSync } from "node:fs"
import { relative, resolve } from "node:path"
import { parse } from "smol-toml"
import { z } from "zod"
import { root } from "../local/bundle.ts"
import { withValue } from "./toml-value.ts"
import { writeWhole } from "./write-whole.ts"

const deploymentSchema = z.strictObject({
  account_id: z.string().optional(),
  /** The address people use, without `https://`. */
  domain: z.string().optional(),
  database_id: z.string().optional(),
  /** Of the edge, and what the names of all other resources begin with. */
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/, "takes lower-case letters, digits and dashes")
    .default("sheetsmith"),
  /** Said once by who goes without Shopify, so that setup does not ask for its keys again. */
  shopify: z.literal("none").optional(),
  /** Public settings that differ from the committed ones. */
  vars: z.record(z.string(), z.string()).default({}),
})
export type Deployment = z.output<typeof deploymentSchema>
export type DeploymentKey = "account_id" | "domain" | "database_id" | "shopify"

export const defaultPath = resolve(root, "deployment.toml")

const NEW_FILE = `# One deployment of Sheetsmith: what wrangler.toml and wrangler.press.toml are laid under. Written by
# \`npm run setup\`, yours to edit, never committed. No secrets: those wait beside it until the Workers have them.
`

/** The file that says what belongs to one deployment; its values are written as soon as they are known. */
export class DeploymentFile {
  readonly path: string

  constructor(path: string = deploymentPath()) {
    this.path = path
  }

  /** As people name it. */
  get name(): string {
    const short = relative(root, this.path)
    return short.startsWith("..") ? this.path : short
  }

  /** What the file says now. Throws a sentence that names what is wrong in it. */
  read(): Deployment {
    const text = existsSync(this.path) ? readFileSync(this.path, "utf8") : ""
    const parsed = deploymentSchema.safeParse(parse(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`${this.name}: ${issue.path.join(".")} ${issue.message}`)
  }

  keep(key: DeploymentKey, value: string): void {
    this.#set(null, key, value)
  }

  keepVar(name: string, value: string): void {
    this.#set("vars", name, value)
  }

  #set(table: "vars" | null, key: string, value: string): void {
    const text = existsSync(this.path) ? readFileSync(this.path, "utf8") : NEW_FILE
    writeWhole(this.path, withValue(text, table, key, value))
  }
}

/** DEPLOYMENT_FILE names another file than the default. */
export function deploymentPath(): string {
  return resolve(root, process.env.DEPLOYMENT_FILE || defaultPath)
}
