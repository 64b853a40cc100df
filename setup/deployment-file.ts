import { existsSync, readFileSync } from "node:fs"
import { relative, resolve } from "node:path"
import { parse } from "smol-toml"
import { z } from "zod"
import { root } from "../local/bundle.ts"
import { withValue } from "./toml-value.ts"
import { writeWhole } from "./write-whole.ts"

/** The name that the committed configurations have. */
export const USUAL_NAME = "sheetsmith"

const deploymentSchema = z.strictObject({
  account_id: z.string().optional(),
  /** The address people use, without `https://`. */
  domain: z.string().optional(),
  database_id: z.string().optional(),
  /** The number of databases that accounts live in, the directory's included; a smaller one drops none. */
  databases: z.number().int().min(1).max(100).default(1),
  /** The ids of the databases beside the first, by the names of their bindings. */
  database_ids: z.record(z.string().regex(/^DB_[1-9]\d?$/, "takes names like DB_1"), z.string()).default({}),
  /** The edge's name, and the beginning of all other resources' names. */
  name: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/, "takes lower-case letters, digits and dashes")
    .default(USUAL_NAME),
  /** "none" for a shop without Shopify, so that setup does not ask for its keys again. */
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

/** The file of everything that belongs to one deployment; values are written as soon as they are known. */
export class DeploymentFile {
  readonly path: string

  constructor(path: string = deploymentPath()) {
    this.path = path
  }

  /** Returns the name that people use. */
  get name(): string {
    const short = relative(root, this.path)
    return short.startsWith("..") ? this.path : short
  }

  /** Reads the file now. Throws a sentence that names any mistake in it. */
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

  keepDatabase(binding: string, id: string): void {
    this.#set("database_ids", binding, id)
  }

  #set(table: "vars" | "database_ids" | null, key: string, value: string): void {
    const text = existsSync(this.path) ? readFileSync(this.path, "utf8") : NEW_FILE
    writeWhole(this.path, withValue(text, table, key, value))
  }
}

/** Returns the deployment file's path; DEPLOYMENT_FILE overrides the default. */
export function deploymentPath(): string {
  return resolve(root, process.env.DEPLOYMENT_FILE || defaultPath)
}
