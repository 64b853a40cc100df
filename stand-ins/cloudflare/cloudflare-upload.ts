import { z } from "zod"
import type { Account, Binding, Module, Script, Version } from "./cloudflare-account.ts"
import type { AssetManifest } from "./cloudflare-assets.ts"
import { CloudflareError } from "./cloudflare-reply.ts"

const NO_DATABASE = "00000000-0000-0000-0000-000000000000"

const bindingSchema = z.looseObject({ name: z.string().min(1), type: z.string().min(1) })
const migrationsSchema = z.object({
  old_tag: z.string().optional(),
  new_tag: z.string().min(1),
  steps: z.array(z.object({ new_sqlite_classes: z.array(z.string()).default([]) })),
})
const metadataSchema = z.looseObject({
  main_module: z.string().min(1),
  bindings: z.array(bindingSchema).default([]),
  compatibility_date: z.string().optional(),
  compatibility_flags: z.array(z.string()).default([]),
  migrations: migrationsSchema.optional(),
  keep_bindings: z.array(z.string()).default([]),
  limits: z.record(z.string(), z.unknown()).default({}),
  observability: z.record(z.string(), z.unknown()).optional(),
  annotations: z.record(z.string(), z.string()).default({}),
  assets: z.object({ jwt: z.string(), config: z.record(z.string(), z.unknown()).default({}) }).optional(),
})
type Metadata = z.infer<typeof metadataSchema>
export type Upload = { metadata: Metadata; modules: Module[] }

/**
 * Reads the form of an upload: `metadata` and a part for each module
 * (developers.cloudflare.com/workers/configuration/multipart-upload-metadata).
 */
export async function readUpload(request: Request): Promise<Upload> {
  const form = await request.formData()
  const json = form.get("metadata")
  const text = typeof json === "string" ? json : await json?.text()
  const parsed = metadataSchema.safeParse(JSON.parse(text ?? "{}"))
  if (!parsed.success) throw refused(`metadata: ${z.prettifyError(parsed.error)}`)
  const modules = []
  for (const [name, part] of form) {
    if (name === "metadata" || typeof part === "string") continue
    modules.push({ name, type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) })
  }
  const { main_module, compatibility_date } = parsed.data
  if (!modules.some(({ name }) => name === main_module)) throw refused(`No such module "${main_module}".`)
  if (compatibility_date && compatibility_date > new Date().toISOString().slice(0, 10))
    throw refused("Can't set compatibility date in the future.")
  return { metadata: parsed.data, modules }
}

/** Returns the version that an upload makes of a Worker; `script` is the existing Worker. */
export function versionOf(
  { metadata, modules }: Upload,
  account: Account,
  script: Script,
  assets: AssetManifest | undefined,
): Version {
  const before = script.versions.at(-1)
  const sent = metadata.bindings.map((binding) => resolved(binding, before))
  for (const binding of sent) check(binding, account, script)
  const names = new Set(sent.map(({ name }) => name))
  const kept = (before?.bindings ?? []).filter(
    ({ name, type }) => metadata.keep_bindings.includes(type) && !names.has(name),
  )
  return {
    id: crypto.randomUUID(),
    number: (before?.number ?? 0) + 1,
    created_on: new Date().toISOString(),
    annotations: metadata.annotations,
    mainModule: metadata.main_module,
    modules,
    bindings: [...sent, ...kept],
    compatibility_date: metadata.compatibility_date ?? "",
    compatibility_flags: metadata.compatibility_flags,
    limits: metadata.limits,
    assets: assets && { config: metadata.assets?.config ?? {}, files: assets },
  }
}

/** Gives the Worker the classes of the objects that the upload's migrations make. */
export function migrate(script: Script, { metadata }: Upload): void {
  const { migrations } = metadata
  if (!migrations) return
  if (migrations.old_tag !== script.migration_tag)
    throw new CloudflareError(
      400,
      10079,
      `Migration tag precondition failed: expected '${migrations.old_tag ?? ""}', is '${script.migration_tag ?? ""}'.`,
    )
  script.migration_tag = migrations.new_tag
  script.classes.push(...migrations.steps.flatMap((step) => step.new_sqlite_classes))
}

function resolved(binding: Binding, before: Version | undefined): Binding {
  if (binding.type !== "inherit") return binding
  const inherited = before?.bindings.find(({ name }) => name === binding.name)
  if (inherited) return inherited
  throw new CloudflareError(
    400,
    10057,
    `inherit binding '${binding.name}' is invalid: the previous version has no binding of that name`,
  )
}

/** Refuses a binding to something that does not exist. */
function check(binding: Binding, account: Account, script: Script): void {
  const { name, type } = binding
  if (type === "d1" && binding.id === NO_DATABASE)
    throw refused(`binding ${name} of type d1 must have a valid \`id\` specified`)
  if (type === "d1" && !account.databases.some(({ uuid }) => uuid === binding.id))
    throw refused(
      `binding ${name} of type d1 must have a database that already exists. Use wrangler or the UI to create the database.`,
    )
  if (type === "r2_bucket" && !account.buckets.some((bucket) => bucket.name === binding.bucket_name))
    throw new CloudflareError(400, 10085, `R2 bucket '${binding.bucket_name}' not found.`)
  if (type === "queue" && !account.queues.some(({ queue_name }) => queue_name === binding.queue_name))
    throw new CloudflareError(400, 11000, `Queue '${binding.queue_name}' not found.`)
  if (type === "durable_object_namespace") {
    const home = binding.script_name ? account.scripts.get(String(binding.script_name)) : script
    if (!home?.classes.includes(String(binding.class_name)))
      throw new CloudflareError(
        400,
        10061,
        `Cannot create binding for class '${binding.class_name}': it is not configured to implement Durable Objects.`,
      )
  }
  if (type === "secret_text" && typeof binding.text !== "string")
    throw refused(`binding ${name} of type secret_text must have a text`)
}

function refused(message: string): CloudflareError {
  return new CloudflareError(400, 10021, message)
}
