import { createHash } from "node:crypto"
import { mkdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parse, type TomlTable, type TomlValue } from "smol-toml"
import { root, sourceDigest, workers } from "../local/bundle.ts"
import { type Deployment, defaultPath, deploymentPath, USUAL_NAME } from "./deployment-file.ts"
import type { WorkerRole } from "./secrets-file.ts"
import { writeWhole } from "./write-whole.ts"

const NO_ACCOUNT = "0".repeat(32)
export const NO_DATABASE = "00000000-0000-0000-0000-000000000000"
/** The folder in which wrangler finds this deployment's configurations. */
const deployDir = deployDirOf(deploymentPath())
const relativeRoot = relative(deployDir, root)

/** The code's digest, read once: a run that sees a change in the middle would deploy two versions. */
let codeDigest: string | undefined

/** One Worker as this deployment has it. */
export type WorkerConfig = {
  role: WorkerRole
  name: string
  /** Its wrangler configuration, once `writeConfigs` has been called. */
  path: string
  vars: Record<string, string>
  secretNames: string[]
  databaseId: string
  databaseName: string
  /** All databases by their bindings, the directory's first; `id` is `NO_DATABASE` before one is made. */
  databases: { binding: string; name: string; id: string }[]
  bucketName: string
  /** The queues it sends to; the press's consumers with their dead letters. */
  producedQueues: string[]
  consumers: { queue: string; deadLetterQueue: string | null }[]
  crons: string[]
  /** The version's name at Cloudflare; it changes with every change of code or configuration. */
  tag: string
  toml: TomlTable
}
export type WorkerConfigs = { edge: WorkerConfig; press: WorkerConfig }

/** Returns the committed configurations with the deployment's own values. */
export function configsOf(deployment: Deployment): WorkerConfigs {
  refuseUnknownVars(deployment)
  return { edge: configOf("edge", deployment), press: configOf("press", deployment) }
}

/** Writes both for wrangler, which resolves everything from their folder. */
export function writeConfigs(configs: WorkerConfigs): void {
  mkdirSync(deployDir, { recursive: true })
  for (const { path, toml } of Object.values(configs)) writeWhole(path, JSON.stringify(toml, null, 2))
}

/** Returns a deployment's own folder, so that two at a time never mix. */
function deployDirOf(path: string): string {
  const dir = join(root, "dist", "deploy")
  return path === defaultPath ? dir : join(dir, createHash("sha256").update(path).digest("hex").slice(0, 8))
}

function configOf(role: WorkerRole, deployment: Deployment): WorkerConfig {
  const committed = readCommitted(role)
  const named = renamed(committed, deployment.name) as CommittedConfig
  const vars = varsOf(role, committed, deployment)
  const [database] = named.d1_databases
  const databases = databasesOf(deployment, database.database_name)
  const [{ id: databaseId }] = databases
  const toml: TomlTable = {
    ...named,
    account_id: deployment.account_id ?? NO_ACCOUNT,
    main: join(relativeRoot, named.main),
    ...(named.base_dir && { base_dir: join(relativeRoot, named.base_dir) }),
    vars,
    d1_databases: databases.map(({ binding, name, id }) => ({
      ...database,
      binding,
      database_name: name,
      database_id: id,
      migrations_dir: join(relativeRoot, database.migrations_dir),
    })),
    ...(named.alias && { alias: aliasFrom(relativeRoot, named.alias) }),
    ...(named.assets && {
      assets: { ...named.assets, directory: join(relativeRoot, named.assets.directory) },
    }),
    ...(named.ratelimits && {
      ratelimits: named.ratelimits.map((limit) => ({
        ...limit,
        namespace_id: namespaceOf(limit.namespace_id, deployment.name),
      })),
    }),
    ...(named.routes && { routes: [{ pattern: deployment.domain ?? "", custom_domain: true }] }),
  }
  codeDigest ??= sourceDigest()
  const digest = createHash("sha256").update(codeDigest).update(JSON.stringify(toml)).digest("hex")
  return {
    role,
    name: named.name,
    path: join(deployDir, workers[role].config.replace(/\.toml$/, ".json")),
    vars,
    secretNames: named.secrets.required,
    databaseId,
    databaseName: database.database_name,
    databases,
    bucketName: named.r2_buckets[0].bucket_name,
    producedQueues: named.queues.producers.map(({ queue }) => queue),
    consumers: (named.queues.consumers ?? []).map(({ queue, dead_letter_queue: dead }) => ({
      queue,
      deadLetterQueue: dead ?? null,
    })),
    crons: named.triggers.crons,
    tag: digest.slice(0, 16),
    toml,
  }
}

/** Returns the directory's database and those beside it: as many as the deployment wants, and all that it has. */
function databasesOf(
  { database_id: id = NO_DATABASE, database_ids: ids, databases }: Deployment,
  name: string,
): WorkerConfig["databases"] {
  const wanted = Array.from({ length: databases - 1 }, (_, i) => `DB_${i + 1}`)
  const bindings = [...new Set([...wanted, ...Object.keys(ids)])]
  return [
    { binding: "DB", name, id },
    ...bindings.map((binding) => ({
      binding,
      name: `${name}-${binding.slice(3)}`,
      id: ids[binding] ?? NO_DATABASE,
    })),
  ]
}

/** The fields of a committed configuration that are read here. */
type CommittedConfig = TomlTable & {
  name: string
  main: string
  /** The folder of the modules that wrangler leaves as they are. */
  base_dir?: string
  vars: Record<string, string>
  secrets: { required: string[] }
  d1_databases: { database_name: string; migrations_dir: string }[]
  r2_buckets: { bucket_name: string }[]
  queues: { producers: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] }
  triggers: { crons: string[] }
  alias?: Record<string, string>
  assets?: TomlTable & { directory: string }
  routes?: TomlTable[]
  ratelimits?: (TomlTable & { namespace_id: string })[]
}

/** Returns the modules' replacements, with paths of our files as seen from `folder`. */
function aliasFrom(folder: string, alias: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(alias).map(([module, other]) => [
      module,
      other.startsWith(".") ? join(folder, other) : other,
    ]),
  )
}

function readCommitted(role: WorkerRole): CommittedConfig {
  return parse(readFileSync(join(root, workers[role].config), "utf8")) as CommittedConfig
}

/** Returns the committed settings with the deployment's values; the app's address follows from the domain. */
function varsOf(
  role: WorkerRole,
  committed: CommittedConfig,
  { domain, vars }: Deployment,
): Record<string, string> {
  const own: Record<string, string> = { ...(domain && { APP_ORIGIN: `https://${domain}` }), ...vars }
  const names = [...Object.keys(committed.vars), ...(role === "edge" ? optionalVars : [])]
  const given = names.flatMap((name) => {
    const value = own[name] ?? committed.vars[name]
    return value === undefined || value === "" ? [] : [[name, value]]
  })
  return Object.fromEntries(given)
}

/** Settings of the edge that work without a value, so no committed configuration holds them. */
const optionalVars: readonly string[] = ["CONTACT_PHONE"]

function refuseUnknownVars({ vars }: Deployment): void {
  const known = [...Object.keys(readCommitted("edge").vars), ...optionalVars]
  const unknown = Object.keys(vars).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`[vars]: no setting is named ${unknown.join(", ")}`)
}

/**
 * Returns the number under which Cloudflare counts a limit: the committed one for the usual name, else one of the
 * deployment's own, as all Workers of a Cloudflare account share what is counted under a number.
 */
function namespaceOf(committed: string, name: string): string {
  if (name === USUAL_NAME) return committed
  return String(createHash("sha256").update(`${committed} ${name}`).digest().readUInt32BE(0) || 1)
}

const namesOfResources = ["name", "script_name", "database_name", "bucket_name", "queue", "dead_letter_queue"]

/** Returns every resource's name with the deployment's in place of the committed one. */
function renamed(value: TomlValue, name: string): TomlValue {
  if (Array.isArray(value)) return value.map((item) => renamed(item, name))
  if (typeof value !== "object" || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isName = typeof item === "string" && namesOfResources.includes(key)
      return [key, isName ? item.replace(/^sheetsmith(?=-|$)/, name) : renamed(item, name)]
    }),
  )
}
